import { expect, it } from '@jest/globals';
import { opennessFaults } from './open-responses.ts';

it('finds responses that are closed and requests that are open, also within others', () => {
  const fields = { properties: { a: {} } };
  const closed = { ...fields, additionalProperties: false };
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const faults = opennessFaults({
    paths: {
      '/things': {
        post: {
          operationId: 'create',
          requestBody: ref('Sent'),
          responses: { 200: ref('Received'), 201: closed },
        },
        put: { operationId: 'replace', requestBody: ref('Closed'), responses: { 200: fields } },
      },
    },
    components: {
      schemas: {
        Sent: { properties: { inner: ref('Inner') }, additionalProperties: false },
        Inner: { ...closed, items: fields },
        Closed: closed,
        Received: fields,
        Event: { anyOf: [fields, closed] },
      },
    },
  });
  expect(faults).toEqual([
    'a response of create is closed',
    'Inner is sent and open',
    'Event is received and closed',
  ]);
});
