import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventIds, PG_POOL, readChanges } from '@mainstay/service-kit';
import { createTestSession, sessionKeyOf } from '@mainstay/service-kit/testing';
import { sign } from 'cookie-signature';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { z } from 'zod';
import { SignInLimits } from '../src/sessions/sign-in-limits.ts';
import { hashPassword } from '../src/users/passwords.ts';
import { createToken, randomAddress, registration, withToken } from './auth-calls.ts';
import { type AuthService, startAuthService } from './auth-service.ts';

const password = 'correct horse';
let auth: AuthService;
let passwordHash: string;

beforeAll(async () => {
  auth = await startAuthService();
  passwordHash = await hashPassword(password);
});
afterAll(() => auth.close());

/** Another one for each test, because failed sign-ins are counted by address. */
let address = randomAddress();
beforeEach(() => {
  address = randomAddress();
});

/** Creates a user with a known password. */
async function createAccount(options: { active?: boolean } = {}): Promise<{ email: string; userId: string }> {
  const { userId, email } = await auth.createUser({
    role: 'district_manager',
    email: `${randomUUID()}@example.com`,
    ...options,
  });
  await auth.backends.admin.query('UPDATE auth.users SET password_hash = $1 WHERE id = $2', [
    passwordHash,
    userId,
  ]);
  return { email, userId };
}

/** Has the service open all its connections to PostgreSQL. On a busy machine they may not open in time, which is a 503. */
async function openConnections(): Promise<void> {
  const user = await auth.createUser({ role: 'admin' });
  for (let isReady = false; !isReady;) {
    const responses = await Promise.all(Array.from({ length: 15 }, () => auth.as(user).get('/api/user')));
    isReady = responses.every(({ status }) => status === 200);
  }
}

const login = (email: string, secret: string, from = address) =>
  auth.as().post('/api/login').set('X-Forwarded-For', from).send({ email, password: secret });

const keyOf = (user: { cookie: string }): string => sessionKeyOf(auth, user);
const sidOf = (user: { cookie: string }): string => keyOf(user).replace(/^.*:/, '');

/** The `Set-Cookie` header of a response with this cookie name, or undefined. */
function cookieOf(response: { headers: Record<string, unknown> }, name = 'mainstay.sid'): string {
  const cookies = z.array(z.string()).default([]).parse(response.headers['set-cookie']);
  return cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
}

describe('POST /api/login', () => {
  let email: string;
  beforeEach(async () => {
    ({ email } = await createAccount());
  });

  it.each([
    ['nothing', undefined, 400],
    ['an unknown field', { email: 'a@example.com', password: 'x', remember: true }, 400],
    ['a number for a password', { email: 'a@example.com', password: 5 }, 400],
    ['an array', [], 400],
    ['a body above 100 KB', { email: 'a@example.com', password: 'x'.repeat(110_000) }, 413],
    ['a form', 'email=a%40example.com&password=x', 415],
  ])('rejects %s', async (_name, body, status) => {
    const response = await auth.as().post('/api/login').send(body);
    expect(response.status).toBe(status);
    expect(response.type).toBe('application/problem+json');
  });

  it('returns the same for a wrong password, an unknown e-mail and a deactivated account', async () => {
    const inactive = await createAccount({ active: false });
    for (const [who, secret] of [
      [email, 'wrong password'],
      ['nobody@example.com', password],
      [inactive.email, password],
    ] as const) {
      const response = await login(who, secret);
      expect(response.status).toBe(401);
      expect(response.body).toMatchObject({ detail: 'Invalid email or password' });
      expect(cookieOf(response)).toBe('');
    }
  });

  it('signs in, whatever the case of the e-mail, and returns nothing about the password', async () => {
    const response = await login(`  ${email.toUpperCase()} `, password);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ email, role: 'district_manager', active: true });
    expect(JSON.stringify(response.body)).not.toMatch(/password|argon2/i);
    const cookie = cookieOf(response);
    expect(cookie).toMatch(/^mainstay\.sid=/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const user = await auth.as({ cookie }).get('/api/user');
    expect(user.body).toEqual(response.body);
  });

  it('starts a session with a new id', async () => {
    const first = cookieOf(await login(email, password));
    const second = cookieOf(await auth.as({ cookie: first }).post('/api/login').send({ email, password }));
    expect(second).not.toBe('');
    expect(second).not.toBe(first);
    // 24 random bytes.
    expect(sidOf({ cookie: second })).toMatch(/^[\w-]{32}$/);
    expect((await auth.as({ cookie: first }).get('/api/user')).status).toBe(401);
  });
});

