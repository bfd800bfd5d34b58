import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventIds, PG_POOL, readChanges } from '@mainstay/service-kit';
import { createTestSession, sessionKeyOf } from '@mainstay/service-kit/testing';
import { sign } from 'cookie-signature';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { z } from 'zod';
import { SignInLimits } from '../src/sessions/sign-in-limits.ts';
import { hashPassword } from '../src/users/passwords.ts';
import { AuthService, randomAddress, randomNetwork, registration, useAuth } from './auth-service.ts';

const password = 'correct horse';
const auth = useAuth();

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

/** Creates a user with a known password. */
async function createAccount(active = true): Promise<{ email: string; userId: string }> {
  const { userId, email } = await auth.createUser('district_manager', {
    email: `${randomUUID()}@example.com`,
    active,
  });
  await auth.rows('UPDATE auth.users SET password_hash = $1 WHERE id = $2', [passwordHash, userId]);
  return { email, userId };
}

/** Another account and address for each test, because failed sign-ins are counted by them. */
let address: string;
let email: string;
let userId: string;
beforeEach(async () => {
  address = randomAddress();
  ({ email, userId } = await createAccount());
});

const login = (account: string, secret: string, from = address) =>
  auth.as().post('/api/login').set('X-Forwarded-For', from).send({ email: account, password: secret });

const keyOf = (user: { cookie: string }): string => sessionKeyOf(auth, user);
const sidOf = (user: { cookie: string }): string => keyOf(user).replace(/^.*:/, '');

/** The `Set-Cookie` header of a response with this cookie name; empty when there is none. */
function cookieOf(response: { headers: Record<string, unknown> }, name = 'mainstay.sid'): string {
  const cookies = z.array(z.string()).default([]).parse(response.headers['set-cookie']);
  return cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
}
const signIn = async () => ({ cookie: cookieOf(await login(email, password)) });
const sessionFrom = async (signedInAt: number) => ({
  cookie: await createTestSession(auth.backends, auth.config, { userId, epoch: 0, signedInAt }),
});

describe('POST /api/login', () => {
  it.each([
    ['nothing', undefined, 400],
    ['an unknown field', { email: 'a@example.com', password: 'x', remember: true }, 400],
    ['a number for a password', { email: 'a@example.com', password: 5 }, 400],
    ['an array', [], 400],
    ['a body above 100 KB', { email: 'a@example.com', password: 'x'.repeat(110_000) }, 413],
    ['a form', 'email=a%40example.com&password=x', 415],
  ])('rejects %s', async (_name, body, status) => {
    const response = await auth.as().post('/api/login').send(body);
    expect([response.status, response.type]).toEqual([status, 'application/problem+json']);
  });

  it('refuses a page of another site', async () => {
    const request = auth.as().post('/api/login').set('Sec-Fetch-Site', 'cross-site');
    const response = await request.send({ email, password });
    expect([response.status, response.body]).toMatchObject([403, { code: 'foreign_site' }]);
  });

  it('returns the same for a wrong password, an unknown e-mail and a deactivated account', async () => {
    const inactive = await createAccount(false);
    for (const [who, secret] of [
      [email, 'wrong password'],
      ['nobody@example.com', password],
      [inactive.email, password],
    ] as const) {
      const response = await login(who, secret);
      const detail = 'Invalid email or password';
      expect([response.status, response.body, cookieOf(response)]).toMatchObject([401, { detail }, '']);
    }
  });

  it('signs in, whatever the case of the e-mail, and returns nothing about the password', async () => {
    const response = await login(`  ${email.toUpperCase()} `, password);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ email, role: 'district_manager', active: true });
    expect(JSON.stringify(response.body)).not.toMatch(/password|argon2/i);
    const cookie = cookieOf(response);
    for (const part of [/^mainstay\.sid=/, /HttpOnly/, /SameSite=Lax/]) expect(cookie).toMatch(part);
    const expected = { ...(response.body as object), signedInBy: 'password' };
    expect((await auth.as({ cookie }).get('/api/user')).body).toEqual(expected);
  });

  it('starts a session with a new id', async () => {
    const first = await signIn();
    const cookie = cookieOf(await auth.as(first).post('/api/login').send({ email, password }));
    // 24 random bytes.
    expect(sidOf({ cookie })).toMatch(/^[\w-]{32}$/);
    expect([await auth.statusOf(first), await auth.statusOf({ cookie })]).toEqual([401, 200]);
  });

  it('GET redirects to the sign-in screen', async () => {
    const response = await auth.as().get('/api/login');
    expect([response.status, response.headers['location']]).toEqual([302, '/auth']);
  });
});

