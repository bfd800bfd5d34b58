import { expect, it } from '@jest/globals';
import { ticket } from '../../test/fixtures.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { dueBadgeOf } from './due-words.ts';

const now = new Date(2024, 2, 5, 15, 4);
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
const said = (given: Partial<Ticket>) => {
  const badge = dueBadgeOf(ticket('Oven', given), now);
  return badge && [badge.variant, badge.text];
};
const pause = { reason: 'waiting_parts', note: null, since: at(-60), until: null } as const;

it.each<[given: Partial<Ticket>, expected: string[] | undefined]>([
  [{}, undefined],
  [{ dueAt: at(-5), status: 'solved', dueState: 'missed' }, undefined],
  [{ dueAt: at(0) }, ['destructive', 'Overdue 1 min']],
  // The server has seen it become late.
  [{ dueAt: at(0.1), dueState: 'overdue' }, ['destructive', 'Overdue 1 min']],
  [{ dueAt: at(-180) }, ['destructive', 'Overdue 3 h']],
  [{ dueAt: at(-48 * 60) }, ['destructive', 'Overdue 2 days']],
  [{ resolveDueAt: at(10), dueState: 'at_risk' }, ['warning', 'At risk']],
  [{ resolveDueAt: at(116), dueState: 'on_track' }, ['secondary', 'Due Mar 5, 5:00 PM']],
  // What people set goes first.
  [{ resolveDueAt: at(-10), dueAt: at(116) }, ['secondary', 'Due Mar 5, 5:00 PM']],
  [{ dueAt: at(-10), pause, dueState: 'paused' }, ['outline', 'Paused: waiting for parts']],
])('says of %j', (given, expected) => {
  expect(said(given)).toEqual(expected);
});

it("says the time of the store, with its zone where the reader's differs", () => {
  const location = { id: 'atoll', name: 'Atoll', storeNumber: '2', timezone: 'Pacific/Kiritimati' };
  expect(said({ dueAt: '2024-03-05T20:34:00Z', location })).toEqual([
    'secondary',
    'Due Mar 6, 10:34 AM GMT+14',
  ]);
});
