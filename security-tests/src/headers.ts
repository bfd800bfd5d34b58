import { randomUUID } from 'node:crypto';
import type { Family, Trial } from './attack.ts';
import { type ApiResponse, pathOf, textOf } from './caller.ts';
import type { Stage } from './stage.ts';
import { MAX_UNRECORDED_GRANTS } from './uploads.ts';

/** On every response, whatever it is (decisions on the gateway; gateway/nginx/snippets/headers.conf.template). */
const always: Record<string, RegExp> = {
  'x-request-id': /^[\w-]{8,64}$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=(3[1-9]|[4-9]\d)\d{6}/,
};
const never = [
  'server',
  'x-powered-by',
  'via',
  'x-aspnet-version',
  'access-control-allow-origin',
  'x-accel-redirect',
];

/** What a page and its scripts may do. */
const pagePolicy = [
  /(^|; )default-src 'self'(;|$)/,
  /(^|; )script-src 'self'(;|$)/,
  /(^|; )object-src 'none'(;|$)/,
  /(^|; )base-uri 'none'(;|$)/,
  /(^|; )form-action 'self'(;|$)/,
  /(^|; )frame-ancestors 'none'(;|$)/,
];
const dataPolicy = [/(^|; )default-src 'none'(;|$)/, /(^|; )frame-ancestors 'none'(;|$)/];
const filePolicy = [...dataPolicy, /(^|; )sandbox(;|$)/];

interface Kind {
  status: number;
  policy: RegExp[];
  cache?: RegExp;
  type?: RegExp;
  /** Other headers it has. */
  others?: Record<string, RegExp>;
}

function check(trial: Trial, what: string, { status, headers }: ApiResponse, kind: Kind): void {
  trial.expect(what, status, kind.status);
  // Node joins the policies of several headers to one text.
  const policies = [headers['content-security-policy'] ?? []].flat().flatMap((it) => it.split(', '));
  // At least one of them has what it must, and none allows scripts within a page.
  for (const part of kind.policy)
    trial.expect(`${what}: policy`, policies.some((it) => part.test(it)) || part.source, true);
  trial.expect(`${what}: scripts`, /script-src[^;]*unsafe|unsafe-eval/.test(policies.join()), false);
  const wanted = {
    ...always,
    'cache-control': kind.cache ?? /^no-store$/,
    'content-type': kind.type ?? /^application\/problem\+json/,
    ...kind.others,
  };
  for (const [name, pattern] of Object.entries(wanted)) {
    const value = String(headers[name]);
    trial.expect(`${what}: ${name}`, pattern.test(value) || value, true);
  }
  for (const name of never) {
    const value = headers[name];
    // nginx names itself, without its version.
    trial.expect(`${what}: ${name}`, name === 'server' && value === 'nginx' ? undefined : value, undefined);
  }
}

/** An error tells its id and nothing of what is inside. */
function checkProblem(trial: Trial, what: string, response: ApiResponse): void {
  trial.expect(`${what}: request id`, textOf(response, 'requestId'), response.headers['x-request-id']);
  const leak =
    /node_modules|\.ts:\d|\.js:\d| {4}at |SELECT |INSERT |postgres|ECONN|127\.0\.0\.1|redis|stack/i.exec(
      response.text,
    );
  trial.expect(`${what}: internals`, leak?.[0], undefined);
}

