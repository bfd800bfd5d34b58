import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import { ConfigProvider, theme as antd } from 'antd';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.node';
import { type Mode } from '../palette.ts';
import { CSS_KEY } from './css-key.ts';
import { themes } from './theme.ts';

/** The module of antd that computes the theme, and all custom properties with it. */
const THEME = /theme\/useToken\.js$/;
/** Where antd's class is not the name of the folder. */
const PREFIXES: Record<string, string> = { button: 'btn' };
/**
 * What the product does not use: colours by name, text from right to left, a grid, menus outside a dropdown, other
 * looks of fields.
 */
const UNUSED =
  /-(?:blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|gold|lime|rtl|customize|borderless|underlined|otp|dashed)\b|(?<!ant-(?:tag|steps))-filled\b|ant-menu\b|-col-(?:\d|xs|sm|md|lg|x+l)/;
/** A rule for everything else is used. */
const EXCEPT = /:not\([^)]*\)/g;
/** What antd's style sheets call the element at the top of a part, which has the one class or the other. */
const TOP = /\.(ant-[\w-]+)-css-var/g;

const require = createRequire(import.meta.url);

/**
 * The class at the top of a part.
 * @param folder of the part in antd
 */
export const classOf = (folder: string): string => `ant-${PREFIXES[folder] ?? folder}`;

/** A loader's result for one export of a style module: what its hook returns, or a constant. */
interface Result {
  exports: Record<string, { hook: unknown } | { constant: unknown }>;
  /** Custom properties, which differ by theme. */
  properties: string;
  rules: string;
}

/** What is used of webpack's context of a loader. */
interface Loader {
  resourcePath: string;
  addDependency: (file: string) => void;
  getOptions: () => object;
}

/** Runs what a style module exports in one theme, and collects what it writes. */
function run(module: object, className: string, mode: Mode): Result {
  const cache = createCache();
  const exports: Result['exports'] = {};
  function Styles(): ReactNode {
    const all: [string, unknown][] = Object.entries(module);
    for (const [name, value] of all) {
      if (typeof value !== 'function') exports[name] = { constant: value };
      // The others are functions for style modules.
      else if (name === 'default' || name.startsWith('use')) {
        const named = /^use(Row|Col)Style$/.exec(name)?.[1]?.toLowerCase();
        const prefixCls = named ? `ant-${named}` : className;
        const isComponent = value.name === 'StyledComponent';
        const given = isComponent ? [{ prefixCls }] : [prefixCls, `${prefixCls}-css-var`];
        const hook: unknown = Reflect.apply(value, undefined, given);
        exports[name] = { hook };
      }
    }
    return null;
  }
  const theme = { ...themes[mode], hashed: false, cssVar: { key: CSS_KEY } };
  const children = createElement(ConfigProvider, { theme }, createElement(Styles));
  renderToStaticMarkup(createElement(StyleProvider, { cache }, children));
  // The rules for links and icons come with the theme.
  const isShared = (key: string) => /%(?:Shared|ant-design-icons)%/.test(key);
  for (const key of cache.cache.keys()) {
    if (key.startsWith('style') && isShared(key) === (className !== '')) cache.cache.delete(key);
  }
  const styles = (types: 'token' | 'cssVar' | 'style') =>
    extractStyle(cache, { plain: true, types }).replace(/\.data-ant-cssinjs-cache-path\{[^}]*\}/, '');
  return { exports, properties: styles(className ? 'cssVar' : 'token'), rules: styles('style') };
}

/** Removes rules and custom properties that the product does not use. */
function withoutUnused(css: string): string {
  return css.replace(/([^{}]+)\{([^{}]*)\}/g, (rule, selectors: string, body: string) => {
    if (!UNUSED.test(rule)) return rule;
    const kept = selectors
      .split(/,(?![^(]*\))/)
      .filter((selector) => !UNUSED.test(selector.replace(EXCEPT, '')));
    const declarations = body.split(';').filter((it) => !UNUSED.test(it.split(':')[0] ?? ''));
    return kept.length > 0 ? `${kept.join(',')}{${declarations.join(';')}}` : '';
  });
}

