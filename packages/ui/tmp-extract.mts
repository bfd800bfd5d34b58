import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs';
import * as antd from 'antd';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { themes } from './src/theme.ts';
const A: any = antd;
const sets: Record<string, any> = {
  base: [h(A.Avatar, null, 'x'), h(A.Button, null, 'x'), h(A.Tooltip, { title: 'x', open: true, getPopupContainer: undefined }, h('i'))],
  core: [h(A.Dropdown, { menu: { items: [{ key: 1, label: 'x' }] } }, h('i')), h(A.Menu, { items: [{ key: 1, label: 'x' }] }), h(A.Modal._InternalPanelDoNotUseOrYouWillBeFired, { title: 'x' }), h(A.Tabs, { items: [{ key: 1, label: 'x' }] })],
  forms: [h(A.Form, null, h(A.Form.Item, { name: 'a', label: 'b' }, h(A.Input))), h(A.Input.TextArea), h(A.Input.Search), h(A.Input.Password), h(A.Select, { open: true })],
};
const render = (els: any[], mode: 'light' | 'dark') => {
  const cache = createCache();
  renderToString(h(StyleProvider, { cache }, h(A.ConfigProvider, { theme: { ...themes[mode], hashed: false } }, ...els)));
  return [extractStyle(cache, { plain: true, types: 'style' }), [...(cache as any).cache.keys()]] as const;
};
let seen = '';
for (const [name, els] of Object.entries(sets)) {
  const [css, keys] = render(els, 'light'); const [dark] = render(els, 'dark');
  console.log(name, css.length, gzipSync(css).length, css === dark, keys.map((k: string) => k.split('%')).filter((k: string[]) => k[0] === 'style').map((k: string[]) => k.slice(-3).join('/')).join(' '));
  writeFileSync(`/tmp/perf/${name}.css`, css); seen += css;
  if (css !== dark) writeFileSync(`/tmp/perf/${name}.dark.css`, dark);
}
const [all] = render(Object.values(sets).flat(), 'light'); console.log('all', all.length, gzipSync(all).length);
