import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { hashPassword } from '../src/users/passwords.ts';
import { type AuthService, startAuthService } from './auth-service.ts';

const password = 'correct horse';
let auth: AuthService;
beforeAll(async () => {
  auth = await startAuthService();
});
afterAll(() => auth.close());

const randomAddress = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`;
/** An address in a random IPv6 /64 network. */
const randomNetwork = (): string =>
  `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`;

async function createAccount(): Promise<string> {
  const { email, userId } = await auth.createUser({ role: 'district_manager' });
  await auth.backends.admin.query('UPDATE auth.users SET password_hash = $1 WHERE id = $2', [
    await hashPassword(password),
    userId,
  ]);
  return email;
}

const login = (email: string, secret: string, from: string) =>
  auth.as().post('/api/login').set('X-Forwarded-For', from).send({ email, password: secret });

/** Uses up the attempts of an address, on accounts that do not exist. */
async function block(address: () => string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    expect((await login(`${randomUUID()}@nowhere.example`, 'guess', address())).status).toBe(401);
  }
}

const keysOf = async (email: string): Promise<number> =>
  (await auth.backends.redis.keys(`sign-in:*${email}*`)).length;

it('a blocked address uses no attempts of an account, and creates no key for it', async () => {
  const address = randomAddress();
  const email = await createAccount();
  await block(() => address);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const refused = await login(email, `guess ${attempt}`, address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await keysOf(email)).toBe(0);
  expect((await login(email, password, randomAddress())).status).toBe(200);
  const metrics = await auth.as().get('/metrics');
  expect(metrics.text).toMatch(/limit_refusals_total\{limit="sign_in_address"\} 12\n/);
}, 30_000);

it('treats an IPv6 /64 network as one address', async () => {
  const network = randomNetwork();
  const email = await createAccount();
  await block(() => `${network}:${randomInt(65_536).toString(16)}::${randomInt(65_536).toString(16)}`);
  expect((await login(email, password, `${network}::1`)).status).toBe(429);
  expect((await login(email, password, `${randomNetwork()}::1`)).status).toBe(200);
}, 30_000);

it('a known browser signs in from a blocked address and to a blocked account', async () => {
  const address = randomAddress();
  const email = await createAccount();
  const first = await login(email, password, address).expect(200);
  const cookies = [first.headers['set-cookie'] ?? []].flat();
  const device = cookies.find((cookie) => cookie.startsWith('mainstay.device='))?.split(';', 1)[0] ?? '';
  await block(() => address);
  for (let attempt = 0; attempt < 10; attempt += 1) await login(email, 'guess', randomAddress());
  expect((await login(email, password, randomAddress())).status).toBe(429);
  expect((await login(email, password, address)).status).toBe(429);
  expect((await login(email, password, address).set('Cookie', device)).status).toBe(200);
  // It has ten attempts of its own, from any address.
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect((await login(email, 'guess', address).set('Cookie', device)).status).toBe(401);
  }
  expect((await login(email, password, randomAddress()).set('Cookie', device)).status).toBe(429);
}, 30_000);
