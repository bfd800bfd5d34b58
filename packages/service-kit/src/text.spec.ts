import { describe, expect, it } from '@jest/globals';
import { optionalText, requiredText } from './text.ts';

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

  it('trims and keeps right-to-left marks', () => {
    expect(requiredText(255).parse('  شطيرة\u200f ')).toBe('شطيرة\u200f');
  });
});

it('optionalText makes empty text null', () => {
  expect(optionalText(5).parse('  ')).toBeNull();
  expect(optionalText(5).parse(undefined)).toBeUndefined();
});
