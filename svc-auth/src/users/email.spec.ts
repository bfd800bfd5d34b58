import { expect, it } from '@jest/globals';
import { email } from './email.ts';

it.each([
  ['ops&maint@example.com', 'ops&maint@example.com'],
  ["o'neil{1}|x~`^%*=?/$#!@example.com", "o'neil{1}|x~`^%*=?/$#!@example.com"],
  ['.dots..@example.com', '.dots..@example.com'],
  ['x@mail.xn--p1ai', 'x@mail.xn--p1ai'],
  ['X@localhost', 'x@localhost'],
  ['x@1.example', 'x@1.example'],
  ['x@bücher.example', 'x@xn--bcher-kva.example'],
  ['x@BU\u0308CHER.Example', 'x@xn--bcher-kva.example'],
  ['x@xn--BCHER-kva.example', 'x@xn--bcher-kva.example'],
  ['x@пример.рф', 'x@xn--e1afmkfd.xn--p1ai'],
  ['x@日本。example', 'x@xn--wgv71a.example'],
  ['x@ｅｘａｍｐｌｅ.com', 'x@example.com'],
  ['\u200e x@example.com\u200b', 'x@example.com'],
])('%s is stored as %s', (written, stored) => {
  expect(email.parse(written)).toBe(stored);
});

it.each([
  'nobody',
  '@example.com',
  'x@',
  'x@y@example.com',
  'x @example.com',
  'dörte@example.com',
  'x@bücher..example',
  'x@bücher.example.',
  'x@bücher.example/path',
  'x@b%C3%BCcher.example',
  'x@b%61ü.example',
  'x@bücher.example:25',
  'x@bü_cher.example',
  'x@exa\u202emple.com',
  'x@[127.0.0.1]',
  `x@${'ü'.repeat(64)}.example`,
])('%s is no address', (written) => {
  expect(email.safeParse(written).error?.issues.map(({ message }) => message)).toEqual([
    'Must be an e-mail address.',
  ]);
});

it('the stored form is not too long either', () => {
  const long = `${'x'.repeat(180)}@${Array(8).fill('bücher').join('.')}.example`;
  expect(email.safeParse(long).error?.issues[0]?.message).toBe('At most 254 characters.');
});