describe('where the event stream of a page starts', () => {
  it.each(['GET /api/user', 'POST /api/login', 'POST /api/register'])(
    'is told by %s, before each change that is not committed yet',
    async (call) => {
      const { email, userId } = await createAccount();
      const admin = await auth.createUser({ role: 'admin' });
      const writer = new Client({ connectionString: auth.backends.urlFor('svc_auth') });
      await writer.connect();
      await writer.query('BEGIN');
      await writer.query(`UPDATE auth.users SET last_name = 'Later' WHERE id = '${userId}'`);
      const response =
        call === 'GET /api/user'
          ? await auth.as(admin).get('/api/user')
          : call === 'POST /api/login'
            ? await login(email, password)
            : await auth
                .as(admin)
                .post('/api/register')
                .send(registration(`${randomUUID()}@example.com`));
      await writer.query('COMMIT');
      await writer.end();
      const cursor = auth.app.get(EventIds).cursorOf(String(response.headers['last-event-id']));
      const pool = auth.app.get<Pool>(PG_POOL);
      const missed: string[] = [];
      for (let at = cursor; !missed.includes(userId);) {
        const read = await readChanges(pool, at);
        expect(read).toMatchObject({ isResumed: true });
        missed.push(...read.changes.map(({ entityId }) => entityId));
        at = read.cursor;
        // Other suites on the same server may hold them back.
        await sleep(20);
      }
    },
  );

  it('is not told while the feed is unavailable, and nothing else is missing', async () => {
    const user = await auth.createUser({ role: 'admin' });
    await auth.backends.admin.query('ALTER VIEW auth.changes RENAME TO unavailable');
    const response = await auth.as(user).get('/api/user');
    await auth.backends.admin.query('ALTER VIEW auth.unavailable RENAME TO changes');
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('last-event-id');
  });
});

