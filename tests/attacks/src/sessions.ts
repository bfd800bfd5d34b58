import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Family, Trial } from './attack.ts';
import { Caller, cookiesOf, textOf } from './caller.ts';
import type { Stage } from './stage.ts';

const SESSIONS = 50;
const TRIES_AT_AN_ACCOUNT = 10;
const TRIES_FROM_AN_ADDRESS = 100;

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

const wrongTry = (stage: Stage, email: string, forged: string, cookie?: string) =>
  stage.anonymous.ask(...(['POST', '/api/login', { email, password: stage.newPassword() }] as const), {
    'x-forwarded-for': forged,
    'x-real-ip': forged,
    forwarded: `for=${forged}`,
    cookie,
  });

export const sessions: Family = {
  async 'fixes or alters a session'(stage, trial) {
    const person = await stage.hire('district_manager');
    const chosen = 'mainstay.sid=s%3Aattacker.c2lnbmF0dXJl';
    const login = (cookie: string) =>
      stage.anonymous.ask(
        'POST',
        '/api/login',
        { email: person.email, password: person.password },
        { cookie },
      );
    for (const cookie of [chosen, person.cookie]) {
      const given = new Caller(stage.target, cookiesOf(await login(cookie)));
      trial.expect(
        'the id given',
        jar(given.cookie).get('mainstay.sid') === jar(cookie).get('mainstay.sid'),
        false,
      );
      await isAlive(trial, 'with the new session', given);
      await isDead(trial, 'with the session before', new Caller(stage.target, cookie));
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
      await isDead(trial, 'with an altered cookie', new Caller(stage.target, `mainstay.sid=${value}`));
    }
  },

  async 'continues after signing out'(stage, trial) {
    const { email, password } = await stage.hire('district_manager', [stage.storeA]);
    const [session, other] = [await stage.signIn(email, password), await stage.signIn(email, password)];
    trial.expect('signing out', (await session.ask('POST', '/api/logout')).status, 204);
    await isDead(trial, 'after signing out', session);
    await isAlive(trial, 'in the other browser', other);
  },

  async 'signs out during a slow request'(stage, trial) {
    const { email, password } = await stage.hire('district_manager', [stage.storeA]);
    const session = await stage.signIn(email, password);
    const body = JSON.stringify({
      title: 'Slow',
      description: 'Cold',
      ticketType: 'repair',
      locationId: stage.storeA,
    });
    const slow = request({
      port: stage.target.port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/tickets',
      headers: {
        host: new URL(stage.target.publicUrl).host,
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
  },

  async 'keeps one of 50 sessions through deactivation, demotion and reset'(stage, trial) {
    const { admin } = stage;
    for (const [how, end] of [
      ['deactivated', (id: string) => admin.ask('PATCH', `/api/users/${id}/active`, { active: false })],
      ['demoted', (id: string) => admin.ask('PATCH', `/api/users/${id}`, { role: 'district_manager' })],
      [
        'reset',
        (userId: string) =>
          admin.ask('POST', '/api/admin/reset-user-password', { userId, newPassword: stage.newPassword() }),
      ],
    ] as const) {
      const { id, email, password } = await stage.hire('admin');
      const live: Caller[] = [];
      // One after the other: a try that is under way counts as a failed one.
      while (live.length < SESSIONS) live.push(await stage.signIn(email, password));
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
  },

  async 'outlives the idle and the absolute lifetime'(stage, trial) {
    const { redis } = stage;
    const person = await stage.hire('district_manager');
    const sid = /s%3A([^.]+)/.exec(person.cookie)?.[1] ?? '';
    const key = `session:${decodeURIComponent(sid)}`;
    const left = await redis.ttl(key);
    trial.expect('the idle limit', left > 43_000 && left <= 43_200, true);
    // A week passes for the record, then half a day for its expiry.
    const record = (await redis.get(key)) ?? '';
    const older = record.replace(/"signedInAt":\d+/, `"signedInAt":${Date.now() - 604_801_000}`);
    trial.expect('the moment of sign-in is in the record', older === record, false);
    await redis.set(key, older, { expiration: 'KEEPTTL' });
    await isDead(trial, 'after a week', person);
    await redis.set(key, record, { expiration: 'KEEPTTL' });
    await isAlive(trial, 'before', person);
    await redis.del(key);
    await isDead(trial, 'after the idle limit', person);
  },

  async 'guesses the password of an account'(stage, trial) {
    await stage.forgetTries();
    const { email, password, cookie } = await stage.hire('district_manager');
    let looked = 0;
    for (let index = 0; index < TRIES_AT_AN_ACCOUNT + 5; index += 1) {
      const response = await wrongTry(
        stage,
        index % 2 ? email.toUpperCase() : ` ${email}`,
        `10.1.2.${index}`,
      );
      if (response.status === 401) looked += 1;
      else trial.expect('Retry-After of a 429', Number(response.headers['retry-after']) > 0, true);
    }
    trial.expect('guesses looked at', looked, TRIES_AT_AN_ACCOUNT);
    const known = jar(cookie).get('mainstay.device');
    const owner = await stage.anonymous.ask('POST', '/api/login', { email, password }, { cookie: known });
    trial.expect('the owner signs in', owner.status, 200);
    trial.figure = `${looked} of ${TRIES_AT_AN_ACCOUNT + 5} guesses were looked at`;
    await stage.forgetTries();
  },

  async 'tries one password at many accounts, as many addresses'(stage, trial) {
    await stage.forgetTries();
    const statuses: number[] = [];
    // Ten at once: no more than a service takes without a 503.
    for (let round = 0; round <= TRIES_FROM_AN_ADDRESS / 10; round += 1) {
      const tries = Array.from({ length: 10 }, (_, index) =>
        wrongTry(stage, `${randomUUID()}@example.com`, `10.${round}.${index}.3`),
      );
      statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
    }
    const looked = statuses.filter((status) => status === 401).length;
    trial.expect('more guesses looked at than allowed', looked > TRIES_FROM_AN_ADDRESS, false);
    trial.expect('the last ten', statuses.slice(-10).join(), Array(10).fill(429).join());
    trial.figure = `${looked} of ${statuses.length} guesses were looked at`;
    await stage.forgetTries();
  },

  async 'uses up the tries of an account from a blocked address'(stage, trial) {
    const { email, password } = await stage.hire('district_manager');
    // That of signing in as well.
    await stage.forgetTries();
    for (let index = 0; index < TRIES_FROM_AN_ADDRESS; index += 1) {
      await wrongTry(stage, `${randomUUID()}@example.com`, `10.9.8.${index}`);
    }
    for (let index = 0; index < TRIES_AT_AN_ACCOUNT + 1; index += 1) {
      trial.expect('a blocked try', (await wrongTry(stage, email, `10.9.7.${index}`)).status, 429);
    }
    const { redis } = stage;
    trial.expect('keys of the account', (await redis.keys(`sign-in:*${email}*`)).length, 0);
    // As from another address.
    for (const key of await redis.keys('sign-in:address:*')) await redis.del(key);
    const owner = await stage.anonymous.ask('POST', '/api/login', { email, password });
    trial.expect('the owner, in a new browser', owner.status, 200);
    await stage.forgetTries();
  },

  async 'tells accounts apart by words'(stage, trial) {
    const inactive = await stage.hire('district_manager');
    await stage.admin.ask('PATCH', `/api/users/${inactive.id}/active`, { active: false });
    const words = new Set<string>();
    for (const [email, password] of [
      ['admin@example.com', 'wrong password'],
      [`${randomUUID()}@example.com`, 'wrong password'],
      [inactive.email, inactive.password],
    ] as const) {
      const response = await stage.anonymous.ask('POST', '/api/login', { email, password });
      trial.expect(email, response.status, 401);
      words.add(textOf(response, 'detail') + Object.keys(response.headers).sort().join());
    }
    trial.expect('different responses', words.size, 1);
  },
};
