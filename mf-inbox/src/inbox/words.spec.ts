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

it('says nothing beside a QR code', () => {
  expect(sentenceOf(suspendedCode())).toEqual({});
});

it('takes the first letters of a name', () => {
  expect(initialsOf(dana)).toBe('DW');
  expect(initialsOf({ ...dana, lastName: '' })).toBe('D');
  expect(initialsOf(null)).toBe('');
});
