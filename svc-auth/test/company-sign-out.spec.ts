import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ForgedCompany } from '@mainstay/test-kit/company';
import { generateKeyPair } from 'jose';
import { randomUUID } from 'node:crypto';
import { AuthService, unknownId } from './auth-service.ts';
import { logOut, signIn } from './company.ts';

const company = new ForgedCompany();
const auth = new AuthService();
beforeAll(async () => {
  await company.start();
  await auth.start(company.settings);
  await auth.addPeople();
}, 60_000);
afterAll(async () => {
  await auth.close();
  company.close();
});

/** A new employee, signed in with the company's account in two sessions of the provider, and with a password. */
async function signedIn() {
  const user = await auth.createUser('district_manager');
  const sub = randomUUID();
  const sids = [randomUUID(), randomUUID()] as const;
  const claims = { sub, email: user.email, email_verified: true };
  const cookies: string[] = [];
  for (const sid of sids) cookies.push((await signIn(auth, company, { ...claims, sid })).cookie);
  const statuses = () => Promise.all([...cookies, user.cookie].map((cookie) => auth.statusOf({ cookie })));
  expect(await statuses()).toEqual([200, 200, 200]);
  return { user, sub, sids, cookies, statuses };
}

describe('POST /api/logout', () => {
  it('leads to the end of the session at the provider, and back', async () => {
    const { cookies, statuses } = await signedIn();
    const response = await auth
      .as({ cookie: cookies[0] ?? '' })
      .post('/api/logout')
      .expect(204);
    const [, address = ''] = /^<(.+)>; rel="end-session"$/.exec(response.headers['link'] ?? '') ?? [];
    const { origin, pathname, searchParams } = new URL(address);
    expect(origin + pathname).toBe(`${company.issuer}/end`);
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${auth.config.PUBLIC_URL}/auth`);
    expect(searchParams.get('client_id')).toBe('mainstay');
    expect(searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await statuses()).toEqual([401, 200, 200]);
  });

  it('names no address for a session of a password', async () => {
    const { headers } = await auth
      .as(await auth.createUser())
      .post('/api/logout')
      .expect(204);
    expect(headers).not.toHaveProperty('link');
  });
});

describe('POST /api/oidc/backchannel-logout', () => {
  it('ends the sessions of the provider’s session, else those of its account, and no others', async () => {
    const { sub, sids, statuses } = await signedIn();
    const stranger = await signedIn();
    expect(await logOut(auth, await company.logoutToken({ sub, sid: sids[0] }))).toBe(200);
    expect(await statuses()).toEqual([401, 200, 200]);
    expect(await logOut(auth, await company.logoutToken({ sub }))).toBe(200);
    expect(await statuses()).toEqual([401, 401, 200]);
    expect(await stranger.statuses()).toEqual([200, 200, 200]);
    // Of nobody here.
    expect(await logOut(auth, await company.logoutToken({ sub: 'unknown' }))).toBe(200);
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each([
    ['no token', () => 'x'],
    [
      'the signature of another key',
      async (sub: string) =>
        company.sign({ sub, jti: 'x', events: {} }, (await generateKeyPair('RS256')).privateKey),
    ],
    ['another audience', (sub: string) => company.logoutToken({ sub, aud: 'other' })],
    ['another issuer', (sub: string) => company.logoutToken({ sub, iss: 'https://evil.example' })],
    ['a nonce, as an ID token', (sub: string) => company.logoutToken({ sub, nonce: 'x' })],
    ['another event', (sub: string) => company.logoutToken({ sub, events: { other: {} } })],
    ['no id', (sub: string) => company.logoutToken({ sub, jti: undefined })],
    ['neither account nor session', () => company.logoutToken({})],
    ['an end that is past', (sub: string) => company.logoutToken({ sub, exp: now() - 60 })],
    ['an age of more than ten minutes', (sub: string) => company.logoutToken({ sub, iat: now() - 700 })],
  ])('refuses %s', async (_what, tokenOf) => {
    const { sub, statuses } = await signedIn();
    expect(await logOut(auth, await tokenOf(sub))).toBe(400);
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('takes a token once', async () => {
    const { sub } = await signedIn();
    const token = await company.logoutToken({ sub });
    const statuses = await Promise.all([logOut(auth, token), logOut(auth, token)]);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  it('takes a form alone, with a token', async () => {
    const post = () => auth.as().post('/api/oidc/backchannel-logout');
    expect((await post().send({ logout_token: 'x' })).status).toBe(415);
    expect(
      (
        await post()
          .type('form')
          .send(`logout_token=${'x'.repeat(110_000)}`)
      ).status,
    ).toBe(413);
    const empty = await post().type('form').send('other=1');
    expect([empty.status, Object.keys((empty.body as { errors?: object }).errors ?? {})]).toEqual([
      400,
      ['logout_token'],
    ]);
  });
});

describe('the accounts of a user', () => {
  it('are read and unlinked by administrators, which ends their sessions; the next sign-in links again', async () => {
    const { user, sub, cookies, statuses } = await signedIn();
    const path = `/api/users/${user.userId}/identities`;
    const listed = await auth.as(auth.admin).get(path).expect(200);
    const expected = { issuer: company.issuer, subject: sub, email: user.email };
    expect(listed.body).toEqual([expect.objectContaining(expected)]);
    const [{ id = '' } = {}] = listed.body as { id?: string }[];
    await auth.as(auth.admin).delete(`/api/users/${auth.manager.userId}/identities/${id}`).expect(404);
    expect(await statuses()).toEqual([200, 200, 200]);
    await auth.as(auth.admin).delete(`${path}/${id}`).expect(204);
    await auth.as(auth.admin).delete(`${path}/${id}`).expect(404);
    expect(await statuses()).toEqual([401, 401, 200]);
    expect((await auth.as(auth.admin).get(path)).body).toEqual([]);
    const again = await signIn(auth, company, { sub: 'another', email: user.email, email_verified: true });
    expect(again.leadsTo).toBe('/');
    expect(cookies).not.toContain(again.cookie);
  });

  it('of an unknown user are a 404', async () => {
    await auth.as(auth.admin).get(`/api/users/${unknownId}/identities`).expect(404);
  });
});

// Of several services only the one that was started last signs in: these come last.
describe('another service', () => {
  const other = new AuthService();
  afterEach(async () => {
    company.description = {};
    company.failing.clear();
    await other.close();
  });

  it('returns 503 to a logout token while the keys of the provider cannot be read', async () => {
    company.failing.set('/keys', 503);
    await other.start(company.settings);
    expect(await logOut(other, await company.logoutToken({ sub: 'x' }))).toBe(503);
  }, 30_000);

  it('names no address where the provider has none', async () => {
    company.description = { end_session_endpoint: undefined };
    await other.start(company.settings);
    const { email } = await other.createUser();
    const { cookie } = await signIn(other, company, { sub: randomUUID(), email, email_verified: true });
    const { headers } = await other.as({ cookie }).post('/api/logout').expect(204);
    expect(headers).not.toHaveProperty('link');
  }, 30_000);
});
