import { describe, expect, it } from '@jest/globals';
import { all, join, sql } from './sql.ts';

describe('sql', () => {
  it('keeps values out of the text', () => {
    const hostile = "'; DROP TABLE tickets; --";
    expect(sql`SELECT ${hostile}, ${null}`.toStatement()).toEqual({
      text: 'SELECT $1, $2',
      values: [hostile, null],
    });
  });

  it('numbers the values of nested parts in order', () => {
    const inner = sql`b = ${2} OR c = ${3}`;
    expect(sql`a = ${1} AND (${inner}) AND d = ${4} AND (${inner})`.toStatement()).toEqual({
      text: 'a = $1 AND (b = $2 OR c = $3) AND d = $4 AND (b = $5 OR c = $6)',
      values: [1, 2, 3, 4, 2, 3],
    });
  });

  it('names the values for a query builder', () => {
    const inner = sql`b = ${2}`;
    expect(sql`a = ${1} AND (${inner} OR c = ${null})`.toCondition()).toEqual([
      'a = :value1 AND (b = :value2 OR c = :value3)',
      { value1: 1, value2: 2, value3: null },
    ]);
  });

  it('accepts a part without values', () => {
    expect(sql`SELECT ${sql`now()`}`.toStatement()).toEqual({ text: 'SELECT now()', values: [] });
  });
});

it('joins parts', () => {
  expect(join([sql`a`, sql`${1}`, sql`b`], ', ').toStatement()).toEqual({ text: 'a, $1, b', values: [1] });
});

it('treats no conditions as TRUE', () => {
  expect(all([]).toStatement().text).toBe('TRUE');
  expect(all([sql`a = ${1}`, sql`b`]).toStatement().text).toBe('a = $1 AND b');
});
