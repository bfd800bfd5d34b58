import { expect, it } from '@jest/globals';
import { readChange } from './stream-event.ts';

const change = {
  entity: 'ticket_comment',
  id: '01890000-0000-7000-8000-000000000001',
  action: 'create',
  version: 1,
  fields: ['body'],
  ticketId: '01890000-0000-7000-8000-000000000002',
  actorId: '01890000-0000-7000-8000-000000000003',
  requestId: 'a1',
};

it('reads a change, without members that it does not know', () => {
  expect(readChange(JSON.stringify({ ...change, color: 'red' }))).toEqual(change);
});

it('has null for what a change does not say', () => {
  const { entity, id, action } = change;
  expect(readChange(JSON.stringify({ entity, id, action }))).toEqual({
    entity,
    id,
    action,
    version: null,
    fields: [],
    ticketId: null,
    actorId: null,
    requestId: null,
  });
});

it.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['no id', JSON.stringify({ ...change, id: undefined })],
  ['no entity', JSON.stringify({ ...change, entity: 1 })],
  ['an action of another kind', JSON.stringify({ ...change, action: 'archive' })],
])('ignores a change with %s', (_what, data) => {
  expect(readChange(data)).toBeUndefined();
});
