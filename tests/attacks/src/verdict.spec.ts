import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiDocument, routesOf } from './documents.ts';
import { judgeBy } from './verdict.ts';

const file = join(import.meta.dirname, '../../../svc-notifications/openapi.json');
const document = {
  ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<ApiDocument, 'name'>),
  name: 'notifications',
};
const verdictOn = judgeBy([document]);

describe('the verdict on a stream of events', () => {
  const route = routesOf([document]).find(({ operation }) => operation.operationId === 'streamEvents');
  const verdict = (text: string) => {
    if (!route) throw new Error('there is no stream');
    const response = {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      text,
      body: undefined,
      milliseconds: 1,
    };
    return verdictOn(route, response, undefined);
  };
  const id = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
  const change = {
    entity: 'ticket',
    id,
    version: 3,
    action: 'update',
    fields: ['status'],
    actorId: null,
    requestId: null,
    ticketId: id,
  };
  const event = (name: string, data: object) => `id: 7\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

  it('is nothing for the documented events, comments, positions and an incomplete event', () => {
    const events = [
      event('inbox', { unread: 2 }),
      event('change', change),
      event('resync', {}),
      event('end', { reason: 'drain' }),
    ];
    expect(verdict(`retry: 900\n\n: open\n\n${events.join('')}id: 8\n\nevent: inbox\ndata: {"unr`)).toBe(
      undefined,
    );
  });

  it.each<[what: string, text: string, verdict: string]>([
    ['a field of another type', event('inbox', { unread: 'two' }), 'data/unread must be integer'],
    ['a missing field', event('end', {}), "data must have required property 'reason'"],
    [
      'a field that tells more',
      event('change', { ...change, title: 'Oven' }),
      'data must NOT have additional properties',
    ],
    ['data of another event', event('resync', { unread: 2 }), 'data must NOT have additional properties'],
    ['data that is not JSON', 'event: inbox\ndata: {"unread":\n\n', 'data must be object'],
    ['a name that is not documented', event('ping', {}), 'is not documented'],
    ['no name', 'data: {}\n\n', '"message" is not documented'],
    [
      'a wrong event after a right one',
      event('inbox', { unread: 2 }) + event('end', { reason: 'bored' }),
      'must be equal to one of the allowed values',
    ],
  ])('names %s', (_what, text, expected) => {
    expect(verdict(text)).toContain(expected);
  });
});
