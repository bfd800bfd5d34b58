import { describe, expect, it } from '@jest/globals';
import { excerptOf, mentionsOf, oneLine, shortened } from './plain-text.ts';

const dana = '01890000-0000-7000-8000-00000000000a';
const names = new Map([[dana, 'Dana Whitfield']]);

describe('oneLine', () => {
  it.each([
    ['Walk-in cooler', 'Walk-in cooler'],
    ['Cooler\r\nBcc: all@example.com', 'Cooler Bcc: all@example.com'],
    ['Cooler\nX: y', 'Cooler X: y'],
    ['Cooler\u2028X: y', 'Cooler X: y'],
    ['Coo\u0000ler\u0007', 'Cooler'],
    ['safe \u202egpj.exe', 'safe gpj.exe'],
    ['\u200fDa\u200bna\ufeff\u2060 👩‍💻', 'Dana 👩‍💻'],
    ['a\u200e\u200fb\u061c\u2066c\u2069\u200b\u2060\ufeff', 'abc'],
    ['👩\u200d🔧', '👩\u200d🔧'],
    ['  Käse \t 冷蔵庫 🧊 ', 'Käse 冷蔵庫 🧊'],
  ])('%j', (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });
});

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab cd', 3, 'ab…'],
  ['🧊🧊🧊', 2, '🧊🧊…'],
])('%s with at most %i characters', (line, longest, expected) => {
  expect(shortened(line, longest)).toBe(expected);
});

describe('excerptOf', () => {
  it('shows mentions with their names', () => {
    const comment = `<@${dana.toUpperCase()}> and <@01890000-0000-7000-8000-00000000000b>, see <@me>`;
    expect(mentionsOf(comment)).toEqual([dana, '01890000-0000-7000-8000-00000000000b']);
    expect(excerptOf(comment, names)).toBe('@Dana Whitfield and @somebody, see <@me>');
  });

  it('keeps line breaks, and nothing else that is invisible', () => {
    expect(excerptOf('one\r\ntwo\n\nthree\u2028four\u0000\u202e', names)).toBe('one\ntwo\n\nthree\nfour');
  });

  it.each([
    [500, 500],
    [501, 501],
  ])('of %i characters has at most 500 and the mark for the rest', (length, expected) => {
    const excerpt = excerptOf('x'.repeat(length), names);
    expect(excerpt).toHaveLength(expected);
    expect(excerpt.endsWith('…')).toBe(length > 500);
  });
});
