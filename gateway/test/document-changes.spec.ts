import { expect, it } from '@jest/globals';
import { documentChanges } from '../src/document-changes.ts';

const call = (summary: string, parameters: string[] = [], more: object = {}) => ({
  summary,
  parameters: parameters.map((name) => ({ name, in: 'query' })),
  ...more,
});
const kind = (...values: string[]) => ({ enum: values });
const document = (paths: object, schemas: object) => ({ paths, components: { schemas } });

it('says what a document has that an earlier one has not, and the other way round', () => {
  const before = document(
    {
      '/api/things': { get: call('List things', ['limit']), post: call('Create a thing') },
      '/api/old': { get: call('Old') },
    },
    {
      ThingResponse: { properties: { id: {}, kind: kind('a'), gone: {} } },
      CreateThingRequest: { properties: { name: {} } },
    },
  );
  const after = document(
    {
      '/api/things': {
        get: call('List things', ['limit', 'ids', 'sort']),
        post: call('Create a thing', [], { deprecated: true }),
        put: call('Replace all things'),
      },
    },
    {
      ThingResponse: { properties: { id: {}, kind: kind('a', 'b'), serial: {} } },
      CreateThingRequest: { properties: { name: {}, serial: {} } },
      Problem: { properties: { code: {} } },
    },
  );
  expect(documentChanges(before, after)).toEqual([
    '`GET /api/old` has ended.',
    '`GET /api/things` takes `ids` and `sort`.',
    '`POST /api/things` is deprecated.',
    'New: `PUT /api/things`. Replace all things',
    'ThingResponse has `serial`.',
    'ThingResponse has no `gone` any more.',
    '`kind` of ThingResponse may be `b`.',
    'CreateThingRequest takes `serial`.',
  ]);
  expect(documentChanges(before, before)).toEqual([]);
});
