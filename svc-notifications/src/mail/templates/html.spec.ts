import { expect, it } from '@jest/globals';
import { Html, html, lines } from './html.ts';

it('escapes all values, also in attributes', () => {
  const evil = `"><img src=x onerror='alert(1)'>&`;
  const safe = '&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;';
  expect(html`<a href="${evil}">${evil}</a>`.text).toBe(`<a href="${safe}">${safe}</a>`);
});

it('nests parts, and lists of them', () => {
  const items = [1, 2].map((number) => html`<li>${number}</li>`);
  const nested = html`<ul>
      ${items}
    </ul>
    ${new Html('<hr>')}${''}`;
  expect(nested.text.replaceAll(/\s/g, '')).toBe('<ul><li>1</li><li>2</li></ul><hr>');
});

it('keeps line breaks of text', () => {
  expect(lines('a <b>\nc').text).toBe('a &lt;b&gt;<br>c');
});
