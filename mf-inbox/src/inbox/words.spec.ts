import { expect, it } from '@jest/globals';
import { inboxItem, suspendedCode } from '../../test/fixtures.ts';
import { type InboxItem } from './inbox.queries.ts';
import { goneOf, initialsOf, sentenceOf } from './words.ts';

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

it('says nothing beside a QR code, nor of what may have been one', () => {
  expect(sentenceOf(suspendedCode())).toEqual({});
  expect(sentenceOf(inboxItem(1042, { kind: 'reported', ticket: null }))).toEqual({});
});

it.each([
  ['reported', 'This no longer exists or is not in your locations.'],
  ['mentioned', 'This ticket no longer exists or is not in your locations.'],
] as const)('says that what %s was about is gone', (kind, text) => {
  expect(goneOf({ kind })).toBe(text);
});

it('takes the first letters of a name', () => {
  expect(initialsOf(dana)).toBe('DW');
  expect(initialsOf({ ...dana, lastName: '' })).toBe('D');
  expect(initialsOf(null)).toBe('');
});
