import { expect, it } from '@jest/globals';
import { hashPassword, verifyPassword, waitingHashes } from './passwords.ts';

it('hashes with argon2id at 19 MiB and two passes, differently each time', async () => {
  const [first, second] = await Promise.all([hashPassword('secret one'), hashPassword('secret one')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

it('verifies only the right password', async () => {
  const hash = await hashPassword('secret one');
  await expect(verifyPassword('secret one', hash)).resolves.toBe(true);
  await expect(verifyPassword('secret two', hash)).resolves.toBe(false);
});

it('rejects every password for an unknown e-mail', async () => {
  await expect(verifyPassword('', undefined)).resolves.toBe(false);
});

it('runs at most four hashes at once', async () => {
  const hash = await hashPassword('secret one');
  const running = Array.from({ length: 3 }, () => [hashPassword('new'), verifyPassword('guess', hash)]);
  // Six are there.
  expect(waitingHashes()).toBe(2);
  await Promise.all(running.flat());
  expect(waitingHashes()).toBe(0);
});

it('returns 503 with Retry-After when a hundred are waiting', async () => {
  // Verifying against this takes no time: it is no hash.
  const outcomes = Promise.allSettled(Array.from({ length: 104 }, () => verifyPassword('guess', 'no hash')));
  expect(waitingHashes()).toBe(100);
  const refusal = { status: 503, headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) } };
  const refused = [hashPassword('one more'), verifyPassword('one more', 'no hash')];
  for (const one of refused) await expect(one).rejects.toMatchObject(refusal);
  for (const outcome of await outcomes) expect(outcome).not.toMatchObject({ reason: { status: 503 } });
  await expect(hashPassword('later')).resolves.toMatch(/^\$argon2id/);
});
