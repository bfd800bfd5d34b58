import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createElement, type FunctionComponent, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.node';
import { palettes } from '../palette.ts';
import { classOf, scriptOf, styleSheet } from './static-styles.ts';

const require = createRequire(import.meta.filename);
const styleOf = (part: string): unknown => {
  const module: unknown = require(`antd/lib/${part}/style/index.js`);
  return Reflect.get(Object(module), 'default');
};
interface Given {
  menu?: { items: [] };
  children?: ReactNode;
}
/** What antd itself renders; a part that opens has a panel for this. */
const markupOf = (part: string): string => {
  const { default: component } = require(`antd/lib/${part}/index.js`) as {
    default: FunctionComponent<Given>;
  };
  const panel = Object.entries(component).find(([name]) => name === '_InternalPanelDoNotUseOrYouWillBeFired');
  const shown = (panel?.[1] ?? component) as FunctionComponent<Given>;
  return renderToStaticMarkup(
    createElement(shown, part === 'dropdown' ? { menu: { items: [] }, children: 'Menu' } : {}),
  );
};
const button = {
  default: Reflect.get(Object(require('antd/lib/button/style/index.js')), 'default') as unknown,
};

const source = join(import.meta.dirname, '..');
const sources = globSync('{*,parts/*}.{ts,tsx}', {
  cwd: source,
  exclude: (name) => /spec|stories/.test(name),
});
const imported = sources.flatMap((file) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/from 'antd\/es\/([\w-]+)/g)].map(
    ([, part = '']) => part,
  ),
);
// It has no style of its own.
const parts = [...new Set(imported)].filter((part) => part !== 'config-provider');

describe('the static styles of antd', () => {
  it('are those of the dark theme, and where they differ those of the light one', () => {
    const css = styleSheet(button, '');
    expect(css).toContain(`.ms{--ant-color-primary:${palettes.dark.brand};`);
    expect(css).toContain(`:root[data-theme='light'] .ms{--ant-color-primary:${palettes.light.brand};`);
    expect(css.match(/--ant-font-family:/g)).toHaveLength(1);
  });

  it('have the rules of a part once, below our own', () => {
    const css = styleSheet(button, 'ant-btn');
    expect(css).toMatch(/^@layer page,antd;@layer antd\{.*\.ant-btn\{/s);
    expect(css).not.toMatch(/magenta|-rtl|\}\.anticon\{/);
  });

  it('keep what is for everything but an unused look', () => {
    const css = styleSheet({ default: styleOf('select') }, 'ant-select');
    expect(css).toMatch(/:not\(\.ant-select-customize\)/);
    expect(css.replace(/:not\([^)]*\)/g, '')).not.toContain('-customize');
  });

  it('leave a hook that names the classes', () => {
    expect(scriptOf(button, 'ant-btn')).toBe('export default () => (["","ms"]);');
  });

  it.each(parts)('have rules for %s, under the class that it has on the page', (part) => {
    const name = classOf(part);
    expect(markupOf(part)).toMatch(new RegExp(`class="[^"]*\\b${name}\\b`));
    expect(styleSheet({ default: styleOf(part) }, name)).toMatch(new RegExp(`\\.${name}[^{}]*\\{[^{}]+\\}`));
  });
});
