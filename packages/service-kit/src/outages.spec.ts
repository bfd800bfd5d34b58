import { expect, it } from '@jest/globals';
import { ClientOfflineError, ErrorReply } from 'redis';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { brokenConstraint, isOutage } from './outages.ts';

const withCode = (code: string, message = 'failed'): Error => Object.assign(new Error(message), { code });

it.each([
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a refused connection to every address', new AggregateError([withCode('ECONNREFUSED')])],
  ['PostgreSQL stopped by an administrator', new QueryFailedError('SELECT 1', [], withCode('57P01'))],
  ['too many connections', withCode('53300')],
  ['a lock timeout', new QueryFailedError('SELECT 1', [], withCode('55P03'))],
  ['a cancelled statement', withCode('57014')],
  ['a broken connection', new Error('Connection terminated unexpectedly')],
  ['a connection broken within a transaction', new QueryRunnerAlreadyReleasedError()],
  ['a connection broken between statements', new QueryRunnerProviderAlreadyReleasedError()],
  ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
  ['Redis unavailable', new ClientOfflineError()],
  ['Redis at its memory limit', new ErrorReply("OOM command not allowed when used memory > 'maxmemory'.")],
])('recognizes %s as an outage', (_name, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['a unique violation', withCode('23505')],
  ['a syntax error', withCode('42601')],
  ['a bug', new TypeError('x is not a function')],
  ['no error', 'timeout'],
])('does not recognize %s as an outage', (_name, error) => {
  expect(isOutage(error)).toBe(false);
});

it('names a violated constraint', () => {
  const error = Object.assign(withCode('23505'), { constraint: 'uq_users_email' });
  expect(brokenConstraint(new QueryFailedError('INSERT', [], error))).toEqual({
    code: '23505',
    constraint: 'uq_users_email',
  });
  expect(brokenConstraint(new Error('other'))).toBeUndefined();
});
