import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type AuthService, startAuthService } from './auth-service.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuthService();
});
afterAll(() => auth.close());

/** Creates a user with this password. @returns a sign-in attempt that resolves to the response status */
async function employ(password: string): Promise<(typed: string) => Promise<number>> {
  const admin = await auth.createUser({ role: 'admin' });
  const email = `${randomUUID()}@example.com`;
  const employee = { email, password, firstName: 'Ana', lastName: 'Silva' };
  await auth.as(admin).post('/api/register').send(employee).expect(201);
  return async (typed) => (await auth.as().post('/api/login').send({ email, password: typed })).status;
}

it.each([
  ['letters only', 'abcdef'],
  ['digits only', '135790'],
  ['white space', '      '],
  ['words in any script, and emoji', 'пароль 密碼 🥪'],
  ['256 characters', 'x'.repeat(256)],
])('may be %s', async (_what, password) => {
  const signIn = await employ(password);
  expect(await signIn(password)).toBe(200);
});

it('is used exactly as typed: not trimmed, truncated, case-folded or normalized', async () => {
  const password = ` Caf\u00e9 ${'long '.repeat(30)}End `;
  const signIn = await employ(password);
  for (const other of [
    password.trim(),
    password.toLowerCase(),
    password.normalize('NFD'),
    password.slice(0, 72),
    password.slice(0, -1),
    `${password} `,
  ]) {
    expect(await signIn(other)).toBe(401);
  }
  expect(await signIn(password)).toBe(200);
});