describe('failed sign-ins', () => {
  let email: string;
  beforeEach(async () => {
    ({ email } = await createAccount());
  });

  /** Takes attempts, as failed sign-ins of browsers that are not known do. */
  const fail = async (count: number, account: () => string, from: () => string): Promise<void> => {
    const limits = auth.app.get(SignInLimits, { strict: false });
    const take = () => limits.take({ email: account(), address: from(), device: null });
    await Promise.all(Array.from({ length: count }, take));
  };
  const blockAccount = (account: string) => fail(10, () => account, randomAddress);
  const blockAddress = (from: () => string) => fail(100, randomUUID, from);

  /** The cookie by which a browser that signed in is known. */
  const deviceOf = async (account: string): Promise<string> =>
    cookieOf(await login(account, password, randomAddress()), 'mainstay.device').split(';', 1)[0] ?? '';

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
    await blockAddress(() => address);
    expect((await login(email, password, randomAddress())).status).toBe(429);
    expect((await login(email, password)).status).toBe(429);
    expect((await login(email, password).set('Cookie', device)).status).toBe(200);
    // It has ten attempts of its own, from any address.
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await login(email, 'guess').set('Cookie', device)).status).toBe(401);
    }
    expect((await login(email, password, randomAddress()).set('Cookie', device)).status).toBe(429);
    // For another account it is an unknown browser.
    const { email: other } = await createAccount();
    await blockAccount(other);
    expect((await login(other, password, randomAddress()).set('Cookie', device)).status).toBe(429);
  });

  it('knows no browser any more after a reset of the password', async () => {
    const { email: account, userId } = await createAccount();
    const device = await deviceOf(account);
    const admin = await auth.createUser({ role: 'admin' });
    const reset = auth.as(admin).post('/api/admin/reset-user-password');
    await reset.send({ userId, newPassword: 'battery staple' }).expect(200);
    await blockAccount(account);
    const signIn = () => login(account, 'battery staple', randomAddress()).set('Cookie', device);
    expect((await signIn()).status).toBe(429);
  });

  it('allows thirty failed attempts per account from all browsers that it was used in', async () => {
    const devices = await Promise.all(Array.from({ length: 4 }, () => deviceOf(email)));
    const statuses = [];
    for (const device of devices) {
      for (let attempt = 0; attempt < 9; attempt += 1) {
        statuses.push((await login(email, 'guess', randomAddress()).set('Cookie', device)).status);
      }
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.slice(30)).toEqual(Array.from({ length: 6 }, () => 429));
    // Browsers that are not known have their own.
    expect((await login(email, password, randomAddress())).status).toBe(200);
  });

  it('does not accept the device cookie as a session, or the session cookie as a device', async () => {
    const response = await login(email, password);
    const valueOf = (name: string) =>
      cookieOf(response, name)
        .split(';', 1)[0]
        ?.slice(name.length + 1) ?? '';
    const [sid, device] = [valueOf('mainstay.sid'), valueOf('mainstay.device')];
    for (const value of [device, `s%3A${device}`]) {
      expect((await auth.as({ cookie: `mainstay.sid=${value}` }).get('/api/user')).status).toBe(401);
    }
    await blockAccount(email);
    const pretending = `mainstay.device=${decodeURIComponent(sid).slice('s:'.length)}`;
    expect((await login(email, password, randomAddress()).set('Cookie', pretending)).status).toBe(429);
  });

  it('allows a hundred failed attempts per address, whatever X-Forwarded-For the client sends', async () => {
    const from = () => `${randomAddress()}, ${address}`;
    await fail(90, randomUUID, () => address);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await login(`${attempt}@nowhere.example`, 'guess', from())).status).toBe(401);
    }
    expect((await login(email, password, from())).status).toBe(429);
  });

  it('does not count correct passwords', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect((await login(email, password)).status).toBe(200);
    }
  });

  it('a blocked address uses no attempts of an account, and creates no key for it', async () => {
    await blockAddress(() => address);
    const refusals = async () =>
      Number(/limit="sign_in_address"\} (\d+)\n/.exec((await auth.as().get('/metrics')).text)?.[1] ?? 0);
    const before = await refusals();
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const refused = await login(email, `guess ${attempt}`);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(await auth.backends.redis.keys(`sign-in:*${email}*`)).toEqual([]);
    expect(await refusals()).toBe(before + 12);
    expect((await login(email, password, randomAddress())).status).toBe(200);
  });

  it('treats an IPv6 /64 network as one address', async () => {
    const group = () => randomInt(65_536).toString(16);
    const [network, other] = [`2001:db8:${group()}:1`, `2001:db8:${group()}:2`];
    await blockAddress(() => `${network}:${group()}::${group()}`);
    expect((await login(email, password, `${network}::1`)).status).toBe(429);
    expect((await login(email, password, `${other}::1`)).status).toBe(200);
  });
});

it('GET /api/login redirects to the sign-in screen', async () => {
  const response = await auth.as().get('/api/login');
  expect([response.status, response.headers['location']]).toEqual([302, '/auth']);
});

describe('POST /api/logout', () => {
  it('deletes the session, also in Redis', async () => {
    const user = await auth.createUser({ role: 'district_manager' });
    expect(await auth.backends.redis.exists(keyOf(user))).toBe(1);
    const response = await auth.as(user).post('/api/logout');
    expect(response.status).toBe(204);
    expect(cookieOf(response)).toMatch(/^mainstay\.sid=;.*Expires=Thu, 01 Jan 1970/);
    expect((await auth.as(user).get('/api/user')).status).toBe(401);
    expect(await auth.backends.redis.exists(keyOf(user))).toBe(0);
  });
});

