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
  ['the administrator stopping PostgreSQL', new QueryFailedError('SELECT 1', [], withCode('57P01'))],
  ['too many connections', withCode('53300')],
  ['a lock not had in time', new QueryFailedError('SELECT 1', [], withCode('55P03'))],
  ['a cancelled statement', withCode('57014')],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['a connection that broke within a transaction', new QueryRunnerAlreadyReleasedError()],
  ['a connection that broke between its statements', new QueryRunnerProviderAlreadyReleasedError()],
  ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
  ['Redis away', new ClientOfflineError()],
  ['Redis at its memory bound', new ErrorReply("OOM command not allowed when used memory > 'maxmemory'.")],
])('takes %s for an outage', (_name, error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  ['a unique violation', withCode('23505')],
  ['a syntax error', withCode('42601')],
  ['a bug', new TypeError('x is not a function')],
  ['no error', 'timeout'],
])('does not take %s for an outage', (_name, error) => {
  expect(isOutage(error)).toBe(false);
});

it('names a broken constraint', () => {
  const error = Object.assign(withCode('23505'), { constraint: 'uq_users_email' });
  expect(brokenConstraint(new QueryFailedError('INSERT', [], error))).toEqual({
    code: '23505',
    constraint: 'uq_users_email',
  });
  expect(brokenConstraint(new Error('other'))).toBeUndefined();
});
