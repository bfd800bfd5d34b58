import { describe, expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { palettes } from '../palette.ts';
import { scriptOf, styleSheet } from './static-styles.ts';

const require = createRequire(import.meta.filename);
const styleOf = (part: string): unknown => {
  const module: unknown = require(`antd/lib/${part}/style/index.js`);
  return Reflect.get(Object(module), 'default');
};
const button = {
  default: Reflect.get(Object(require('antd/lib/button/style/index.js')), 'default') as unknown,
};

describe('the static styles of antd', () => {
  it('are those of the dark theme, and where they differ those of the light one', () => {
    const css = styleSheet(button, '');
    expect(css).toContain(`.ms{--ant-color-primary:${palettes.dark.brand};`);
    expect(css).toContain(`:root[data-theme='light'] .ms{--ant-color-primary:${palettes.light.brand};`);
    expect(css.match(/--ant-font-family:/g)).toHaveLength(1);
  });

  it('have the rules of a part once, below our own', () => {
    const css = styleSheet(button, 'ant-btn');
    expect(css).toMatch(/^@layer antd\{.*\.ant-btn\{/s);
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
});
