import { expect, it } from '@jest/globals';
import { inboxItem, suspendedCode } from '../../test/fixtures.ts';
import { type InboxItem } from './inbox.queries.ts';
import { initialsOf, sentenceOf } from './words.ts';

const dana = { id: '01890000-0000-7000-8000-000000000001', firstName: 'Dana', lastName: 'Whitfield' };
const money = (amount: string) => `$${amount}`;
const told = (kind: InboxItem['kind'], actor: InboxItem['actor'], more: Partial<InboxItem> = {}) => {
  const { name, deed } = sentenceOf(inboxItem(1042, { kind, actor, ...more }), money);
  return [name, deed].filter(Boolean).join(' ');
};

it.each([
  ['mentioned', 'Dana Whitfield mentioned you', 'You were mentioned'],
  ['assigned', 'Dana Whitfield assigned this to you', 'This was assigned to you'],
  ['commented', 'Dana Whitfield commented', 'There is a new comment'],
  ['status_changed', 'Dana Whitfield changed the status', 'The status was changed'],
  ['approval_decided', 'Dana Whitfield decided about the costs', 'The costs were decided about'],
  ['approval_needed', 'Costs above the limit need your approval', 'Costs above the limit need your approval'],
  [
    'check_failed',
    'Dana Whitfield finished a checklist: something failed',
    'Something failed in a checklist',
  ],
  ['reported', 'A crew member reported a problem', 'A crew member reported a problem'],
] as const)('says who did what, or what was done: %s', (kind, byDana, byNobody) => {
  expect(told(kind, dana)).toBe(byDana);
  expect(told(kind, null)).toBe(byNobody);
});

it.each([
  ['at_risk', 'At risk: due Mar 6, 10:04 AM GMT+14'],
  ['overdue', 'Overdue since Mar 6, 10:04 AM GMT+14'],
  ['escalated', 'Escalated: overdue 2 h'],
])('says on the clock of the store when a ticket is or was due, and its zone: %s', (kind, expected) => {
  const item = inboxItem(1042, {
    kind,
    actor: null,
    dueAt: '2024-03-05T20:04:00.000Z',
    createdAt: '2024-03-05T22:04:30.000Z',
  });
  const location = { id: 'atoll', name: 'Atoll', timezone: 'Pacific/Kiritimati' };
  expect(sentenceOf({ ...item, ticket: item.ticket && { ...item.ticket, location } }, money)).toEqual({
    deed: expected,
  });
});

it.each([
  ['approved', 'Dana Whitfield approved up to $900.00', 'Costs are approved up to $900.00'],
  ['declined', 'Dana Whitfield declined costs of $900.00', 'Costs of $900.00 are declined'],
] as const)('says what was decided about costs, and the amount: %s', (outcome, byDana, byNobody) => {
  const decision = { outcome, amount: '900.00' };
  expect(told('approval_decided', dana, { decision })).toBe(byDana);
  expect(told('approval_decided', null, { decision })).toBe(byNobody);
});

it.each([
  ['accepted', null, 'Cool Air accepted the work'],
  ['declined', null, 'Cool Air declined the work'],
  ['quoted', '900.00', 'Cool Air sent a quote of $900.00'],
  ['done', null, 'Cool Air is done: please confirm'],
  ['mail_failed', null, 'The mail to Cool Air was refused'],
  ['rained', null, 'There is news'],
])('says what a vendor did: %s', (event, amount, expected) => {
  const vendor = { event, name: 'Cool Air', amount };
  expect(told('vendor_answered', null, { vendor })).toBe(expected);
});

it('says that there is news where the kind is of a later version', () => {
  expect(told('rained', dana)).toBe('There is news');
});

it('says nothing beside a QR code', () => {
  expect(sentenceOf(suspendedCode(), money)).toEqual({});
});

it('takes the first letters of a name', () => {
  expect(initialsOf(dana)).toBe('DW');
  expect(initialsOf({ ...dana, lastName: '' })).toBe('D');
  expect(initialsOf(null)).toBe('');
});
