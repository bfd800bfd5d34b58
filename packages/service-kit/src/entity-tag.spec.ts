import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { preconditionOf, versioned } from './entity-tag.ts';
import { Problem } from './problem.ts';

const schema = versioned(z.object({ title: z.string() }));
const stored = { answer: { title: 'Oven' }, version: 3 };
const result = { body: { title: 'Oven' }, version: 3 };

it('stores a versioned body in the format of earlier releases', () => {
  expect(schema.encode(result)).toEqual(stored);
});

it('reads what an earlier release stored', () => {
  expect(schema.parse(stored)).toEqual(result);
});

describe('If-Match', () => {
  const check = (header: string | string[] | undefined) =>
    preconditionOf({ headers: header === undefined ? {} : { 'if-match': header } });

  it.each([
    ['no header', undefined],
    ['the version', '"3"'],
    ['any version', '*'],
    ['a list with the version', '"2", "3"'],
    ['two headers, one with the version', ['"2"', '"3"']],
    ['a weak one', 'W/"3"'],
    ['a list of weak ones', 'W/"2", W/"3"'],
    ['one of a proxy that compresses', '"3-gzip"'],
    ['a weak one of it', 'W/"3-gzip"'],
    ...['-br', '-zstd', '-deflate', '--gzip', ';gzip'].map(
      (end) => [`one with ${end}`, `"3${end}"`] as const,
    ),
  ])('allows %s', (_name, header) => {
    expect(() => check(header)(3)).not.toThrow();
  });

  it.each([
    ['another version', '"2"'],
    ['a list without the version', '"2","4"'],
    ['a longer version', '"33"'],
    ['another version of a proxy that compresses', '"2-gzip"'],
    ['what is no compression', '"3-1"'],
    ['a compression without a version', '"-gzip"'],
  ])('refuses %s and names the version that is stored', (_name, header) => {
    let thrown: unknown;
    try {
      check(header)(3);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Problem);
    expect(thrown).toMatchObject({ status: 412, headers: { ETag: '"3"' } });
  });

  it.each(['3', '', '"3", 4', '"3', 'W/3'])('says that %j is no ETag', (header) => {
    expect(() => check(header)).toThrow('Must be an ETag with its quotes, such as "3".');
  });
});