/** The declarations of `light` that differ from `dark`, for the light theme alone. */
function lightOnly(light: string, dark: string): string {
  const same = new Set(dark.split(/[{};]/));
  return light.replace(/([^{}]+)\{([^{}]*)\}/g, (_, selector: string, body: string) => {
    const own = body.split(';').filter((declaration) => !same.has(declaration));
    return own.length > 0 ? `:root[data-theme='light'] ${selector}{${own.join(';')}}` : '';
  });
}

/** What a page has in place of a style module. */
export function scriptOf(module: object, className: string): string {
  const lines = Object.entries(run(module, className, 'dark').exports).map(([name, it]) => {
    const value = 'hook' in it ? `() => (${JSON.stringify(it.hook)})` : JSON.stringify(it.constant);
    return name === 'default' ? `export default ${value};` : `export const ${name} = ${value};`;
  });
  return lines.join('\n');
}

/**
 * The styles of both themes, in a cascade layer below the product's own and above page.css, whichever file comes
 * first.
 */
export function styleSheet(module: object, className: string): string {
  const [light, dark] = [run(module, className, 'light'), run(module, className, 'dark')];
  if (light.rules !== dark.rules) throw new Error(`antd's rules for ${className} differ by theme`);
  const [ofLight, ofDark] = [withoutUnused(light.properties), withoutUnused(dark.properties)];
  const css = ofDark + lightOnly(ofLight, ofDark) + withoutUnused(dark.rules);
  return `@layer page,antd;@layer antd{${css.replace(TOP, ':is(.$1-css-var,.$1)')}}`;
}

/** Sizes, durations and layers, which are the same in both themes. */
function numbers(): Record<string, unknown> {
  const [light, dark] = [antd.getDesignToken(themes.light), antd.getDesignToken(themes.dark)];
  const inDark = new Map<string, unknown>(Object.entries(dark));
  return Object.fromEntries(
    Object.entries(light).filter(([name, value]) => typeof value === 'number' && inDark.get(name) === value),
  );
}

/**
 * A webpack loader for antd's style modules. In their place the page has what they wrote into style sheets in the
 * build, and hooks that only name its classes: nothing of the styles is computed in a browser. With the option `css`
 * it is the loader of such a style sheet.
 * @throws Error if the rules of the two themes differ in anything but custom properties
 */
export default function staticStyles(this: Loader): string {
  for (const file of ['theme.ts', 'css-key.ts', '../palette.ts'])
    this.addDependency(join(import.meta.dirname, file));
  const path = this.resourcePath;
  if (path.endsWith('themes/default/theme.js')) return 'export default {};';
  const isTheme = THEME.test(path);
  const folder = /([\w-]+)\/style\/[\w-]+\.js$/.exec(path)?.[1] ?? '';
  const className = isTheme ? '' : classOf(folder);
  const module: unknown = require(isTheme ? 'antd/lib/button/style/index.js' : path.replace('/es/', '/lib/'));
  if (typeof module !== 'object' || module === null) throw new Error(`${path} is no module`);
  if ('css' in this.getOptions()) return styleSheet(module, className);
  const sheet = `import ${JSON.stringify(`${path}.css!=!${import.meta.filename}?css!${path}`)};`;
  if (isTheme) {
    return `${sheet}
      import { useContext } from 'react';
      import { DesignTokenContext } from './context';
      export const unitless = {};
      const cssVar = { prefix: 'ant', key: '${CSS_KEY}' };
      const [still, moving] = [false, true].map((motion) => ({ ...${JSON.stringify(numbers())}, motion }));
      export default () => {
        const { token } = useContext(DesignTokenContext);
        const known = token.motion === false ? still : moving;
        return [undefined, known, '', known, cssVar, true];
      };`;
  }
  return `${sheet}\n${scriptOf(module, className)}`;
}
