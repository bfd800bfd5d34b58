import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { type AuthService, startAuthService } from './auth-service.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuthService({ SELF_REGISTRATION: 'on', SELF_REGISTRATIONS_PER_HOUR: '3' });
  await auth.createUser({ role: 'admin' });
});
afterAll(() => auth.close());

const randomAddress = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`;

const register = (from: string, cookie = '') =>
  auth
    .as({ cookie })
    .post('/api/register')
    .set('X-Forwarded-For', from)
    .send({ email: `${randomUUID()}@example.com`, password: 'secret', firstName: 'A', lastName: 'B' });

it('allows a few anonymous registrations per address and hour, also concurrent ones, then returns 429 with Retry-After', async () => {
  const address = randomAddress();
  const responses = await Promise.all(Array.from({ length: 6 }, () => register(address)));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(3);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await register(randomAddress())).status).toBe(201);
});

it('does not count registrations by administrators', async () => {
  const address = randomAddress();
  const { cookie } = await auth.createUser({ role: 'admin' });
  for (let turn = 0; turn < 5; turn += 1) expect((await register(address, cookie)).status).toBe(201);
});

it('treats an IPv6 /64 network as one address', async () => {
  const network = `2001:db8:${randomInt(65_536).toString(16)}:1`;
  const statuses: number[] = [];
  for (let turn = 1; turn < 6; turn += 1) statuses.push((await register(`${network}::${turn}`)).status);
  expect(statuses).toEqual([201, 201, 201, 429, 429]);
});
