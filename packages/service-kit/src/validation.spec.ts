import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { createValidationPipe, problemFromIssues } from './validation.ts';

const schema = z.strictObject({
  title: z.string().max(3),
  at: z.strictObject({ day: z.number() }).optional(),
});
const errorsOf = (input: unknown) => {
  const result = schema.safeParse(input);
  if (result.success) throw new Error('the input is valid');
  return problemFromIssues(result.error.issues).toBody('r1');
};

it('returns messages by field', () => {
  const body = errorsOf({ title: 'long', at: { day: '5' } });
  expect(body).toMatchObject({ status: 400, title: 'Bad Request', requestId: 'r1' });
  expect(Object.keys(body.errors ?? {})).toEqual(['title', 'at.day']);
  expect(body.detail).toMatch(/^title: /);
});

it('returns every message of a field', () => {
  const issues = [
    { path: ['title'], message: 'Too long.' },
    { path: [{ key: 'title' }], message: 'Not a title.' },
  ];
  expect(problemFromIssues(issues).toBody('r1').errors).toEqual({ title: ['Too long.', 'Not a title.'] });
});

it('names unknown fields, including nested and malicious ones', () => {
  const body = errorsOf(JSON.parse('{"title":"a","role":"admin","__proto__":{},"at":{"day":1,"x":2}}'));
  expect(body.errors).toEqual({
    role: ['Unknown field.'],
    ['__proto__']: ['Unknown field.'],
    'at.x': ['Unknown field.'],
  });
});

it('reports a body that is not an object', () => {
  expect(errorsOf([1]).detail).toMatch(/^The body is not valid/);
  expect(errorsOf(undefined).detail).toMatch(/^The body is not valid/);
});

it.each(['__proto__', 'constructor', 'prototype'])('rejects %s in a body by name', async (name) => {
  const body: unknown = JSON.parse(`{"title":"a","${name}":{"role":"admin"}}`);
  await expect(createValidationPipe().transform(body, { type: 'body', schema })).rejects.toMatchObject({
    errors: { [name]: ['Unknown field.'] },
  });
});