describe('where the event stream of a page starts', () => {
  it.each([
    ['GET /api/user', () => auth.as(auth.admin).get('/api/user')],
    ['POST /api/login', () => login(email, password)],
    ['POST /api/register', () => auth.register(`${randomUUID()}@example.com`)],
  ])('is told by %s, before each change that is not committed yet', async (_call, call) => {
    const writer = new Client({ connectionString: auth.backends.urlFor('svc_auth') });
    await writer.connect();
    await writer.query(`BEGIN; UPDATE auth.users SET last_name = 'Later' WHERE id = '${userId}'`);
    const { headers } = await call();
    await writer.query('COMMIT');
    await writer.end();
    const missed: string[] = [];
    for (
      let at = auth.app.get(EventIds).cursorOf(String(headers['last-event-id']));
      !missed.includes(userId);
    ) {
      const read = await readChanges(auth.app.get<Pool>(PG_POOL), at);
      expect(read).toMatchObject({ isResumed: true });
      missed.push(...read.changes.map(({ entityId }) => entityId));
      at = read.cursor;
      // Other suites on the same server may hold them back.
      await sleep(20);
    }
  });

  it('is not told while the feed is unavailable, and nothing else is missing', async () => {
    await auth.rows('ALTER VIEW auth.changes RENAME TO unavailable');
    const response = await auth.as(auth.admin).get('/api/user');
    await auth.rows('ALTER VIEW auth.unavailable RENAME TO changes');
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('last-event-id');
  });
});

