import { describe, expect, it } from '@jest/globals';
import { describeOnlyEnv, loadConfig, hashOfCode, isCode } from '@mainstay/service-kit';
import { configSchema } from '../config.ts';
import { IntakeSecrets } from './intake-secrets.ts';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
const withSecret = (secret: string) =>
  new IntakeSecrets(loadConfig(configSchema, { ...describeOnlyEnv, INTAKE_SECRET: secret }));
const secrets = withSecret(first);

const codeId = '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702';
const otherCode = '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d703';
const ticketId = '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01';
const now = Date.parse('2026-03-05T15:04:00Z');
const hour = 60 * 60 * 1000;

describe('a tracking token', () => {
  const token = secrets.trackingToken(codeId);
  const hash = hashOfCode(token).toString('base64');

  it('has the form of a code, and is another for each report and secret', () => {
    expect(isCode(token)).toBe(true);
    expect(secrets.trackingToken(codeId)).toBe(token);
    const others = [secrets.trackingToken(otherCode), withSecret(second).trackingToken(codeId)];
    expect(new Set([token, ...others]).size).toBe(3);
  });

  it('is given again after the secret was rotated', () => {
    expect(secrets.trackingTokenAgain(codeId, hash)).toBe(token);
    expect(withSecret(`${second},${first}`).trackingTokenAgain(codeId, hash)).toBe(token);
    expect(withSecret(second).trackingTokenAgain(codeId, hash)).not.toBe(token);
  });
});

describe('what joins an open report', () => {
  const join = secrets.join(codeId, ticketId, now);

  it('names the ticket for an hour', () => {
    expect(secrets.joinedTicket(codeId, join, now)).toBe(ticketId);
    expect(secrets.joinedTicket(codeId, join, now + hour - 1)).toBe(ticketId);
    expect(secrets.joinedTicket(codeId, join, now + hour)).toBeNull();
    expect(withSecret(`${second},${first}`).joinedTicket(codeId, join, now)).toBe(ticketId);
  });

  it.each([
    ['another code', () => secrets.joinedTicket(otherCode, join, now)],
    ['another secret', () => withSecret(second).joinedTicket(codeId, join, now)],
    ['nothing', () => secrets.joinedTicket(codeId, '', now)],
    ['another text', () => secrets.joinedTicket(codeId, 'x'.repeat(join.length), now)],
    ['a part', () => secrets.joinedTicket(codeId, join.slice(0, -2), now)],
    ['more', () => secrets.joinedTicket(codeId, `${join}AA`, now)],
  ])('names none for %s', (_name, read) => {
    expect(read()).toBeNull();
  });

  it('names none once any character differs', () => {
    for (let at = 0; at < join.length - 1; at += 1) {
      const altered = `${join.slice(0, at)}${join.charAt(at) === 'A' ? 'B' : 'A'}${join.slice(at + 1)}`;
      expect(secrets.joinedTicket(codeId, altered, now)).toBeNull();
    }
  });
});
