import { describe, expect, it } from '@jest/globals';
import { describeOnlyEnv, loadConfig } from '@mainstay/service-kit';
import { configSchema } from '../config.ts';
import { UnsubscribeTokens } from './unsubscribe-tokens.ts';

const [first, second] = ['a', 'b'].map((letter) => letter.repeat(32));
const tokensOf = (...secrets: (string | undefined)[]) =>
  new UnsubscribeTokens(loadConfig(configSchema, { ...describeOnlyEnv, SESSION_SECRET: secrets.join(',') }));
const subscription = { userId: '01890000-0000-7000-8000-00000000000a', kinds: ['mentioned' as const] };

describe('UnsubscribeTokens', () => {
  const tokens = tokensOf(first);
  const token = tokens.issue(subscription);

  it('reads its own tokens, and those of the secret before', () => {
    expect(tokens.read(token)).toEqual(subscription);
    expect(tokensOf(second, first).read(token)).toEqual(subscription);
    expect(tokensOf(second).read(token)).toBeNull();
  });

  it('issues tokens that fit into an address, differ, and do not show whom they are for', () => {
    expect(token).toMatch(/^[\w-]{60,200}$/);
    expect(tokens.issue(subscription)).not.toBe(token);
    const text = Buffer.from(token, 'base64url').toString('latin1');
    expect(text).not.toContain(subscription.userId);
    expect(text).not.toContain('mentioned');
  });

  it.each([
    ['nothing', ''],
    ['a word', 'unsubscribe'],
    ['an id', subscription.userId],
    ['as many random characters', 'x'.repeat(token.length)],
    ['an altered end', `${token.slice(0, -4)}AAAA`],
    ['an altered beginning', `AAAA${token.slice(4)}`],
    ['less', token.slice(0, -8)],
    ['more', `${token}AAAA`],
    ['other characters that decode to the same', `${token}=`],
  ])('rejects %s', (_what, altered) => {
    expect(tokens.read(altered)).toBeNull();
  });
});