describe('failed sign-ins', () => {
  /** Takes attempts, as failed sign-ins of browsers that are not known do. */
  const fail = async (count: number, account: () => string, from: () => string): Promise<void> => {
    const limits = auth.app.get(SignInLimits, { strict: false });
    const take = () => limits.take({ email: account(), address: from(), device: null });
    await Promise.all(Array.from({ length: count }, take));
  };
  const blockAccount = (account: string) => fail(10, () => account, randomAddress);

  /** The cookie by which a browser that signed in is known. */
  const deviceOf = async (account: string): Promise<string> =>
    cookieOf(await login(account, password, randomAddress()), 'mainstay.device').split(';', 1)[0] ?? '';
  const loginOn = async (device: string, secret = password, account = email, from = randomAddress()) =>
    (await login(account, secret, from).set('Cookie', device)).status;
  const times = async (count: number, attempt: () => Promise<number>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let turn = 0; turn < count; turn += 1) statuses.push(await attempt());
    return statuses;
  };

  /** Opens all connections of the service to PostgreSQL: on a busy machine they may not open in time (503). */
  async function openConnections(): Promise<void> {
    for (let isReady = false; !isReady;) {
      const statuses = await Promise.all(Array.from({ length: 15 }, () => auth.statusOf(auth.admin)));
      isReady = statuses.every((status) => status === 200);
    }
  }

  it('allows ten failed attempts per account from all addresses, also concurrent ones, then 429 with Retry-After', async () => {
    await openConnections();
    const tries = await Promise.all(
      Array.from({ length: 15 }, (_, index) => login(email, `guess ${index}`, randomAddress())),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = tries.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(email, password, randomAddress())).status).toBe(429);
  });

  it('does not lock the owner out of a browser they used before', async () => {
    expect(cookieOf(await login(email, password), 'mainstay.device')).toMatch(
      /Path=\/api\/login;.*HttpOnly; SameSite=Strict/,
    );
    const device = await deviceOf(email);
    await blockAccount(email);
    await fail(100, randomUUID, () => address);
    expect([await loginOn(''), await loginOn('', password, email, address)]).toEqual([429, 429]);
    expect(await loginOn(device, password, email, address)).toBe(200);
    // It has ten attempts of its own, from any address.
    expect(new Set(await times(10, () => loginOn(device, 'guess')))).toEqual(new Set([401]));
    expect(await loginOn(device)).toBe(429);
    // For another account it is an unknown browser.
    const { email: other } = await createAccount();
    await blockAccount(other);
    expect(await loginOn(device, password, other)).toBe(429);
  });

  it('knows no browser any more after a reset of the password', async () => {
    const device = await deviceOf(email);
    await auth.resetPassword(userId).expect(200);
    await blockAccount(email);
    expect(await loginOn(device, 'brand new')).toBe(429);
  });

  it('allows thirty failed attempts per account from all browsers that it was used in', async () => {
    const statuses: number[] = [];
    for (const device of await Promise.all(Array.from({ length: 4 }, () => deviceOf(email))))
      statuses.push(...(await times(9, () => loginOn(device, 'guess'))));
    expect(statuses).toEqual(statuses.map((_, index) => (index < 30 ? 401 : 429)));
    // Browsers that are not known have their own, and correct passwords do not count.
    expect(new Set(await times(12, () => loginOn('')))).toEqual(new Set([200]));
  });

  it('does not accept the device cookie as a session, or the session cookie as a device', async () => {
    const response = await login(email, password);
    const [sid = '', device] = ['mainstay.sid', 'mainstay.device'].map((name) =>
      cookieOf(response, name)
        .split(';', 1)[0]
        ?.slice(name.length + 1),
    );
    for (const value of [device, `s%3A${device}`])
      expect(await auth.statusOf({ cookie: `mainstay.sid=${value}` })).toBe(401);
    await blockAccount(email);
    expect(await loginOn(`mainstay.device=${decodeURIComponent(sid).slice('s:'.length)}`)).toBe(429);
  });

  it('allows a hundred failed attempts per address, whatever X-Forwarded-For the client sends', async () => {
    // Of a network of 64 bits.
    const network = randomNetwork();
    const attempt = (who: string, secret: string) => login(who, secret, `${randomAddress()}, ${network()}`);
    await fail(90, randomUUID, network);
    for (let turn = 0; turn < 10; turn += 1)
      expect((await attempt(`${turn}@nowhere.example`, 'guess')).status).toBe(401);
    expect((await attempt(email, password)).status).toBe(429);
    expect((await login(email, password, randomNetwork()())).status).toBe(200);
  });

  it('a blocked address uses no attempts of an account, and creates no key for it', async () => {
    await fail(100, randomUUID, () => address);
    const refusals = async () =>
      Number(/limit="sign_in_address"\} (\d+)\n/.exec((await auth.as().get('/metrics')).text)?.[1] ?? 0);
    const before = await refusals();
    expect(new Set(await times(12, () => loginOn('', 'guess', email, address)))).toEqual(new Set([429]));
    expect(await auth.backends.redis.keys(`sign-in:*${email}*`)).toEqual([]);
    expect(await refusals()).toBe(before + 12);
    expect(await loginOn('')).toBe(200);
  });
});

it('POST /api/logout deletes the session, also in Redis', async () => {
  const user = await auth.createUser();
  expect(await auth.backends.redis.exists(keyOf(user))).toBe(1);
  const response = await auth.as(user).post('/api/logout');
  expect(response.status).toBe(204);
  expect(cookieOf(response)).toMatch(/^mainstay\.sid=;.*Expires=Thu, 01 Jan 1970/);
  expect([await auth.statusOf(user), await auth.backends.redis.exists(keyOf(user))]).toEqual([401, 0]);
});

