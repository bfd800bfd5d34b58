import { expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';

let underWay = 0;
let most = 0;
const hashing = async <Result>(result: Result): Promise<Result> => {
  most = Math.max(most, (underWay += 1));
  await sleep(2);
  underWay -= 1;
  return result;
};
jest.mock('@node-rs/argon2', () => ({ hash: () => hashing('hash'), verify: () => hashing(true) }));

it('runs at most four hashes at once', async () => {
  const { hashPassword, verifyPassword } = await import('./passwords.ts');
  const verified = await Promise.all([
    ...Array.from({ length: 20 }, () => verifyPassword('guess', 'hash')),
    ...Array.from({ length: 20 }, () => hashPassword('new').then((made) => made === 'hash')),
  ]);
  expect(verified).toEqual(Array.from({ length: 40 }, () => true));
  expect(most).toBe(4);
});

it('returns 503 with Retry-After when a hundred are waiting', async () => {
  const { hashPassword, verifyPassword, waitingHashes } = await import('./passwords.ts');
  const accepted = Array.from({ length: 104 }, () => hashPassword('new'));
  expect(waitingHashes()).toBe(100);
  const refusal = { status: 503, headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) } };
  await expect(hashPassword('one more')).rejects.toMatchObject(refusal);
  await expect(verifyPassword('one more', 'hash')).rejects.toMatchObject(refusal);
  expect(await Promise.all(accepted)).toHaveLength(104);
  await expect(hashPassword('later')).resolves.toBe('hash');
});
