import { expect, it } from '@jest/globals';
import { isPattern } from '../src/path-pattern.ts';
import { faultsBetween } from '../src/service-files.ts';

it.each([
  '/api/user',
  '/api/remote-loads',
  '/api/tickets/**',
  '/api/tickets/{id}',
  '/api/users/{id}/**',
  '/api/tickets/{id}/attachments/{attachmentId}',
])('a pattern may be %s', (text) => {
  expect(isPattern(text)).toBe(true);
});

it.each([
  '',
  '/api/',
  '/api/**',
  '/api/{any}/**',
  '/tickets',
  'api/tickets',
  '/api/tickets/',
  '/api//tickets',
  '/api/tickets/*',
  '/api/**/attachments',
  '/api/tickets/{id',
  '/api/tickets/{id}s',
  '/api/Tickets',
  '/api/tickets/..',
  '/api/tick(ets|s)',
  '/api/tickets" core; }',
  '/api/tickets\n',
  ' /api/tickets',
])('a pattern may not be %j', (text) => {
  expect(isPattern(text)).toBe(false);
});

const pairs: [a: string, b: string, overlap: boolean, aWithinB: boolean, bWithinA: boolean][] = [
  ['/api/user', '/api/user', true, true, true],
  ['/api/user', '/api/users', false, false, false],
  ['/api/user', '/api/user/assigned-locations', false, false, false],
  ['/api/user/**', '/api/user/assigned-locations', true, false, true],
  ['/api/tickets/**', '/api/tickets', true, false, true],
  ['/api/tickets/**', '/api/tickets/{id}/attachments', true, false, true],
  ['/api/tickets/{id}/**', '/api/tickets', false, false, false],
  ['/api/tickets/{id}/**', '/api/tickets/{key}', true, false, true],
  ['/api/tickets/{id}', '/api/tickets/{key}', true, true, true],
  ['/api/tickets/{id}', '/api/tickets/similar', true, false, true],
  ['/api/tickets/{id}/people', '/api/tickets/similar/{id}', true, false, false],
  ['/api/tickets/{id}/people', '/api/tickets/{id}/watch', false, false, false],
  ['/api/tickets/**', '/api/tickets/{id}/**', true, false, true],
  ['/api/tickets/**', '/api/tasks/**', false, false, false],
];

it.each(pairs)(
  '%s and %s overlap, or lie within each other: %j, %j, %j',
  (a, b, overlap, aWithinB, bWithinA) => {
    const service = (name: string, path: string) => ({ name, paths: [path], pathsWithin: {}, streams: [] });
    const fits = (narrow: string, wide: string) =>
      faultsBetween([
        { ...service('inner', '/api/inner'), pathsWithin: { outer: [narrow] } },
        service('outer', wide),
      ]).length === 0;
    for (const [one, other] of [
      [a, b],
      [b, a],
    ])
      expect(faultsBetween([service('one', one ?? ''), service('other', other ?? '')]).length > 0).toBe(
        overlap,
      );
    expect([fits(a, b), fits(b, a)]).toEqual([aWithinB, bWithinA]);
  },
);