describe('a session', () => {
  it.each(['mainstay.sid=', 'mainstay.sid=s%3Ax.y', 'mainstay.sid=s%3A', 'other=1', '%%%'])(
    'is not the cookie %s: 401 with the word browsers look for',
    async (cookie) => {
      const response = await auth.as({ cookie }).get('/api/user');
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({
        title: 'Unauthorized',
        detail: 'Unauthorized',
        code: 'no_session',
      });
      expect(response.headers['www-authenticate']).toBe('Bearer realm="Mainstay"');
    },
  );

  it('rejects a session id that is signed with another secret, or not at all', async () => {
    const sid = sidOf(auth.admin);
    for (const value of [`s:${sign(sid, 'x'.repeat(32))}`, `s:${sid}.`, `s:${sid}`, sid])
      expect(await auth.statusOf({ cookie: `mainstay.sid=${encodeURIComponent(value)}` })).toBe(401);
    expect(await auth.statusOf(auth.admin)).toBe(200);
  });

  it('extends a session while it is used, and expires it afterwards', async () => {
    const user = await signIn();
    const { redis } = auth.backends;
    const expectFull = async () => {
      const left = auth.config.SESSION_IDLE_S - (await redis.ttl(keyOf(user)));
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThan(60);
    };
    await expectFull();
    await redis.expire(keyOf(user), 100);
    expect(await auth.statusOf(user)).toBe(200);
    await expectFull();
    await redis.pExpire(keyOf(user), 1);
    await sleep(20);
    expect(await auth.statusOf(user)).toBe(401);
  });

  it('is not extended by a page that asks by itself, which is told since when it is not used', async () => {
    const user = await signIn();
    const { redis } = auth.backends;
    await redis.expire(keyOf(user), 100);
    const { headers } = await auth.as(user).get('/api/user').set('Sent-By', 'page').expect(200);
    expect(await redis.ttl(keyOf(user))).toBeLessThanOrEqual(100);
    const unused = Number(/ unused=(\d+)$/.exec(headers['session-lifetime'] ?? '')?.[1]);
    expect(auth.config.SESSION_IDLE_S - unused).toBeGreaterThan(90);
    expect(auth.config.SESSION_IDLE_S - unused).toBeLessThanOrEqual(100);
  });

  it('reads and extends the session with one command, and sends its cookie no more', async () => {
    const user = await signIn();
    const monitor = auth.backends.redis.duplicate();
    await monitor.connect();
    const commands: string[] = [];
    await monitor.monitor((line) => commands.push(line));
    const response = await auth.as(user).get('/api/user').expect(200);
    // A command after the response would come before this one.
    await auth.backends.redis.ping('seen');
    while (!commands.some((line) => line.includes('seen'))) await sleep(5);
    monitor.destroy();
    const ofSession = commands.filter((line) => line.includes(sidOf(user)));
    expect(ofSession).toEqual([expect.stringContaining('"GETEX"')]);
    // A late response would restore it after a sign-out.
    expect(cookieOf(response)).toBe('');
  });

  it('tells the browser how long it goes on, at the sign-in and with its user, but no token', async () => {
    const { SESSION_IDLE_S: idle, SESSION_ABSOLUTE_S: absolute } = auth.config;
    const told = new RegExp(`^idle=${idle}, remaining=(\\d+), unused=0$`);
    expect((await login(email, password)).headers['session-lifetime']).toMatch(told);
    const { headers } = await auth.as(await sessionFrom(Date.now() - 3_600_000)).get('/api/user');
    const used = absolute - Number(told.exec(headers['session-lifetime'] ?? '')?.[1]);
    expect(used).toBeGreaterThanOrEqual(3600);
    expect(used).toBeLessThan(3660);
    const { token } = await auth.createToken(auth.admin);
    const response = await auth.bearer(token).get('/api/user').expect(200);
    expect(response.headers).not.toHaveProperty('session-lifetime');
  });

  it('ends a session after its absolute lifetime, even when it is used', async () => {
    const end = Date.now() - auth.config.SESSION_ABSOLUTE_S * 1000;
    expect(await auth.statusOf(await sessionFrom(end - 1000))).toBe(401);
    expect(await auth.statusOf(await sessionFrom(end + 60_000))).toBe(200);
  });
});

it('sets Secure cookies when browsers use https', async () => {
  const secure = await new AuthService().start({ PUBLIC_URL: 'https://repairs.example.com' });
  try {
    const register = secure.as().post('/api/register').set('X-Forwarded-Proto', 'https');
    expect(cookieOf(await register.send(registration('first@example.com')))).toMatch(/; Secure/);
  } finally {
    await secure.close();
  }
});
