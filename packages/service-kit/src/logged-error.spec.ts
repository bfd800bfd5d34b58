import { expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { errorText, loggedError } from './logged-error.ts';

const ofDatabase = (message: string, members: object) =>
  new QueryFailedError(
    'INSERT INTO auth.users (email) VALUES ($1)',
    ['secret'],
    Object.assign(new Error(message), members),
  );
const brokenJson = (): unknown => {
  try {
    return JSON.parse('{"a": secret}');
  } catch (error) {
    return error;
  }
};

it.each([
  [
    'a duplicate',
    ofDatabase('duplicate key', {
      code: '23505',
      constraint: 'uq_users_email',
      detail: 'Key (email)=(secret)',
    }),
    'uq_users_email',
  ],
  ['a lock timeout', ofDatabase('canceling statement', { code: '55P03', where: 'secret' }), 'INSERT INTO'],
  ['a value', ofDatabase('invalid input syntax for type uuid: "secret"', { code: '22P02' }), 'type uuid'],
  ['a value with lines', ofDatabase('value "\n    at secret" is out of range', { code: '22003' }), '22003'],
  ['an address', new Error('550 5.1.1 <secret@example.com>: Recipient rejected'), 'Recipient rejected'],
  ['JSON', brokenJson(), 'Unexpected token'],
  ['a cause', new Error('failed', { cause: ofDatabase('x', { detail: 'secret' }) }), '"x"'],
  ['several errors', new AggregateError([ofDatabase('x', { detail: 'secret' })], 'all failed'), '"x"'],
  [
    'members of its own',
    Object.assign(new Error('failed'), { response: 'secret', data: { a: 'secret' } }),
    'failed',
  ],
  ['text instead of an error', 'secret', 'string'],
])('an error is logged without its values: %s', (_name, error, told) => {
  for (const text of [JSON.stringify(loggedError(error)), errorText(error)]) {
    expect(text).not.toContain('secret');
  }
  expect(JSON.stringify(loggedError(error))).toContain(told);
});

it('an error is logged with its stack', () => {
  expect(loggedError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    stack: expect.stringMatching(/^TypeError: x is not a function\n {4}at .*logged-error\.spec/),
  });
});