async function pathsOfShell({ anonymous }: Stage): Promise<string[]> {
  const { text } = await anonymous.ask('GET', '/');
  return [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
}

export const headers: Family = {
  async 'checks every kind of response'(stage, trial) {
    const { anonymous, admin, managerA, storeA } = stage;
    const get = (path: string) => anonymous.ask('GET', path);
    const revalidated = /^no-cache$/;
    const immutable = /^public, max-age=31536000, immutable$/;
    const json = /^application\/json/;
    for (const page of ['/', '/auth', '/tickets', '/no-such-page']) {
      check(trial, page, await get(page), {
        status: 200,
        policy: pagePolicy,
        cache: revalidated,
        type: /^text\/html/,
      });
    }
    for (const file of await pathsOfShell(stage)) {
      check(trial, file, await get(file), {
        status: 200,
        policy: pagePolicy,
        cache: immutable,
        type: /^text\/(javascript|css); charset=utf-8$/,
      });
    }
    const registry = await get('/remotes/registry.json');
    check(trial, 'the registry', registry, { status: 200, policy: dataPolicy, type: json });
    const { remotes } = registry.body as { remotes: { manifest: string; integrity: object }[] };
    const { manifest, integrity } = remotes[0] ?? { manifest: '', integrity: {} };
    const script = Object.keys(integrity).find((name) => name.endsWith('.js')) ?? '';
    check(trial, 'a manifest', await get(manifest), {
      status: 200,
      policy: pagePolicy,
      cache: revalidated,
      type: json,
    });
    check(trial, 'a remote', await get(manifest.replace('mf-manifest.json', script)), {
      status: 200,
      policy: pagePolicy,
      cache: immutable,
      type: /^text\/javascript/,
    });
    check(trial, 'settings', await get('/config.json'), { status: 200, policy: dataPolicy, type: json });
    check(trial, 'health', await get('/gateway/health'), { status: 200, policy: dataPolicy, type: json });
    check(trial, 'documentation', await get('/api/docs'), {
      status: 200,
      policy: pagePolicy,
      cache: revalidated,
      type: /^text\/html/,
    });
    check(trial, 'a document', await get('/api/docs/core.json'), {
      status: 200,
      policy: dataPolicy,
      cache: revalidated,
      type: json,
    });
    check(trial, 'a response', await admin.ask('GET', '/api/user'), {
      status: 200,
      policy: dataPolicy,
      type: json,
    });
    check(trial, 'a list', await admin.ask('GET', '/api/tickets'), {
      status: 200,
      policy: dataPolicy,
      type: json,
    });
    check(trial, 'a redirect', await get('/api/login'), {
      status: 302,
      policy: dataPolicy,
      type: /./,
      others: { location: /^\/auth$/ },
    });

    const ticket = await stage.createTicket(storeA);
    const attachment = await stage.attach(managerA, ticket);
    const download = await managerA.ask('GET', `/api/attachments/${attachment}/download`);
    check(trial, 'a download', await get(pathOf(textOf(download, 'downloadURL'))), {
      status: 200,
      policy: filePolicy,
      cache: /private|no-store/,
      type: /./,
      others: { 'content-disposition': /^attachment;/ },
    });
  },

  async 'checks every kind of error'(stage, trial) {
    const { anonymous, admin, managerA, managerB, storeA } = stage;
    const ticket = await stage.createTicket(storeA);
    const path = `/api/tickets/${ticket}`;
    const body = { title: 'x', description: 'x', ticketType: 'repair', locationId: storeA };
    const key = { 'idempotency-key': randomUUID() };
    await admin.ask('POST', '/api/tickets', body, key);
    const errors: [status: number, response: ApiResponse, others?: Record<string, RegExp>][] = [
      [400, await admin.ask('POST', '/api/tickets', {})],
      [400, await admin.ask('POST', '/api/login', '{')],
      [401, await anonymous.ask('GET', '/api/user')],
      [401, await anonymous.ask('POST', '/api/login', { email: 'x@example.com', password: 'xxxxxx' })],
      [403, await managerA.ask('GET', '/api/managers')],
      [403, await anonymous.ask('GET', `/api/attachments/objects/attachments/${randomUUID()}`)],
      [404, await managerB.ask('GET', path)],
      [404, await anonymous.ask('GET', '/api/no-such-call')],
      [404, await anonymous.ask('GET', '/assets/none.js')],
      [404, await anonymous.ask('GET', '/remotes/none')],
      [405, await admin.ask('PUT', path, {}), { allow: /GET/ }],
      [405, await admin.ask('POST', '/config.json', {}), { allow: /GET/ }],
      [409, await admin.ask('PATCH', `/api/users/${admin.id}/active`, { active: false })],
      [412, await admin.ask('PATCH', path, { title: 'y' }, { 'if-match': '"0"' })],
      [413, await admin.ask('POST', '/api/tickets', 'x'.repeat(110_000))],
      [413, await admin.ask('POST', '/api/tickets', 'x'.repeat(200_000))],
      [414, await anonymous.ask('GET', `/api/tickets?${'x'.repeat(20_000)}`)],
      [415, await admin.ask('POST', '/api/tickets', 'x', { 'content-type': 'text/plain' })],
      [422, await admin.ask('POST', '/api/tickets', { ...body, title: 'y' }, key)],
      [
        431,
        await anonymous.ask('GET', '/api/user', undefined, {
          a: 'x'.repeat(15_000),
          b: 'x'.repeat(15_000),
          c: 'x'.repeat(15_000),
        }),
      ],
    ];
    const retry = { 'retry-after': /^[1-9]\d*$/ };
    const person = await stage.hire('district_manager');
    let granting = await person.ask('POST', '/api/attachments/upload');
    for (let index = 0; index < MAX_UNRECORDED_GRANTS && granting.status === 201; index += 1) {
      granting = await person.ask('POST', '/api/attachments/upload');
    }
    errors.push([429, granting, retry]);
    for (const [status, response, others] of errors) {
      check(trial, String(status), response, { status, policy: dataPolicy, ...(others && { others }) });
      checkProblem(trial, String(status), response);
    }
    await stage.forgetTries();
  },

  async 'checks errors while dependencies are unavailable'(stage, trial) {
    const { admin, database } = stage;
    const others = { 'retry-after': /^[1-9]\d*$/ };
    const locker = await database.connect();
    try {
      await locker.query('BEGIN; LOCK TABLE core.tickets');
      const response = await admin.ask('GET', '/api/tickets');
      check(trial, 'a locked table', response, { status: 503, policy: dataPolicy, others });
      checkProblem(trial, 'a locked table', response);
    } finally {
      await locker.query('ROLLBACK');
      locker.release();
    }
    // The gateway's own 503: nothing listens where the service was.
    const { pid } = await stage.processOf('svc-core');
    process.kill(pid, 'SIGKILL');
    const gone = await admin.ask('GET', '/api/stats');
    check(trial, 'a killed service', gone, { status: 503, policy: dataPolicy, others });
    checkProblem(trial, 'a killed service', gone);
    await stage.untilReady('svc-core');
  },

  async 'checks the cookies'(stage, trial) {
    const person = await stage.hire('district_manager');
    const login = await stage.anonymous.ask('POST', '/api/login', {
      email: person.email,
      password: person.password,
    });
    const cookies = login.headers['set-cookie'] ?? [];
    trial.expect(
      'cookies',
      cookies
        .map((cookie) => cookie.split('=')[0])
        .sort()
        .join(),
      'mainstay.device,mainstay.sid',
    );
    for (const cookie of cookies) {
      const [name = ''] = cookie.split('=');
      for (const attribute of [
        /; HttpOnly/i,
        /; Secure/i,
        name === 'mainstay.sid' ? /; SameSite=Lax/i : /; SameSite=Strict/i,
      ]) {
        trial.expect(`${name} ${attribute.source}`, attribute.test(cookie), true);
      }
      trial.expect(`${name}: domain`, /; Domain=/i.test(cookie), false);
      trial.expect(
        `${name}: path`,
        /; Path=([^;]*)/i.exec(cookie)?.[1],
        name === 'mainstay.sid' ? '/' : '/api/login',
      );
      trial.expect(`${name}: characters of its value`, (cookie.split(';')[0] ?? '').length > 60, true);
    }
    const seen = await person.ask('GET', '/api/user');
    trial.expect('a cookie on an ordinary response', seen.headers['set-cookie'], undefined);
    const out = (await person.ask('POST', '/api/logout')).headers['set-cookie'] ?? [];
    trial.expect(
      'signing out ends the cookie',
      out.some((cookie) => /^mainstay\.sid=;.*Expires=Thu, 01 Jan 1970/.test(cookie)),
      true,
    );
  },
};
