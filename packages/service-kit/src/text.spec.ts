import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { exactText, optionalText, requiredText, storedText, undisguised, unique } from './text.ts';

const accepts = (value: unknown) => requiredText(255).safeParse(value).success;

describe('requiredText', () => {
  it('counts like the browser: an emoji is two', () => {
    expect(accepts('x'.repeat(255))).toBe(true);
    expect(accepts('x'.repeat(256))).toBe(false);
    expect(accepts('🥪'.repeat(127))).toBe(true);
    expect(accepts('🥪'.repeat(128))).toBe(false);
  });

  it.each([
    ['nothing', undefined],
    ['white space', ' \n '],
    ['NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud83eb'],
    ['a number', 5],
  ])('refuses %s', (_name, value) => {
    expect(accepts(value)).toBe(false);
  });

  it.each([
    [undefined, 'Required.'],
    [5, 'Must be text.'],
    ['  ', 'Must not be empty.'],
    ['abcd', 'At most 3 characters.'],
    ['\0', 'Contains characters that cannot be stored.'],
  ])('says why it refuses %j', (value, message) => {
    expect(requiredText(3).safeParse(value).error?.issues[0]?.message).toBe(message);
  });

  it('has no limit where none is given', () => {
    expect(requiredText().parse('x'.repeat(100_000))).toHaveLength(100_000);
  });

  it('says its limit in its JSON schema', () => {
    expect(z.toJSONSchema(requiredText(255))).toMatchObject({ maxLength: 255, minLength: 1 });
  });

  it.each([
    ['zero width', '\u200b'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['braille without dots', '\u2800'],
    ['a Hangul filler', '\u3164'],
    ['a half-width Hangul filler', '\uffa0'],
    ['Hangul fillers of old letters', '\u115f\u1160'],
    ['a word joiner and spaces', ' \u2060\u00a0\u3000'],
    ['joiners', '\u200d\u200c'],
    ['marks of direction', '\u200f\u202e\u2066\u2069'],
    ['an invisible plus', '\u2064'],
    ['tags', '\u{e0041}\u{e007f}'],
    ['a variation selector', '\ufe0f'],
    ['an accent without a letter', '\u0301'],
    ['a Mongolian vowel separator', '\u180e'],
    ['a note without a head', '\u{1d159}'],
    ['control characters', '\u0001\u0085\u009f'],
  ])('refuses %s alone', (_name, value) => {
    expect(
      requiredText(255)
        .safeParse(value)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['Must not be empty.']);
    expect(optionalText(255).parse(value)).toBeNull();
  });

  it.each([
    ['  شطيرة\u200f ', 'شطيرة\u200f'],
    ['\u2068Dana\u2069', '\u2068Dana\u2069'],
    ['\ufeff\u200b Fryer\u00a02\u2800\u3164\u00ad', 'Fryer\u00a02'],
    ['Cafe\u0301', 'Café'],
    ['Ku\u0308che', 'Küche'],
    ['\u212bngstro\u0308m', 'Ångström'],
    ['👩‍💻', '👩‍💻'],
    ['❤\ufe0f', '❤\ufe0f'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['ශ්\u200dරී', 'ශ්\u200dරී'],
    ['ﬁ ½', 'ﬁ ½'],
  ])('keeps %j as %j', (value, kept) => {
    expect(requiredText(255).parse(value)).toBe(kept);
  });

  it('is tidied in no time, however long the invisible part is', () => {
    const long = `a${' \u200b'.repeat(100_000)}\u200d\ufe0f${'\u200d'.repeat(100_000)}b`;
    const before = performance.now();
    for (const tidy of [undefined, unique, undisguised]) requiredText(undefined, tidy).parse(long);
    expect(performance.now() - before).toBeLessThan(500);
  });

  it('has at most thirty accents on one letter, and refuses more in no time', () => {
    expect(accepts(`a${'\u0316\u0300'.repeat(15)}`)).toBe(true);
    const before = performance.now();
    const { error } = requiredText().safeParse(`a${'\u0300'.repeat(25_000)}${'\u0316'.repeat(25_000)}`);
    expect(performance.now() - before).toBeLessThan(100);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Has too many accents on one letter.']);
  });
});

it('text of passwords and keys is unchanged, other text is composed', () => {
  expect(exactText.parse(' e\u0301\u200b')).toBe(' e\u0301\u200b');
  expect(storedText.parse(' e\u0301\u200b')).toBe(' é\u200b');
});

it.each(['ME-014\u200f', '\u200eME-014', 'ME-014\u2069\u200b', '\u00a0ME-014\ufeff'])(
  'a unique %j is the one without invisible ends',
  (value) => {
    expect(requiredText(50, unique).parse(value)).toBe('ME-014');
  },
);

it.each([
  ['\u202egnp.exe', 'gnp.exe'],
  ['Dana\u2067 (staff)\u2069', 'Dana (staff)'],
  ['a\u200bb\u2060c\ufeffd\u00ade', 'abcde'],
  ['D\u200da\u200c\u200dn\u200d\u200da', 'Dana'],
  ['a\ufe0f\u{e0041}\u{e0042}', 'a'],
  ['bell\u0007\u001b[31m', 'bell[31m'],
  ['one\n\ttwo', 'one\n\ttwo'],
  ['שלום\u200f!', 'שלום!'],
  ['👩‍💻 ❤\ufe0f\u200d🔥 3\ufe0f\u20e3', '👩‍💻 ❤\ufe0f\u200d🔥 3\ufe0f\u20e3'],
  ['🏴\u{e0067}\u{e0062}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['می\u200cخواهم ක්\u200dරි', 'می\u200cخواهم ක්\u200dරි'],
])('undisguised, %j is %j', (value, kept) => {
  expect(requiredText(255, undisguised).parse(value)).toBe(kept);
});

it('optionalText makes empty text null, and keeps other text', () => {
  expect(optionalText(5).parse(null)).toBeNull();
  expect(optionalText(5).parse(' oven ')).toBe('oven');
  expect(optionalText(5).parse(undefined)).toBeUndefined();
});
