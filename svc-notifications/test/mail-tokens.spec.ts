import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { EndingTokens } from '../src/mail/ending-tokens.ts';
import { mailScene } from './mail-scene.ts';

const scene = mailScene();
const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** A token of Sam, by default one of 30 days that ends in six. */
const token = (name: string, more: Record<string, Date> = {}) =>
  scene.world.insert('auth.tokens', {
    user_id: scene.sam.userId,
    name,
    token_hash: randomBytes(32).toString('hex'),
    read_only: false,
    created_at: inDays(-24),
    expires_at: inDays(6),
    ...more,
  });
async function schedule(): Promise<void> {
  const work = scene.service.app.get(EndingTokens, { strict: false });
  work.run();
  await work.idle();
}

it('a token that ends within seven days is mailed once', async () => {
  await token('Weekly\r\nBcc: x@example.com <b>', {
    created_at: new Date('2026-01-01'),
    expires_at: inDays(6.9),
  });
  await token('later', { expires_at: inDays(7.1) });
  await token('ended', { expires_at: inDays(-1) });
  await token('revoked', { revoked_at: inDays(-1) });
  await token('for a week', { created_at: inDays(-0.5), expires_at: inDays(6) });
  await schedule();
  await schedule();
  expect(await scene.statesOf(scene.sam)).toEqual(['sent']);
  const [mail, ...others] = scene.server.received;
  expect(others).toEqual([]);
  expect(mail?.to).toBe(scene.sam.email);
  expect(mail?.headers.has('bcc')).toBe(false);
  expect(mail?.headers.has('list-unsubscribe')).toBe(false);
  expect(mail?.text.split('\n')[0]).toBe('The API token “Weekly Bcc: x@example.com <b>” ends soon');
  expect(mail?.html).toContain('&lt;b&gt;');
  for (const content of [mail?.text, mail?.html]) expect(content).toContain('https://stores.example.com');
});

it('one that is revoked before the mail is sent is not mailed, nor one of an inactive account', async () => {
  const id = await token('Report');
  await schedule();
  await scene.world.run('UPDATE auth.tokens SET revoked_at = now() WHERE id = $1', [id]);
  expect(await scene.statesOf(scene.sam)).toEqual(['dropped']);
  await scene.world.run('UPDATE auth.users SET active = false WHERE id = $1', [scene.sam.userId]);
  await token('Other');
  await schedule();
  expect(await scene.statesOf(scene.sam)).toEqual(['dropped']);
  expect(scene.server.received).toEqual([]);
});
