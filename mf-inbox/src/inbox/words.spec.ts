import { expect, it } from '@jest/globals';
import { inboxItem, suspendedCode } from '../../test/fixtures.ts';
import { type InboxItem } from './inbox.queries.ts';
import { initialsOf, sentenceOf } from './words.ts';

const dana = { id: '01890000-0000-7000-8000-000000000001', firstName: 'Dana', lastName: 'Whitfield' };
const told = (kind: InboxItem['kind'], actor: InboxItem['actor']) => {
  const { name, deed } = sentenceOf(inboxItem(1042, { kind, actor }));
  return [name, deed].filter(Boolean).join(' ');
};

it.each([
  ['mentioned', 'Dana Whitfield mentioned you', 'You were mentioned'],
  ['assigned', 'Dana Whitfield assigned this to you', 'This was assigned to you'],
  ['commented', 'Dana Whitfield commented', 'There is a new comment'],
  ['status_changed', 'Dana Whitfield changed the status', 'The status was changed'],
  ['reported', 'A crew member reported a problem', 'A crew member reported a problem'],
] as const)('says who did what, or what was done: %s', (kind, byDana, byNobody) => {
  expect(told(kind, dana)).toBe(byDana);
  expect(told(kind, null)).toBe(byNobody);
});

it.each([
  ['at_risk', 'America/New_York', 'At risk: due March 5, 2024 3:04 PM'],
  ['overdue', 'America/New_York', 'Overdue since March 5, 2024 3:04 PM'],
  ['escalated', 'America/New_York', 'Escalated: overdue since March 5, 2024 3:04 PM'],
  ['overdue', 'America/Los_Angeles', 'Overdue since March 5, 2024 12:04 PM PST'],
])('says on the clock of the store when a ticket is or was due: %s, %s', (kind, timezone, expected) => {
  const item = inboxItem(1042, { kind, actor: null, dueAt: '2024-03-05T20:04:00.000Z' });
  const ticket = item.ticket && { ...item.ticket, location: { ...item.ticket.location, timezone } };
  expect(sentenceOf({ ...item, ticket })).toEqual({ deed: expected });
});

it('says that there is news where the kind is of a later version', () => {
  expect(told('approval_needed', dana)).toBe('There is news');
});

it('says nothing beside a QR code', () => {
  expect(sentenceOf(suspendedCode())).toEqual({});
});

it('takes the first letters of a name', () => {
  expect(initialsOf(dana)).toBe('DW');
  expect(initialsOf({ ...dana, lastName: '' })).toBe('D');
  expect(initialsOf(null)).toBe('');
});
