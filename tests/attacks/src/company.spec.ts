import { Caller } from '@mainstay/test-kit';
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from './attack.ts';
import type { Setup } from './setup.ts';

const now = (): number => Math.floor(Date.now() / 1000);

/** A browser that has begun to sign in, and what is asked at the provider. */
interface Begun {
  browser: Caller;
  state: string;
  nonce: string;
  challenge: string;
}

const sidOf = (cookies: string[] = []): string =>
  cookies.find((cookie) => cookie.startsWith('mainstay.sid='))?.split(';', 1)[0] ?? '';

async function begin({ target }: Setup, returnTo = '/'): Promise<Begun> {
  const path = `/api/oidc/login?returnTo=${encodeURIComponent(returnTo)}`;
  const { headers } = await new Caller(target).ask('GET', path);
  const asked = new URL(headers.location ?? '').searchParams;
  const [state, nonce, challenge] = ['state', 'nonce', 'code_challenge'].map((name) => asked.get(name) ?? '');
  const browser = new Caller(target, sidOf(headers['set-cookie']));
  return { browser, state: state ?? '', nonce: nonce ?? '', challenge: challenge ?? '' };
}

/** Sends a response to the redirect URI: where it leads, and the browser with the cookie it has then. */
async function finish({ target }: Setup, { browser }: Begun, sent: Record<string, string>) {
  const path = `/api/oidc/callback?${new URLSearchParams(sent).toString()}`;
  const { headers } = await browser.ask('GET', path);
  const session = new Caller(target, sidOf(headers['set-cookie']) || browser.cookie);
  return { leadsTo: headers.location ?? 'nowhere', session };
}

/** The same: whose session the browser has then, or the problem. */
async function outcomeOf(setup: Setup, begun: Begun, sent: Record<string, string>): Promise<string> {
  const { leadsTo, session } = await finish(setup, begun, sent);
  const { status, body } = await session.ask('GET', '/api/user');
  if (status === 200) return `signed in as ${String(Reflect.get(Object(body), 'email'))}`;
  return leadsTo.replace('/auth?problem=', '');
}

/** A response with an ID token that the provider gives for a new code. No log may contain either. */
function responseWith({ company, secrets }: Setup, { challenge, state }: Begun, idToken: string) {
  const code = company.code(challenge, idToken);
  secrets.add(idToken).add(code);
  return { code, state, iss: company.issuer };
}

/** The outcome of a sign-in with an ID token. */
async function withToken(
  setup: Setup,
  tokenOf: (begun: Begun) => Promise<string> | string,
  changed: Record<string, string> = {},
): Promise<string> {
  const begun = await begin(setup);
  return outcomeOf(setup, begun, { ...responseWith(setup, begun, await tokenOf(begun)), ...changed });
}

/** Claims of a new account with the verified address of somebody. */
const accountOf = (email: string): JWTPayload => ({ sub: randomUUID(), email, email_verified: true });
const withClaims = (setup: Setup, claims: JWTPayload) =>
  withToken(setup, ({ nonce }) => setup.company.sign({ nonce, ...claims }));

test('an ID token that the provider did not give to us for this sign-in signs nobody in', async (setup, trial) => {
  const { company, managerA } = setup;
  const claims = accountOf(managerA.email);
  const { privateKey } = await generateKeyPair('RS256');
  const whole = { iss: company.issuer, aud: 'mainstay', iat: now(), exp: now() + 60, ...claims };
  const shared = new TextEncoder().encode(await exportSPKI(company.publicKey));
  const forged: Record<string, (begun: Begun) => Promise<string> | string> = {
    'another nonce': () => company.sign({ ...claims, nonce: 'other' }),
    'no nonce': () => company.sign(claims),
    'another audience': ({ nonce }) => company.sign({ ...claims, nonce, aud: 'other' }),
    'another issuer': ({ nonce }) => company.sign({ ...claims, nonce, iss: 'https://evil.example' }),
    'an end that is past': ({ nonce }) => company.sign({ ...claims, nonce, exp: now() - 60 }),
    'no subject': ({ nonce }) => company.sign({ ...claims, nonce, sub: undefined }),
    'another key': ({ nonce }) => company.sign({ ...claims, nonce }, privateKey),
    'no signature': ({ nonce }) => new UnsecuredJWT({ ...whole, nonce }).encode(),
    'the public key as a secret': ({ nonce }) =>
      new SignJWT({ ...whole, nonce }).setProtectedHeader({ alg: 'HS256' }).sign(shared),
  };
  for (const [what, tokenOf] of Object.entries(forged)) {
    trial.expect(what, await withToken(setup, tokenOf), 'expired');
  }
});

