import { expect, it } from '@jest/globals';
import { fullName, initialsOf } from './names.ts';

it.each([
  ['Dana', 'Whitfield', 'Dana Whitfield', 'DW'],
  ['ana sofia', 'de ruiz', 'ana sofia de ruiz', 'AR'],
  ['Dana', '', 'Dana', 'D'],
  ['', 'Whitfield', 'Whitfield', 'W'],
  ['𝒟ana', 'Öz', '𝒟ana Öz', '𝒟Ö'],
])('names %s %s', (firstName, lastName, name, initials) => {
  expect(fullName({ firstName, lastName })).toBe(name);
  expect(initialsOf(name)).toBe(initials);
});
