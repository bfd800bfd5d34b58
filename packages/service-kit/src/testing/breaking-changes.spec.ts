import { expect, it } from '@jest/globals';
import { breakingChanges } from './breaking-changes.ts';

const text = { type: 'string', maxLength: 10 };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, required: string[]) => ({ type: 'object', properties, required });
const kind = { enum: ['a', 'b'] };
const document = (options: {
  request?: object;
  required?: string[];
  response?: object;
  responseRequired?: string[];
  parameters?: object[];
  paths?: object;
}) => {
  const post = {
    parameters: options.parameters ?? [],
    requestBody: json(ref('Request')),
    responses: { 200: json({ type: 'array', items: ref('Thing') }) },
  };
  return {
    paths: options.paths ?? { '/things': { post } },
    components: {
      schemas: {
        Request: object({ title: text, kind, ...options.request }, options.required ?? ['title']),
        Thing: object({ id: text, kind, ...options.response }, options.responseRequired ?? ['id']),
      },
    },
  };
};

it.each([
  ['nothing', {}],
  ['a new optional field', { request: { notes: text } }],
  ['a new response field', { response: { notes: text }, responseRequired: ['id', 'notes'] }],
  [
    'a wider request',
    { request: { title: { type: ['string', 'null'], maxLength: 20 }, kind: { enum: ['a', 'b', 'c'] } } },
  ],
  ['a narrower response', { response: { kind: { enum: ['a'] } } }],
  ['a new optional parameter', { parameters: [{ in: 'query', name: 'q', schema: text }] }],
])('accepts %s', (_name, change) => {
  expect(breakingChanges(document({}), document(change))).toEqual([]);
});

it.each([
  ['POST /things is gone', { paths: {} }],
  ['it no longer returns 200', { paths: { '/things': { post: { responses: { 201: {} } } } } }],
  ['the request now requires notes', { request: { notes: text }, required: ['title', 'notes'] }],
  ['title of the request has a smaller maxLength', { request: { title: { type: 'string', maxLength: 9 } } }],
  ['title of the request may no longer be string', { request: { title: { type: 'integer' } } }],
  ['kind of the request may no longer be "b"', { request: { kind: { enum: ['a'] } } }],
  ['id of an item of the response may now be null', { response: { id: { type: ['string', 'null'] } } }],
  [
    'id of an item of the response may now be null',
    { response: { id: { anyOf: [text, { type: 'null' }] } } },
  ],
  ['kind of an item of the response may now be "c"', { response: { kind: { enum: ['a', 'b', 'c'] } } }],
  ['an item of the response may now lack id', { responseRequired: [] }],
  ['query parameter q is now required', { parameters: [{ in: 'query', name: 'q', required: true }] }],
])('reports: %s', (sentence, change) => {
  expect(breakingChanges(document({}), document(change)).join('\n')).toContain(sentence);
});

it('reports a removed field and a removed parameter', () => {
  const before = document({ response: { notes: text }, parameters: [{ in: 'query', name: 'q' }] });
  expect(breakingChanges(before, document({}))).toEqual([
    'POST /things: query parameter q is gone',
    'POST /things: notes of an item of the response is gone',
  ]);
});

it('a list may name its file in `format` alone, where it still has one', () => {
  const list = (content: object, formats: string[]) => {
    const parameters = [{ in: 'query', name: 'format', schema: { enum: formats } }];
    const get = { parameters, responses: { 200: { content: { ...json(text).content, ...content } } } };
    return document({ paths: { '/things': { get } } });
  };
  const before = list({ 'text/csv': { schema: text } }, ['csv']);
  expect(breakingChanges(before, list({}, ['csv']))).toEqual([]);
  expect(breakingChanges(before, list({}, ['json'])).join()).toContain('no longer text/csv');
});
