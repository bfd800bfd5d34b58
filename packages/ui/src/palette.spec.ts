import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mode, type Palette, palettes } from './palette.ts';

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

type Role = keyof Palette;
const grounds: Role[] = ['canvas', 'surface', 'raised', 'sunken'];

/** Text on its background: at least 4.5:1. */
const read: [Role, Role[]][] = [
  ['text', [...grounds, 'brandSoft']],
  ['textSoft', [...grounds, 'brandSoft']],
  ['textFaint', grounds],
  ['brand', [...grounds, 'brandSoft']],
  ['brandStrong', grounds],
  ['danger', ['canvas', 'surface', 'raised', 'dangerSoft']],
  ['success', ['canvas', 'surface', 'raised']],
  ['warning', ['canvas', 'surface', 'raised']],
  ['onBrand', ['brand', 'brandStrong']],
  ['onBrandSoft', ['brandSoft']],
  ['onDanger', ['danger', 'onDangerSoft']],
  ['onDangerSoft', ['dangerSoft']],
  ['onSuccessSoft', ['successSoft']],
  ['onWarningSoft', ['warningSoft']],
];

/** Borders, graphics and focus rings: at least 3:1. */
const seen: [Role, Role[]][] = [
  ['edge', ['canvas', 'surface', 'raised']],
  ['attention', ['surface', 'raised']],
  ['brand', grounds],
];

const modes: Mode[] = ['light', 'dark'];

describe.each(modes)('the %s palette', (mode) => {
  const palette = palettes[mode];
  const pairs = (list: [Role, Role[]][]) =>
    list.flatMap(([front, backs]) => backs.map((back) => [front, back]));

  it.each(pairs(read) as [Role, Role][])('%s can be read on %s', (front, back) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(seen) as [Role, Role][])('%s can be seen on %s', (front, back) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(3);
  });

  it('is the one in tokens.css', () => {
    const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
    const block = new RegExp(`\\[data-theme='${mode}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
    const inCss: Record<string, string | undefined> = {};
    for (const [, name = '', value] of block.matchAll(/--ms-([a-z-]+): (#[0-9a-f]{6});/g))
      inCss[name] = value;
    const expected = Object.fromEntries(
      Object.entries(palette).map(([role, value]) => [
        role.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        String(value),
      ]),
    );
    expect(inCss).toEqual(expected);
  });
});

describe('the style sheets of screens', () => {
  const root = join(import.meta.dirname, '../../..');
  const sheets = globSync('{shell,mf-*,packages/*}/src/**/*.css', {
    cwd: root,
    exclude: (name) => /stories/.test(name),
  });
  const found = (pattern: RegExp) =>
    sheets.flatMap((sheet) =>
      [...readFileSync(join(root, sheet), 'utf8').matchAll(pattern)].map(([text]) => `${sheet}: ${text}`),
    );

  it('change at the widths that tokens.css names, and the sidebar at one of the specification', () => {
    expect(sheets.length).toBeGreaterThan(60);
    expect(found(/@media[^{]* (?!(?:559|767|1023)\.98px)\d[^{]*/g)).toEqual([
      // Heights: a window that is enlarged four times.
      'packages/web-kit/src/detail-dialog.module.css: @media (height < 400px) ',
      'packages/web-kit/src/dialog-form.module.css: @media (height >= 300px) ',
      'mf-equipment/src/stickers/print-stickers.module.css: @media (height >= 400px) ',
      'shell/src/app/frame.module.css: @media (min-width: 1536px) ',
    ]);
  });

  it('have texts of the sizes that tokens.css names, below those of large numbers and titles', () => {
    expect(found(/font-size: (?:1\d|20)(?:\.\d+)?px/g)).toEqual([
      // As antd has it.
      'packages/ui/src/app.css: font-size: 12px',
    ]);
  });
});
