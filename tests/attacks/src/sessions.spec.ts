import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isWhole, test, type Trial } from './attack.ts';
import { Caller, cookiesOf, signIn } from '@mainstay/test-kit';
import { aTicket, type Setup } from './setup.ts';

const SESSIONS = isWhole ? 50 : 10;
const TRIES_AT_AN_ACCOUNT = 10;

/** One read of each service. */
const reads = ['/api/user', '/api/tickets?limit=1', `/api/tickets/${randomUUID()}/attachments`];

async function isDead(trial: Trial, what: string, session: Caller): Promise<void> {
  for (const path of reads) trial.expect(`${path} ${what}`, (await session.ask('GET', path)).status, 401);
}

async function isAlive(trial: Trial, what: string, session: Caller): Promise<void> {
  for (const path of reads) {
    trial.expect(`${path} ${what}`, (await session.ask('GET', path)).status, 200, 404);
  }
}

/** The cookies of a browser, by name. */
const jar = (cookies: string): Map<string, string> =>
  new Map(cookies.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair] as const));

const wrongTry = (setup: Setup, email: string, forged: string, cookie?: string) =>
  setup.anonymous.ask(...(['POST', '/api/login', { email, password: setup.newPassword() }] as const), {
    'x-forwarded-for': forged,
    'x-real-ip': forged,
    forwarded: `for=${forged}`,
    cookie,
  });

test('fixes or alters a session', async (setup, trial) => {
  const person = await setup.hire('district_manager');
  const chosen = 'mainstay.sid=s%3Aattacker.c2lnbmF0dXJl';
  const login = (cookie: string) =>
    setup.anonymous.ask('POST', '/api/login', { email: person.email, password: person.password }, { cookie });
  for (const cookie of [chosen, person.cookie]) {
    const given = new Caller(setup.target, cookiesOf(await login(cookie)));
    trial.expect(
      'the id given',
      jar(given.cookie).get('mainstay.sid') === jar(cookie).get('mainstay.sid'),
      false,
    );
    await isAlive(trial, 'with the new session', given);
    await isDead(trial, 'with the session before', new Caller(setup.target, cookie));
    person.cookie = given.cookie;
  }
  const sid = jar(person.cookie).get('mainstay.sid') ?? '';
  const altered = [
    sid.slice(0, -2),
    `${sid}a`,
    sid.replace('s%3A', 's%3Aa'),
    sid.replace(/\..*/, ''),
    'j%3A%7B%7D',
  ];
  for (const value of altered) {
    await isDead(trial, 'with an altered cookie', new Caller(setup.target, `mainstay.sid=${value}`));
  }
});

test('continues after signing out', async (setup, trial) => {
  const { email, password } = await setup.hire('district_manager', [setup.storeA]);
  const [session, other] = [
    await signIn(setup.target, email, password),
    await signIn(setup.target, email, password),
  ];
  trial.expect('signing out', (await session.ask('POST', '/api/logout')).status, 204);
  await isDead(trial, 'after signing out', session);
  await isAlive(trial, 'in the other browser', other);
});

test('signs out during a slow request', async (setup, trial) => {
  const { email, password } = await setup.hire('district_manager', [setup.storeA]);
  const session = await signIn(setup.target, email, password);
  const body = JSON.stringify({ ...aTicket, locationId: setup.storeA });
  const slow = request({
    port: setup.target.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/tickets',
    headers: {
      host: new URL(setup.target.publicUrl).host,
      cookie: session.cookie,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  const status = new Promise((resolve, reject) => {
    slow.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  slow.write(body.slice(0, 20));
  await sleep(300);
  await session.ask('POST', '/api/logout');
  slow.end(body.slice(20));
  trial.expect('the slow request', await status, 401);
  await isDead(trial, 'after the slow request', session);
});

test('keeps one of 50 sessions through deactivation, demotion and reset', async (setup, trial) => {
  const { admin } = setup;
  for (const [how, end] of [
    ['deactivated', (id: string) => admin.ask('PATCH', `/api/users/${id}/active`, { active: false })],
    ['demoted', (id: string) => admin.ask('PATCH', `/api/users/${id}`, { role: 'district_manager' })],
    [
      'reset',
      (userId: string) =>
        admin.ask('POST', '/api/admin/reset-user-password', { userId, newPassword: setup.newPassword() }),
    ],
  ] as const) {
    const { id, email, password } = await setup.hire('admin');
    const live: Caller[] = [];
    // One after the other: a try that is under way counts as a failed one.
    while (live.length < SESSIONS) live.push(await signIn(setup.target, email, password));
    trial.expect(how, (await end(id)).status, 200);
    for (const session of live) {
      const statuses = await Promise.all(
        ['/api/audit?limit=1', '/api/users/x', reads[2] ?? ''].map(
          async (path) => (await session.ask('GET', path)).status,
        ),
      );
      // Whoever is demoted stays signed in, without what administrators may.
      trial.expect(how, statuses.join(), how === 'demoted' ? '403,403,404' : '401,401,401');
    }
    if (how === 'deactivated') {
      await admin.ask('PATCH', `/api/users/${id}/active`, { active: true });
      for (const session of live.slice(0, 5)) await isDead(trial, 'after activation', session);
    }
  }
});

test('guesses the password of an account', async (setup, trial) => {
  await setup.forgetTries();
  const { email, password, cookie } = await setup.hire('district_manager');
  let looked = 0;
  for (let index = 0; index < TRIES_AT_AN_ACCOUNT + 5; index += 1) {
    const response = await wrongTry(setup, index % 2 ? email.toUpperCase() : ` ${email}`, `10.1.2.${index}`);
    if (response.status === 401) looked += 1;
    else trial.expect('Retry-After of a 429', Number(response.headers['retry-after']) > 0, true);
  }
  trial.expect('guesses looked at', looked, TRIES_AT_AN_ACCOUNT);
  const known = jar(cookie).get('mainstay.device');
  const owner = await setup.anonymous.ask('POST', '/api/login', { email, password }, { cookie: known });
  trial.expect('the owner signs in', owner.status, 200);
});
