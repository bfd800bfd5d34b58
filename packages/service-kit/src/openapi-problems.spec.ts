import { expect, it } from '@jest/globals';
import { declareLimits, describeProblems } from './openapi-problems.ts';
import { problemResponse } from './problem-response.ts';

const operation = () => ({ responses: { 201: { description: 'Created.' }, 403: problemResponse(403) } });

it.each([
  ['users', false, ['read_only', 'foreign_site']],
  ['admins', false, ['role', 'read_only', 'foreign_site']],
  ['everyone', false, ['foreign_site']],
  ['admins', true, ['role']],
] as const)(
  'a 403 for %s of a call that reads: %s has the codes that it can have',
  (audience, isRead, codes) => {
    const described = operation();
    describeProblems(described, isRead, audience);
    expect(described.responses[403]).toMatchObject({
      'x-codes': codes,
      description: `Not allowed. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    });
  },
);

it('a counted write has the headers of limits, and every call those of its problems', () => {
  const limits = { RateLimit: expect.anything(), 'RateLimit-Policy': expect.anything() };
  const write = operation();
  declareLimits(write, true);
  expect(write.responses).toMatchObject({
    201: { headers: limits },
    429: { headers: { ...limits, 'Retry-After': expect.anything() }, 'x-codes': ['rate_limited'] },
    default: { $ref: '#/components/responses/OtherProblem' },
  });
  const read = operation();
  declareLimits(read, false);
  expect(read.responses[201]).toEqual({ description: 'Created.' });
});
