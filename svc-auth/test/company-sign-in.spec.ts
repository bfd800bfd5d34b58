import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sessionKeyOf } from '@mainstay/service-kit/testing';
import { ForgedCompany } from '@mainstay/test-kit/company';
import { generateKeyPair, UnsecuredJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../src/users/passwords.ts';
import { AuthService, faultyFields } from './auth-service.ts';
import { begin, respond, signIn } from './company.ts';

const company = new ForgedCompany();
const auth = new AuthService();
beforeAll(async () => {
  await company.start();
  await auth.start({ ...company.settings, OIDC_ADMIN_GROUP: 'owners', PASSWORD_SIGN_IN: 'admins' });
  await auth.addPeople();
}, 60_000);
afterAll(async () => {
  await auth.close();
  company.close();
});
afterEach(() => {
  company.userInfo = {};
  company.failing.clear();
});

const now = () => Math.floor(Date.now() / 1000);
const problem = (word: string) => ({ leadsTo: `/auth?problem=${word}` });
/** Claims of a new account with the verified address of a user. */
const claimsOf = ({ email }: { email: string }) => ({ sub: randomUUID(), email, email_verified: true });

/** A new employee, and the claims of their account. */
async function employee(role: 'admin' | 'district_manager' = 'district_manager') {
  const user = await auth.createUser(role);
  return { user, claims: claimsOf(user) };
}

const identitiesOf = (userId: string) =>
  auth.rows('SELECT issuer, subject, email FROM auth.identities WHERE user_id = $1', [userId]);
const userOf = async (cookie: string) => (await auth.as({ cookie }).get('/api/user')).body as object;

it('GET /api/oidc says what the sign-in screen shows', async () => {
  const shown = await auth.as().get('/api/oidc').expect(200);
  expect(shown.body).toEqual({ enabled: true, label: 'Contoso', passwordSignIn: 'admins' });
  const setup = await auth.as().get('/api/setup').expect(200);
  expect(setup.body).toEqual({ needed: false, selfRegistration: false, company: { label: 'Contoso' } });
});

it('passwords of administrators alone sign in; a manager gets the refusal of a wrong one', async () => {
  const passwordHash = await hashPassword('correct horse');
  const statusOf = async (role: 'admin' | 'district_manager', password: string) => {
    const { email, userId } = await auth.createUser(role);
    await auth.rows('UPDATE auth.users SET password_hash = $1 WHERE id = $2', [passwordHash, userId]);
    const response = await auth.as().post('/api/login').send({ email, password });
    return { status: response.status, detail: (response.body as { detail?: string }).detail };
  };
  const refused = { status: 401, detail: 'Invalid email or password' };
  expect(await statusOf('admin', 'correct horse')).toEqual({ status: 200 });
  expect(await statusOf('district_manager', 'correct horse')).toEqual(refused);
  expect(await statusOf('district_manager', 'wrong horse')).toEqual(refused);
});

describe('a sign-in', () => {
  it('links the account to the employee with its verified address, and finds it by subject from then on', async () => {
    const { user, claims } = await employee();
    const begun = await begin(auth, '/tickets?ticket=7');
    const first = await signIn(auth, company, { ...claims, email: claims.email.toUpperCase() }, begun);
    expect(first.leadsTo).toBe('/tickets?ticket=7');
    expect(first.cookie).not.toBe(begun.cookie);
    expect(await userOf(first.cookie)).toMatchObject({ id: user.userId, signedInBy: 'company' });
    const stored = [{ issuer: company.issuer, subject: claims.sub, email: user.email }];
    expect(await identitiesOf(user.userId)).toEqual(stored);

    const again = await signIn(auth, company, {
      sub: claims.sub,
      email: auth.admin.email,
      email_verified: true,
    });
    expect(await userOf(again.cookie)).toMatchObject({ id: user.userId });
    expect(await identitiesOf(user.userId)).toEqual(stored);
    const entries = await auth.rows(
      `SELECT action, via FROM auth.audit_entries WHERE entity = 'identity' AND actor_id = $1 ORDER BY id`,
      [user.userId],
    );
    const [linked, used] = [
      { action: 'create', via: 'app' },
      { action: 'update', via: 'app' },
    ];
    expect(entries).toEqual([linked, used, used]);
  });

  it('takes the address from userinfo where the ID token has none, with what is said of it there', async () => {
    const { user, claims } = await employee();
    company.userInfo = { ...claims, email_verified: false };
    expect(await signIn(auth, company, { sub: claims.sub })).toMatchObject(problem('not_verified'));
    company.userInfo = claims;
    const { cookie } = await signIn(auth, company, { sub: claims.sub });
    expect(await userOf(cookie)).toMatchObject({ id: user.userId });
  });

  it.each([
    ['of nobody here', { email: 'nobody@example.com' }, 'not_known'],
    ['without an address', { email: undefined }, 'not_known'],
    ['with no address at all', { email: 'no address' }, 'not_known'],
    ['that is not verified', { email_verified: false }, 'not_verified'],
    ['that is verified in words', { email_verified: 'true' }, 'not_verified'],
    ['of which nothing is said', { email_verified: undefined }, 'not_verified'],
  ])('by an address %s is refused', async (_what, changed, word) => {
    const { user, claims } = await employee();
    const ended = await signIn(auth, company, { ...claims, ...changed });
    expect(ended).toEqual({ ...problem(word), cookie: 'mainstay.sid=' });
    expect(await identitiesOf(user.userId)).toEqual([]);
  });

  it('of a deactivated employee is refused, the first time and later', async () => {
    const { user, claims } = await employee();
    await auth.setActive(user.userId, false).expect(200);
    expect(await signIn(auth, company, claims)).toMatchObject(problem('inactive'));
    await auth.setActive(user.userId, true).expect(200);
    const { cookie } = await signIn(auth, company, claims);
    await auth.setActive(user.userId, false).expect(200);
    expect(await auth.statusOf({ cookie })).toBe(401);
    expect(await signIn(auth, company, claims)).toMatchObject(problem('inactive'));
  });

  it('by a second account with the address of a linked employee is refused, also at the same moment', async () => {
    const { user, claims } = await employee();
    const lock = `SELECT FROM auth.users WHERE id = '${user.userId}' FOR UPDATE`;
    const ended = await auth.atTheSameMoment(lock, () =>
      [claims, { ...claims, sub: randomUUID() }].map((account) => signIn(auth, company, account)),
    );
    expect(ended.map(({ leadsTo }) => leadsTo).sort()).toEqual(['/', '/auth?problem=linked']);
    expect(await identitiesOf(user.userId)).toHaveLength(1);
    const third = { ...claims, sub: randomUUID() };
    expect(await signIn(auth, company, third)).toMatchObject(problem('linked'));
  });
});

it('a sign-in begins with no unknown parameter', async () => {
  const response = await auth.as().get('/api/oidc/login?next=/');
  expect([response.status, faultyFields(response)]).toEqual([400, ['next']]);
});

describe('the group of administrators', () => {
  it('decides the role at each sign-in, in the ID token or in userinfo', async () => {
    const { user, claims } = await employee();
    const { token } = await auth.createToken(user);
    const roleWith = async (groups: unknown, userInfo: unknown) => {
      company.userInfo = { groups: userInfo };
      return userOf((await signIn(auth, company, { ...claims, groups })).cookie);
    };
    expect(await roleWith(['staff', 'owners'], undefined)).toMatchObject({ role: 'admin' });
    expect(await roleWith(undefined, 'owners')).toMatchObject({ role: 'admin' });
    expect(await roleWith(['ownersx'], 7)).toMatchObject({ role: 'district_manager' });
    expect((await auth.bearer(token).get('/api/user')).status).toBe(401);
  });

  it('leaves the last active administrator theirs', async () => {
    const { user, claims } = await employee('admin');
    await auth.rows('UPDATE auth.users SET active = false WHERE id <> $1', [user.userId]);
    const { cookie } = await signIn(auth, company, claims);
    await auth.rows('UPDATE auth.users SET active = true');
    expect(await userOf(cookie)).toMatchObject({ role: 'admin' });
  });
});

describe('what does not verify ends in expired, without a session', () => {
  it.each([
    ['another nonce', () => company.sign({ nonce: 'other' })],
    ['no nonce', (claims: object) => company.sign({ ...claims, nonce: undefined })],
    ['another audience', (claims: object) => company.sign({ ...claims, aud: 'other' })],
    ['another issuer', (claims: object) => company.sign({ ...claims, iss: 'https://evil.example' })],
    ['an end that is past', (claims: object) => company.sign({ ...claims, exp: now() - 60 })],
    ['no subject', (claims: object) => company.sign({ ...claims, sub: undefined })],
    [
      'the signature of another key',
      async (claims: object) => company.sign({ ...claims }, (await generateKeyPair('RS256')).privateKey),
    ],
    [
      'no signature',
      (claims: object) =>
        new UnsecuredJWT({
          ...claims,
          iss: company.issuer,
          aud: 'mainstay',
          iat: now(),
          exp: now() + 60,
        }).encode(),
    ],
    ['no form of a token', () => 'x.y.z'],
  ])('an ID token with %s', async (_what, tokenOf) => {
    const { user, claims } = await employee();
    const begun = await begin(auth);
    const code = company.code(begun.challenge, await tokenOf({ ...claims, nonce: begun.nonce }));
    const ended = await respond(auth, begun.cookie, { code, state: begun.state, iss: company.issuer });
    expect(ended).toEqual({ ...problem('expired'), cookie: 'mainstay.sid=' });
    expect(await identitiesOf(user.userId)).toEqual([]);
  });

  it('userinfo about somebody else', async () => {
    const { claims } = await employee();
    company.userInfo = { sub: 'other' };
    expect(await signIn(auth, company, claims)).toMatchObject(problem('expired'));
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: undefined }],
    ['a code of nobody', { code: 'stolen' }],
    ['no code', { code: undefined }],
    ['an error of the provider', { error: 'invalid_scope', error_description: 'Secret text' }],
  ])('a response with %s', async (_what, changed) => {
    const { claims } = await employee();
    const begun = await begin(auth);
    const code = company.code(begun.challenge, await company.sign({ ...claims, nonce: begun.nonce }));
    const sent = Object.entries({ code, state: begun.state, iss: company.issuer, ...changed });
    const parameters = Object.fromEntries(sent.filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
    expect(await respond(auth, begun.cookie, parameters)).toEqual({
      ...problem('expired'),
      cookie: 'mainstay.sid=',
    });
  });

  it('a response to another sign-in, and one in another browser; the own one goes on', async () => {
    const { user, claims } = await employee();
    const begun = await begin(auth);
    const code = company.code(begun.challenge, await company.sign({ ...claims, nonce: begun.nonce }));
    const parameters = { code, state: begun.state, iss: company.issuer };
    const elsewhere = await begin(auth);
    expect(await respond(auth, elsewhere.cookie, parameters)).toMatchObject(problem('expired'));
    expect(await respond(auth, begun.cookie, { ...parameters, state: elsewhere.state })).toMatchObject(
      problem('expired'),
    );
    const { cookie } = await respond(auth, begun.cookie, parameters);
    expect(await userOf(cookie)).toMatchObject({ id: user.userId });
  });

  it('a response that is sent again, also at the same moment', async () => {
    const { claims } = await employee();
    const begun = await begin(auth);
    const sign = async () =>
      company.code(begun.challenge, await company.sign({ ...claims, nonce: begun.nonce }));
    const codes = await Promise.all([sign(), sign()]);
    const ended = await Promise.all(
      codes.map((code) => respond(auth, begun.cookie, { code, state: begun.state, iss: company.issuer })),
    );
    expect(ended.map(({ leadsTo }) => leadsTo).sort()).toEqual(['/', '/auth?problem=expired']);
    const later = { code: await sign(), state: begun.state, iss: company.issuer };
    expect(await respond(auth, begun.cookie, later)).toMatchObject(problem('expired'));
  });

  it('a response after more than ten minutes', async () => {
    const { claims } = await employee();
    const begun = await begin(auth);
    const session = sessionKeyOf(auth, begun);
    const pending = `${session.replace('session:', 'company-pending:')}:${begun.state}`;
    const { redis } = auth.backends;
    for (const key of [session, pending]) {
      expect(await redis.ttl(key)).toBeGreaterThan(590);
      expect(await redis.ttl(key)).toBeLessThanOrEqual(600);
    }
    await redis.pExpire(pending, 1);
    await sleep(20);
    expect(await signIn(auth, company, claims, begun)).toMatchObject(problem('expired'));
  });
});

