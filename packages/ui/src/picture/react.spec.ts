import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server.node';
import * as picture from './react.ts';

const { htmlOf, jsx } = picture;
const hostile = `<img src=x onerror="alert(1)"> & '</p><script>`;

describe('the HTML of a picture', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['texts and numbers', 'p', { children: ['Leak ', 7, null, false, undefined, true] }],
    ['classes and other attributes', 'time', { className: 'date', dateTime: '2026-01-01', title: 'x' }],
    ['what is there or not', 'p', { hidden: true, title: undefined, className: '' }],
    ['words of data and ARIA', 'p', { 'data-held': false, 'aria-hidden': true, 'data-index': 0 }],
    ['pictures', 'path', { d: 'M0', strokeWidth: '1.4', strokeLinejoin: 'round', fill: 'none' }],
    ['elements without an end', 'input', { type: 'search', placeholder: 'Search' }],
    ['neither handlers nor refs', 'button', { type: 'button', onClick: () => undefined, ref: null }],
    ['hostile texts', 'p', { title: hostile, children: hostile }],
  ])('is that of React: %s', (_what, type, props) => {
    const written = renderToStaticMarkup(createElement(type, props)).replace(/\/>$/, '>');
    const named = written.replaceAll('&#x27;', '&#39;').replaceAll('&quot;', '&#34;');
    const signs = named.replaceAll('&lt;', '&#60;').replaceAll('&gt;', '&#62;').replaceAll('&amp;', '&#38;');
    expect(htmlOf(jsx(type, props))).toBe(signs);
  });

  it('has no element that a text names', () => {
    const List = ({ items }: { items?: unknown }) => jsx('p', { children: items });
    const all = [hostile, { html: '<b>' }, new Date(0)];
    expect(htmlOf(jsx((props) => List(props), { items: all }))).not.toMatch(/<(?!\/?p>)/);
  });

  it('is that of components, with what a parent provides', () => {
    const Context = picture.createContext('nobody');
    const Child = () => picture.use(Context);
    const children = [jsx(Child, {}), jsx(picture.Fragment, { children: '!' })];
    expect(htmlOf(jsx(Child, {}))).toBe('nobody');
    expect(htmlOf(jsx(Context, { value: 'all', children }))).toBe('all!');
  });
});
