import { expect, it } from '@jest/globals';
import { unguardedWrites } from './unguarded-writes.ts';

const header = (name: string) => ({ in: 'header', name, required: false });

it('accepts writes that list their headers, and ignores other operations', () => {
  const paths = {
    '/things': {
      get: { responses: { 200: {} } },
      post: { parameters: [header('Idempotency-Key')], responses: { 201: {}, 422: {} } },
    },
    '/things/{id}': { patch: { parameters: [header('If-Match')], responses: { 200: {}, 412: {} } } },
    '/sign-in': { post: { responses: { 200: {} } } },
  };
  expect(unguardedWrites({ paths })).toEqual([]);
});

it('names the missing headers and statuses of a write', () => {
  const paths = {
    '/things': { post: { parameters: [{ in: 'query', name: 'Idempotency-Key' }], responses: { 201: {} } } },
    '/things/{id}': { patch: { responses: { 200: {}, 412: {} } } },
  };
  expect(unguardedWrites({ paths })).toEqual([
    'POST /things does not list Idempotency-Key',
    'POST /things does not list the status 422',
    'PATCH /things/{id} does not list If-Match',
  ]);
});