it('a sign-in that the person cancels says so', async () => {
  const begun = await begin(auth);
  const parameters = { error: 'access_denied', state: begun.state, iss: company.issuer };
  expect(await respond(auth, begun.cookie, parameters)).toMatchObject(problem('cancelled'));
});

describe('a provider that', () => {
  it.each(['/token', '/userinfo'] as const)('fails at %s is unavailable', async (path) => {
    const { claims } = await employee();
    company.failing.set(path, 502);
    expect(await signIn(auth, company, claims)).toMatchObject(problem('unavailable'));
  });

  it('never responds is unavailable after five seconds', async () => {
    const { claims } = await employee();
    company.failing.set('/token', 'silent');
    const begun = performance.now();
    expect(await signIn(auth, company, claims)).toMatchObject(problem('unavailable'));
    expect(performance.now() - begun).toBeLessThan(7000);
  }, 15_000);

  it('has changed its key is believed a minute later', async () => {
    const { claims } = await employee();
    expect((await signIn(auth, company, claims)).leadsTo).toBe('/');
    await company.changeKey();
    const later = Date.now() + 61_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    try {
      expect((await signIn(auth, company, claims)).leadsTo).toBe('/');
    } finally {
      clock.mockRestore();
    }
  });

  it('has a clock that is five minutes wrong is believed while its ID token lasts', async () => {
    const { claims } = await employee();
    const at = (iat: number, lifetime: number) =>
      signIn(auth, company, { ...claims, iat, exp: iat + lifetime });
    expect((await at(now() + 300, 60)).leadsTo).toBe('/');
    expect((await at(now() - 300, 3600)).leadsTo).toBe('/');
    expect(await at(now() - 300, 60)).toMatchObject(problem('expired'));
  });
});

