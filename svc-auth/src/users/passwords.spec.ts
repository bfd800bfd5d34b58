import { expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from './passwords.ts';

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
