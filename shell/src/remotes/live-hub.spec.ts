import { type LiveChange } from '@mainstay/remote-contract';
import { expect, it, jest } from '@jest/globals';
import { createLiveHub } from './live-hub.ts';

const change: LiveChange = {
  entity: 'ticket',
  id: '01890000-0000-7000-8000-000000000001',
  action: 'update',
  ticketId: '01890000-0000-7000-8000-000000000001',
  version: 2,
  fields: ['status'],
  actorId: null,
  requestId: null,
};

it('calls each subscription to the entity until it is cancelled', () => {
  const { subscribe, publish } = createLiveHub();
  const [tickets, tasks] = [jest.fn(), jest.fn()];
  const leave = subscribe('ticket', tickets);
  subscribe('ticket', tickets);
  subscribe('task', tasks);
  publish(change);
  expect(tickets.mock.calls).toEqual([[change], [change]]);
  leave();
  leave();
  publish(change);
  expect(tickets).toHaveBeenCalledTimes(3);
  expect(tasks).not.toHaveBeenCalled();
});