// Of several services only the one that was started last signs in: these come last.
describe('another service', () => {
  const other = new AuthService();
  const start = (env: object = {}) => other.start({ ...company.settings, ...env });
  afterEach(() => other.close());

  it('starts while the provider is down; passwords work, and so does this sign-in once it is there', async () => {
    company.failing.set('/.well-known/openid-configuration', 503);
    await start();
    const { email, userId } = await other.createUser();
    await other.rows('UPDATE auth.users SET password_hash = $1', [await hashPassword('correct horse')]);
    await other.as().post('/api/login').send({ email, password: 'correct horse' }).expect(200);
    const refused = await other.as().get('/api/oidc/login').expect(302);
    expect(refused.headers['location']).toBe('/auth?problem=unavailable');
    company.failing.clear();
    const claims = claimsOf({ email });
    const { cookie } = await signIn(other, company, claims);
    expect((await other.as({ cookie }).get('/api/user')).body).toMatchObject({ id: userId });

    // The description is kept for an hour, and longer while it cannot be read again.
    company.failing.set('/.well-known/openid-configuration', 503);
    expect((await signIn(other, company, claims)).leadsTo).toBe('/');
    const later = Date.now() + 2 * 60 * 60 * 1000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    try {
      expect((await signIn(other, company, claims)).leadsTo).toBe('/');
    } finally {
      clock.mockRestore();
    }
  }, 30_000);

  it('trusts an address of which nothing is said, not one that is not verified, with OIDC_TRUST_EMAIL', async () => {
    await start({ OIDC_TRUST_EMAIL: 'on' });
    const { email } = await other.createUser();
    const account = { sub: randomUUID(), email };
    const unverified = await signIn(other, company, { ...account, email_verified: false });
    expect(unverified).toMatchObject(problem('not_verified'));
    expect((await signIn(other, company, account)).leadsTo).toBe('/');
  }, 30_000);
});
