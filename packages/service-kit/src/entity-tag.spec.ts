import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { versioned } from './entity-tag.ts';

const schema = versioned(z.object({ title: z.string() }));
const stored = { answer: { title: 'Oven' }, version: 3 };
const result = { body: { title: 'Oven' }, version: 3 };

it('stores a versioned body in the format of earlier releases', () => {
  expect(schema.encode(result)).toEqual(stored);
});

it('reads what an earlier release stored', () => {
  expect(schema.parse(stored)).toEqual(result);
});
