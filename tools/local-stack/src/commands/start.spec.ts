import { expect, it } from '@jest/globals';
import { wantsDemoData } from './start.ts';

const external = 'postgres://admin@db.example.com/mainstay';

it.each([
  ['the embedded database', undefined, undefined, true],
  ['the embedded database, said off', undefined, 'off', false],
  ['a database of DATABASE_URL', external, undefined, false],
  ['a database of DATABASE_URL, said on', external, 'on', true],
])('demo logins come into %s: %s, %s, %s', (_name, url, said, expected) => {
  expect(wantsDemoData(url, said)).toBe(expected);
});

it('refuses another word', () => {
  expect(() => wantsDemoData(external, 'yes')).toThrow('MAINSTAY_DEMO_DATA must be on or off.');
});