describe('GET /api/user', () => {
  it('returns 401 with the word browsers look for', async () => {
    const response = await auth.as().get('/api/user');
    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({ title: 'Unauthorized', detail: 'Unauthorized' });
  });

  it.each(['mainstay.sid=', 'mainstay.sid=s%3Ax.y', 'mainstay.sid=s%3A', 'other=1', '%%%'])(
    'rejects the cookie %s',
    async (cookie) => {
      expect((await auth.as({ cookie }).get('/api/user')).status).toBe(401);
    },
  );

  it('rejects a session id that is signed with another secret, or not at all', async () => {
    const user = await auth.createUser({ role: 'admin' });
    const sid = sidOf(user);
    const cookieWith = (value: string) => ({ cookie: `mainstay.sid=${encodeURIComponent(value)}` });
    expect((await auth.as(user).get('/api/user')).status).toBe(200);
    for (const value of [`s:${sign(sid, 'x'.repeat(32))}`, `s:${sid}.`, `s:${sid}`, sid]) {
      expect((await auth.as(cookieWith(value)).get('/api/user')).status).toBe(401);
    }
  });

  it('extends a session while it is used, and expires it afterwards', async () => {
    const { email } = await createAccount();
    const user = { cookie: cookieOf(await login(email, password)) };
    const { redis } = auth.backends;
    const { SESSION_IDLE_S: idle } = auth.config;
    expect(await redis.ttl(keyOf(user))).toBeGreaterThan(idle - 60);
    expect(await redis.ttl(keyOf(user))).toBeLessThanOrEqual(idle);
    await redis.expire(keyOf(user), 100);
    await auth.as(user).get('/api/user').expect(200);
    expect(await redis.ttl(keyOf(user))).toBeGreaterThan(idle - 60);
    expect(await redis.ttl(keyOf(user))).toBeLessThanOrEqual(idle);
    await redis.pExpire(keyOf(user), 1);
    await sleep(20);
    await auth.as(user).get('/api/user').expect(401);
  });

  it('reads and extends the session with one command, and sends its cookie no more', async () => {
    const { email } = await createAccount();
    const user = { cookie: cookieOf(await login(email, password)) };
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
    const { email, userId } = await createAccount();
    const atSignIn = await login(email, password);
    expect(atSignIn.headers['session-lifetime']).toMatch(new RegExp(`^idle=${idle}, remaining=\\d+$`));
    const signedInAt = Date.now() - 3_600_000;
    const cookie = await createTestSession(auth.backends, auth.config, { userId, epoch: 0, signedInAt });
    const { headers } = await auth.as({ cookie }).get('/api/user').expect(200);
    const [, told, remaining] = /^idle=(\d+), remaining=(\d+)$/.exec(headers['session-lifetime'] ?? '') ?? [];
    expect(Number(told)).toBe(idle);
    expect(absolute - Number(remaining)).toBeGreaterThanOrEqual(3600);
    expect(absolute - Number(remaining)).toBeLessThan(3660);
    const { token } = await createToken(auth, await auth.createUser({ role: 'admin' }));
    expect((await withToken(auth, token).get('/api/user').expect(200)).headers).not.toHaveProperty(
      'session-lifetime',
    );
  });

  it('ends a session after its absolute lifetime, even when it is used', async () => {
    const { userId } = await auth.createUser({ role: 'admin' });
    const age = auth.config.SESSION_ABSOLUTE_S * 1000;
    const cookie = await createTestSession(auth.backends, auth.config, {
      userId,
      epoch: 0,
      signedInAt: Date.now() - age - 1000,
    });
    expect((await auth.as({ cookie }).get('/api/user')).status).toBe(401);
  });
});

it('sets Secure cookies when browsers use https', async () => {
  const secure = await startAuthService({ PUBLIC_URL: 'https://repairs.example.com' });
  try {
    const account = { email: 'first@example.com', password, firstName: 'First', lastName: 'Person' };
    const response = await secure
      .as()
      .post('/api/register')
      .set('X-Forwarded-Proto', 'https')
      .send(account)
      .expect(201);
    expect(cookieOf(response)).toMatch(/; Secure/);
  } finally {
    await secure.close();
  }
});
