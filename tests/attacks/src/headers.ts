import { randomUUID } from 'node:crypto';
import type { Family, Trial } from './attack.ts';
import { type ApiResponse, pathOf, textOf } from './caller.ts';
import { newCode, type Stage } from './stage.ts';
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
/** What a public page and its files may do: load and ask their own host, and nothing else. */
const publicPolicy = [
  /(^|; )default-src 'none'(;|$)/,
  /(^|; )script-src 'self'(;|$)/,
  /(^|; )style-src 'self'(;|$)/,
  /(^|; )img-src 'self' data: blob:(;|$)/,
  // With the disk driver the storage is the same host.
  /(^|; )connect-src 'self' ?(;|$)/,
  /(^|; )base-uri 'none'(;|$)/,
  /(^|; )form-action 'none'(;|$)/,
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

/** What a document loads or leads to. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\s(?:src|srcset|href|action|formaction|poster|data)="([^"]*)"/g)].map(
    ([, address]) => address ?? '',
  );

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

  async 'checks the public pages and what they load'(stage, trial) {
    const code = await stage.createCode(stage.storeA);
    const token = await stage.report(code);
    const others = { 'referrer-policy': /^no-referrer$/, 'x-robots-tag': /^noindex, nofollow$/ };
    const files = new Set<string>();
    for (const path of [`/r/${code}`, `/t/${token}`, `/R/${code}`, `/r/${newCode()}`, '/r', '/t/']) {
      for (const language of ['en', 'es']) {
        const what = `${path} in ${language}`;
        const page = await stage.anonymous.ask('GET', path, undefined, { 'accept-language': language });
        check(trial, what, page, {
          status: 200,
          policy: publicPolicy,
          cache: /^no-cache$/,
          type: /^text\/html/,
          others: { ...others, vary: /Accept-Language/ },
        });
        trial.expect(`${what}: its language`, page.text.includes(`<html lang="${language}"`), true);
        trial.expect(`${what}: a cookie`, page.headers['set-cookie'], undefined);
        // The document is the same for all: nothing of the address is in it, and nothing in it is of another host.
        trial.expect(`${what}: its address`, page.text.includes(code) || page.text.includes(token), false);
        for (const address of addressesIn(page.text)) {
          trial.expect(`${what}: leads to`, /^(\/(?!\/)|\?|#|data:image\/)/.test(address) || address, true);
          if (address.startsWith('/r/assets/')) files.add(address);
        }
      }
    }
    const kinds = [...files].map((file) => file.split('.').at(-1));
    trial.expect('loads scripts and styles', kinds.includes('js') && kinds.includes('css'), true);
    for (const file of files) {
      check(trial, file, await stage.anonymous.ask('GET', file), {
        status: 200,
        policy: publicPolicy,
        cache: /^public, max-age=31536000, immutable$/,
        type: /^(text\/(javascript|css)|image\/svg\+xml); charset=utf-8$/,
        others,
      });
    }
    const missing = await stage.anonymous.ask('GET', '/r/assets/none.js');
    check(trial, 'a missing file', missing, {
      status: 404,
      policy: dataPolicy,
      others: { 'referrer-policy': /^no-referrer$/ },
    });
    checkProblem(trial, 'a missing file', missing);
    const posted = await stage.anonymous.ask('POST', `/r/${code}`, {});
    check(trial, 'a form', posted, {
      status: 405,
      policy: dataPolicy,
      others: { allow: /GET/, 'referrer-policy': /^no-referrer$/ },
    });
    // The calls of the pages: those of a service and the gateway's own 404 alike.
    for (const path of [code, `track/${token}`]) {
      const found = await stage.anonymous.ask('GET', `/api/intake/${path}`);
      check(trial, 'a public response', found, {
        status: 200,
        policy: dataPolicy,
        type: /^application\/json/,
      });
    }
    for (const path of [newCode(), `${code}/`, `/${code}`, `track/${newCode()}`]) {
      const nothing = await stage.anonymous.ask('GET', `/api/intake/${path}`);
      check(trial, `/api/intake/${path}`, nothing, { status: 404, policy: dataPolicy });
    }
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
