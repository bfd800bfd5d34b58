import { expect, it } from '@jest/globals';
import { preferIndexes } from './planner-settings.ts';

it('adds to the address and keeps what is there', () => {
  expect(preferIndexes('postgres://u:p%40ss@db:5432/mainstay?sslmode=require')).toBe(
    'postgres://u:p%40ss@db:5432/mainstay?sslmode=require&options=-c+enable_seqscan%3Doff',
  );
});
