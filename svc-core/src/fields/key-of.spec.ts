import { expect, it } from '@jest/globals';
import { keyOf, meantBy } from './key-of.ts';

it.each([
  ['case', 'ab12', 'AB12'],
  ['full case', 'Straße', 'STRASSE'],
  ['the form of accents', 'Cafe\u0301', 'Caf\u00e9'],
  ['the form of accents that other case has', '\u0390', '\u03aa\u0301'],
  ['white space', '\tFryer \u00a0\u20091\u3000\n', 'Fryer 1'],
  ['white space that is not seen', 'SN\u200b-1', 'SN-1'],
  ['a no-break hyphen', 'SN\u2011AB12', 'sn-ab12'],
  ['hyphens', '\u2010\u2012\u2013\u2014\u2015\u2212\u00ad\ufe63\uff0d', '---------'],
])('is the same whatever %s', (_name, one, other) => {
  expect(keyOf(one)).toBe(keyOf(other));
});

it.each([
  ['Cafe', 'Café'],
  ['AB12', 'AB 12'],
  ['SN-1', 'SN1'],
  ['71', '0071'],
  ["O'Neill", 'ONeill'],
])('is not the same: %j and %j', (one, other) => {
  expect(keyOf(one)).not.toBe(keyOf(other));
});

it('means what is spelled like it before what has its key', () => {
  const meant = meantBy(['AB12', 'ab12', 'C-1'], (text) => text);
  expect(['ab12', 'Ab12', ' c\u20111', 'D'].map((text) => meant(text))).toEqual([
    ['ab12'],
    ['AB12', 'ab12'],
    ['C-1'],
    [],
  ]);
});