test('a response that belongs to another sign-in, browser or provider signs nobody in', async (setup, trial) => {
  const { company, managerA } = setup;
  const claims = accountOf(managerA.email);
  const sign = ({ nonce }: Begun) => company.sign({ ...claims, nonce });
  trial.expect('another provider', await withToken(setup, sign, { iss: 'https://evil.example' }), 'expired');
  trial.expect('no provider', await withToken(setup, sign, { iss: '' }), 'expired');
  trial.expect('another state', await withToken(setup, sign, { state: 'other' }), 'expired');

  const [own, others] = [await begin(setup), await begin(setup)];
  const sent = responseWith(setup, own, await sign(own));
  trial.expect('in another browser', await outcomeOf(setup, others, sent), 'expired');
  const stolen = { ...sent, state: others.state };
  trial.expect("another browser's code", await outcomeOf(setup, others, stolen), 'expired');

  const twice = await begin(setup);
  const again = async () => responseWith(setup, twice, await sign(twice));
  const responses = [await again(), await again()];
  const ended = await Promise.all(responses.map((response) => outcomeOf(setup, twice, response)));
  trial.expect('twice at once', ended.filter((outcome) => outcome.startsWith('signed in')).length, 1);
  trial.expect('once more', await outcomeOf(setup, twice, await again()), 'expired');
  const { status } = await twice.browser.ask('GET', '/api/user');
  trial.expect('the cookie from before the sign-in', status, 401);
});

test('an address that is not verified, or no longer their own, opens no account', async (setup, trial) => {
  const { company, admin, database } = setup;
  const victim = await setup.hire('district_manager');
  const email = (changed: object) => withClaims(setup, { ...accountOf(victim.email), ...changed });
  trial.expect('not verified', await email({ email_verified: false }), 'not_verified');
  trial.expect('verified in words', await email({ email_verified: 'true' }), 'not_verified');
  trial.expect('verified by nobody', await email({ email_verified: undefined }), 'not_verified');
  company.userInfo = { sub: 'other', email: victim.email, email_verified: true };
  trial.expect('of userinfo about others', await email({ email: undefined }), 'expired');
  company.userInfo = {};

  const accounts = [accountOf(victim.email), accountOf(victim.email)];
  const first = await Promise.all(accounts.map((account) => withClaims(setup, account)));
  trial.expect('two first ones at once', first.toSorted().join(), `linked,signed in as ${victim.email}`);
  trial.expect('a second account', await email({}), 'linked');
  const winner = accounts[first.indexOf('linked') === 0 ? 1 : 0] ?? {};
  const renamed = await withClaims(setup, { ...winner, email: admin.email });
  trial.expect("the administrator's address later", renamed, `signed in as ${victim.email}`);
  const { rows } = await database.query(
    'SELECT FROM auth.identities i JOIN auth.users u ON u.id = i.user_id WHERE u.email = $1',
    [admin.email],
  );
  trial.expect("the administrator's accounts", rows.length, 0);
});

test('a sign-in returns to no other site', async (setup, trial) => {
  const { company } = setup;
  const { email } = await setup.hire('district_manager');
  const claims = accountOf(email);
  for (const returnTo of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/\t/evil.example',
  ]) {
    const begun = await begin(setup, returnTo);
    const sent = responseWith(setup, begun, await company.sign({ ...claims, nonce: begun.nonce }));
    trial.expect(returnTo, (await finish(setup, begun, sent)).leadsTo, '/');
  }
});

/** A stream of events that is read to its end. */
function openStream({ target }: Setup, { cookie }: Caller): Promise<IncomingMessage> {
  const headers = { host: new URL(target.publicUrl).host, cookie };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: target.port, path: '/api/events', headers }, (response) =>
      resolve(response.resume()),
    ).on('error', reject);
  });
}

test('a logout token that the provider did not send, or sent before, ends no session; a true one all of it', async (setup, trial) => {
  const { company, secrets } = setup;
  const account = accountOf((await setup.hire('district_manager')).email);
  const { sub = '' } = account;
  const { privateKey } = await generateKeyPair('RS256');
  const signIn = async () => {
    const begun = await begin(setup);
    const idToken = await company.sign({ ...account, nonce: begun.nonce });
    return (await finish(setup, begun, responseWith(setup, begun, idToken))).session;
  };
  const post = async (token: string) => {
    secrets.add(token);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: undefined };
    const form = new URLSearchParams({ logout_token: token }).toString();
    return (await setup.anonymous.ask('POST', '/api/oidc/backchannel-logout', form, headers)).status;
  };
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const unsigned = { iss: company.issuer, aud: 'mainstay', iat: now(), sub, jti: 'x', events };
  const session = await signIn();
  const forged = {
    'another key': await company.sign({ sub, jti: randomUUID(), events }, privateKey),
    'no signature': new UnsecuredJWT(unsigned).encode(),
    'another audience': await company.logoutToken({ sub, aud: 'other' }),
    'an ID token': await company.sign({ sub, nonce: 'x' }),
    'an old one': await company.logoutToken({ sub, iat: now() - 700 }),
  };
  for (const [what, token] of Object.entries(forged)) trial.expect(what, await post(token), 400);
  trial.expect('the session', (await session.ask('GET', '/api/user')).status, 200);

  const stream = await openStream(setup, session);
  await sleep(500);
  trial.expect('the stream', stream.statusCode, 200);
  trial.expect('an open stream', stream.closed, false);
  const token = await company.logoutToken({ sub });
  trial.expect('a true one', await post(token), 200);
  trial.expect('the session afterwards', (await session.ask('GET', '/api/user')).status, 401);
  await sleep(5000);
  trial.expect('the stream after five seconds', stream.closed, true);
  const later = await signIn();
  trial.expect('the same again', await post(token), 400);
  trial.expect('a later session', (await later.ask('GET', '/api/user')).status, 200);
});
