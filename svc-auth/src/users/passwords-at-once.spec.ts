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

it('hashes and verifies four at once, however many sign in', async () => {
  const { hashPassword, verifyPassword } = await import('./passwords.ts');
  const verified = await Promise.all([
    ...Array.from({ length: 20 }, () => verifyPassword('guess', 'hash')),
    ...Array.from({ length: 20 }, () => hashPassword('new').then((made) => made === 'hash')),
  ]);
  expect(verified).toEqual(Array.from({ length: 40 }, () => true));
  expect(most).toBe(4);
});
