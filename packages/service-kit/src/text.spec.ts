import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
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

  it('trims and keeps right-to-left marks', () => {
    expect(requiredText(255).parse('  شطيرة\u200f ')).toBe('شطيرة\u200f');
  });
});

it('optionalText makes empty text null, and keeps other text', () => {
  expect(optionalText(5).parse('  ')).toBeNull();
  expect(optionalText(5).parse(null)).toBeNull();
  expect(optionalText(5).parse(' oven ')).toBe('oven');
  expect(optionalText(5).parse(undefined)).toBeUndefined();
});
