import { describe, expect, it } from '@jest/globals';
import type { Change } from '@mainstay/service-kit';
import { isSameScope, isVisible, locationsOf, mayChangeScope, mayChangeScopes } from './scope.ts';

const [here, there, userId] = ['here', 'there', 'user'];

const change = (parts: Partial<Change>): Change => ({
  id: 'entry',
  occurredAt: new Date(),
  actorId: null,
  requestId: null,
  action: 'update',
  entity: 'ticket',
  entityId: 'row',
  fields: [],
  locationBefore: null,
  locationAfter: null,
  ticketId: null,
  assigneeBefore: null,
  assigneeAfter: null,
  version: 1,
  cursor: '',
  ...parts,
});

it.each([
  [here, here, true],
  [here, there, true],
  [there, here, true],
  [null, here, true],
  [here, null, true],
  [there, there, false],
  [null, there, false],
  [null, null, false],
])(
  'a change from %s to %s is visible to the manager of here: %s',
  (locationBefore, locationAfter, expected) => {
    const it = change({ locationBefore, locationAfter });
    expect(isVisible(it, new Set([here]))).toBe(expected);
    expect(isVisible(it, new Set())).toBe(false);
    expect(isVisible(it, 'everything')).toBe(true);
  },
);

it('changes are of the locations before and after them, each once', () => {
  const moved = change({ locationBefore: here, locationAfter: there });
  expect(locationsOf([change({}), moved, change({ locationAfter: here })])).toEqual([here, there]);
});

it('what managers can see may change by assignments and locations', () => {
  const changes = ['ticket', 'user', 'location', 'manager_assignment'].map((entity) => change({ entity }));
  expect(changes.map((one) => mayChangeScopes([one]))).toEqual([false, false, true, true]);
});

it('scopes are the same with the same locations', () => {
  expect(isSameScope(new Set([here, there]), new Set([there, here]))).toBe(true);
  expect(isSameScope(new Set([here]), new Set([there]))).toBe(false);
  expect(isSameScope(new Set([here]), new Set())).toBe(false);
  expect(isSameScope(new Set(), 'everything')).toBe(false);
  expect(isSameScope('everything', 'everything')).toBe(true);
});

describe('the scope of the manager of here may have changed by', () => {
  it.each<[what: string, parts: Partial<Change>, expected: boolean]>([
    ['an assignment to here', { entity: 'manager_assignment', locationAfter: here }, true],
    ['an assignment to there', { entity: 'manager_assignment', locationAfter: there }, false],
    ['the end of one to here', { entity: 'manager_assignment', locationBefore: here }, false],
    ['the end of one to there', { entity: 'manager_assignment', locationBefore: there }, true],
    ['a removed location', { entity: 'location', fields: ['removedAt'] }, true],
    ['a renamed location', { entity: 'location', fields: ['name'] }, false],
    ['another role', { entity: 'user', entityId: userId, fields: ['role'] }, true],
    ['another name', { entity: 'user', entityId: userId, fields: ['lastName'] }, false],
    ['another role of another user', { entity: 'user', entityId: 'other', fields: ['role'] }, false],
    ['a moved ticket', { locationBefore: here, locationAfter: there }, false],
  ])('%s: %s', (_what, parts, expected) => {
    expect(mayChangeScope([change({}), change(parts)], { userId }, new Set([here]))).toBe(expected);
  });

  it('nothing but another role, for an administrator', () => {
    const assignment = change({ entity: 'manager_assignment', locationAfter: here });
    const role = change({ entity: 'user', entityId: userId, fields: ['role'] });
    expect(mayChangeScope([assignment], { userId }, 'everything')).toBe(false);
    expect(mayChangeScope([role], { userId }, 'everything')).toBe(true);
  });
});
