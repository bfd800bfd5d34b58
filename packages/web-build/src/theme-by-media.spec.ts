import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import themeByMedia from './theme-by-media.ts';

it('makes the light theme of the design tokens follow the device, and changes nothing else', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../ui/src/tokens.css'), 'utf8');
  const css = themeByMedia(tokens);
  const rule = /@media \(prefers-color-scheme: light\) \{ :root (\{[^}]*\}) \}/.exec(css)?.[1];
  expect(rule).toContain('color-scheme: light');
  expect(css).not.toContain("data-theme='light'");
  expect(
    css.replace(
      /@media \(prefers-color-scheme: light\) \{ :root (\{[^}]*\}) \}/,
      ":root[data-theme='light'] $1",
    ),
  ).toBe(tokens);
});

it('refuses tokens without a light theme', () => {
  expect(() => themeByMedia(':root {}')).toThrow('tokens.css has no rule for the light theme');
});
