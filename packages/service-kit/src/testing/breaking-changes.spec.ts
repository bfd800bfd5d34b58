import { expect, it } from '@jest/globals';
import { breakingChanges } from './breaking-changes.ts';

const text = { type: 'string', maxLength: 10 };
const document = (options: {
  request?: object;
  required?: string[];
  answer?: object;
  answered?: string[];
  parameters?: object[];
  paths?: object;
}) => ({
  paths: options.paths ?? {
    '/things': {
      post: {
        parameters: options.parameters ?? [],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Request' } } },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Request: {
        type: 'object',
        properties: { title: text, kind: { enum: ['a', 'b'] }, ...options.request },
        required: options.required ?? ['title'],
      },
      Thing: {
        type: 'object',
        properties: { id: text, kind: { enum: ['a', 'b'] }, ...options.answer },
        required: options.answered ?? ['id'],
      },
    },
  },
});

it.each([
  ['nothing', {}],
  ['a new optional field', { request: { notes: text } }],
  ['a new answered field', { answer: { notes: text }, answered: ['id', 'notes'] }],
  [
    'a wider request',
    { request: { title: { type: ['string', 'null'], maxLength: 20 }, kind: { enum: ['a', 'b', 'c'] } } },
  ],
  ['a narrower answer', { answer: { kind: { enum: ['a'] } } }],
  ['a new optional parameter', { parameters: [{ in: 'query', name: 'q', schema: text }] }],
])('%s breaks nobody', (_name, change) => {
  expect(breakingChanges(document({}), document(change))).toEqual([]);
});

it.each([
  ['POST /things is gone', { paths: {} }],
  ['it no longer answers 200', { paths: { '/things': { post: { responses: { 201: {} } } } } }],
  ['the request needs notes now', { request: { notes: text }, required: ['title', 'notes'] }],
  ['title of the request has a smaller maxLength', { request: { title: { type: 'string', maxLength: 9 } } }],
  ['title of the request may no longer be string', { request: { title: { type: 'integer' } } }],
  ['kind of the request may no longer be "b"', { request: { kind: { enum: ['a'] } } }],
  ['id of an item of the answer may now be null', { answer: { id: { type: ['string', 'null'] } } }],
  ['id of an item of the answer may now be null', { answer: { id: { anyOf: [text, { type: 'null' }] } } }],
  ['kind of an item of the answer may now be "c"', { answer: { kind: { enum: ['a', 'b', 'c'] } } }],
  ['an item of the answer may lack id now', { answered: [] }],
  ['query parameter q is required now', { parameters: [{ in: 'query', name: 'q', required: true }] }],
])('notices: %s', (sentence, change) => {
  expect(breakingChanges(document({}), document(change)).join('\n')).toContain(sentence);
});

it('notices a field or a parameter that is gone', () => {
  const before = document({ answer: { notes: text }, parameters: [{ in: 'query', name: 'q' }] });
  expect(breakingChanges(before, document({}))).toEqual([
    'POST /things: query parameter q is gone',
    'POST /things: notes of an item of the answer is gone',
  ]);
});
