import { expect, it } from '@jest/globals';
import { linksIn } from './links-in.ts';

/** The addresses in a text. */
const found = (text: string) => linksIn(text).flatMap(({ href }) => (href === undefined ? [] : [href]));

it.each([
  ['See https://example.com/manual.pdf.', ['https://example.com/manual.pdf']],
  ['http://example.com', ['http://example.com']],
  ['HTTPS://EXAMPLE.COM/A', ['HTTPS://EXAMPLE.COM/A']],
  ['www.example.com/fryer?model=7#page-2, then', ['https://www.example.com/fryer?model=7#page-2']],
  ['(https://example.com)', ['https://example.com']],
  ['https://example.com/fryer_(deep)', ['https://example.com/fryer_(deep)']],
  ['(see https://example.com/fryer_(deep)).', ['https://example.com/fryer_(deep)']],
  ['[https://example.com]!?', ['https://example.com']],
  ['"https://example.com"', ['https://example.com']],
  ['<https://example.com>', ['https://example.com']],
  ['https://a.example\nhttps://b.example', ['https://a.example', 'https://b.example']],
  ['https://例え.example/ü', ['https://例え.example/ü']],
])('finds the addresses in %s', (text, expected) => expect(found(text)).toEqual(expected));

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.com',
  'dana@example.com',
  'example.com',
  'https://',
  'http://.',
  'awww.example.com',
  'www.',
  '',
])('finds none in %s', (text) => expect(found(text)).toEqual([]));

it('keeps every character', () => {
  const text = 'A https://example.com/a, b (www.example.com).\n C';
  expect(linksIn(text).map((part) => part.text)).toEqual([
    'A ',
    'https://example.com/a',
    ', b (',
    'www.example.com',
    ').\n C',
  ]);
});

it.each(['.', ')', '].'])('takes a moment for an address with 100,000 times %j behind it', (sign) => {
  const before = process.cpuUsage();
  expect(found(`https://example.com${sign.repeat(100_000)}`)).toEqual(['https://example.com']);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
});
