import { describe, expect, it } from '@jest/globals';
import { isPattern, isWithin, overlaps, patternRegex } from '../src/path-pattern.ts';

describe('a pattern', () => {
  it.each([
    '/api/user',
    '/api/remote-loads',
    '/api/tickets/**',
    '/api/tickets/{id}',
    '/api/users/{id}/**',
    '/api/attachments/s3/params',
    '/api/tickets/{id}/attachments/{attachmentId}',
  ])('may be %s', (text) => {
    expect(isPattern(text)).toBe(true);
  });

  it.each([
    '',
    '/',
    '/api',
    '/api/',
    '/api/**',
    '/api/{any}',
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
    '/api/tickets.json',
    '/api/tickets/..',
    '/api/tick(ets|s)',
    '/api/tickets" core; }',
    '/api/tickets\n',
    ' /api/tickets',
  ])('may not be %j', (text) => {
    expect(isPattern(text)).toBe(false);
  });
});

describe('patternRegex', () => {
  it.each([
    ['/api/stats', '^/api/stats$'],
    ['/api/tickets/**', '^/api/tickets(/.|$)'],
    ['/api/tickets/{id}/attachments', '^/api/tickets/[^/]+/attachments$'],
    ['/api/users/{id}/**', '^/api/users/[^/]+(/.|$)'],
  ])('%s is %s', (pattern, regex) => {
    expect(patternRegex(pattern)).toBe(regex);
  });
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

describe.each(pairs)('%s and %s', (a, b, overlap, aWithinB, bWithinA) => {
  it(overlap ? 'overlap' : 'have no path in common', () => {
    expect([overlaps(a, b), overlaps(b, a)]).toEqual([overlap, overlap]);
  });

  it('lie within each other or not', () => {
    expect([isWithin(a, b), isWithin(b, a)]).toEqual([aWithinB, bWithinA]);
  });
});
