import { expect, it } from '@jest/globals';
import { failureOf } from './mailer.ts';

const errorWith = (more: object) => Object.assign(new Error('It failed.'), more);

it.each([
  [
    'an unknown address',
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, permanent: true },
    true,
    false,
  ],
  [
    'a full mailbox',
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 452, permanent: false },
    false,
    false,
  ],
  [
    'a refused content',
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554, permanent: true },
    true,
    false,
  ],
  ['a busy server', { code: 'EMESSAGE', command: 'DATA', responseCode: 451, permanent: false }, false, false],
  [
    'a refused sender',
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, permanent: true },
    false,
    false,
  ],
  [
    'a wrong password',
    { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, permanent: true },
    false,
    false,
  ],
  ['no server', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, false, false],
  ['no name', { code: 'EDNS', originalCode: 'ENOTFOUND' }, false, false],
  ['no greeting', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT', command: 'CONN' }, false, false],
  ['silence', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', command: 'CONN' }, false, true],
  ['a lost connection', { code: 'ECONNECTION', command: 'CONN' }, false, true],
  ['too long a conversation', { code: 'EABORT' }, false, true],
  ['anything else', {}, false, true],
])('%s', (_what, error, isPermanent, isUnsure) => {
  expect(failureOf(errorWith(error))).toEqual({ text: 'It failed.', isPermanent, isUnsure });
});

it('an error without an explanation', () => {
  expect(failureOf('gone')).toEqual({ text: 'gone', isPermanent: false, isUnsure: true });
});
