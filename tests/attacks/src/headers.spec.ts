import { randomUUID } from 'node:crypto';
import { test, type Trial } from './attack.ts';
import { type ApiResponse, pathOf, textOf } from '@mainstay/test-kit';
import { aTicket } from './setup.ts';

/** Upload grants without a record that a person may get within 24 hours. */
const MAX_UNRECORDED_GRANTS = 100;

/** On every response, unless it has an exception from the last two (gateway/nginx/snippets/headers.conf.template). */
const always: Record<string, RegExp> = {
  'x-request-id': /^[\w-]{8,64}$/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'strict-transport-security': /^max-age=(3[1-9]|[4-9]\d)\d{6}/,
  'cache-control': /^no-store$/,
  'content-type': /^application\/problem\+json/,
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

const [json, html] = [/^application\/json/, /^text\/html/];
const [revalidated, immutable] = [/^no-cache$/, /^public, max-age=31536000, immutable$/];

/** Checks a response; `more` are headers it must have, or for which it has an exception. */
function check(
  trial: Trial,
  response: ApiResponse,
  expected: number,
  policy: RegExp[],
  more: Record<string, RegExp> = {},
): void {
  const { status, headers, request: what } = response;
  trial.expect(what, status, expected);
  // Node joins the policies of several headers to one text.
  const policies = [headers['content-security-policy'] ?? []].flat().flatMap((it) => it.split(', '));
  // At least one of them has each part, and none allows scripts within a page.
  for (const part of policy)
    trial.expect(`${what}: policy`, policies.some((it) => part.test(it)) || part.source, true);
  trial.expect(`${what}: scripts`, /script-src[^;]*unsafe|unsafe-eval/.test(policies.join()), false);
  for (const [name, pattern] of Object.entries({ ...always, ...more })) {
    const value = String(headers[name]);
    trial.expect(`${what}: ${name}`, pattern.test(value) || value, true);
  }
  for (const name of never) {
    // nginx names itself, without its version.
    const value = name === 'server' && headers[name] === 'nginx' ? undefined : headers[name];
    trial.expect(`${what}: ${name}`, value, undefined);
  }
  if (expected < 400) return;
  // An error contains its id and nothing of what is inside.
  trial.expect(`${what}: request id`, textOf(response, 'requestId'), headers['x-request-id']);
  const leak =
    /node_modules|\.ts:\d|\.js:\d| {4}at |SELECT |INSERT |postgres|ECONN|127\.0\.0\.1|redis|stack/i.exec(
      response.text,
    );
  trial.expect(`${what}: internals`, leak?.[0], undefined);
}

test('checks every kind of response', async (setup, trial) => {
  const { anonymous, admin, managerA, storeA } = setup;
  // A page of another site gets nothing that lets it read the response.
  const origin = 'https://evil.example';
  const get = (path: string) => anonymous.ask('GET', path, undefined, { origin });
  const shell = await get('/');
  const files = [...shell.text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)];
  const registry = await get('/remotes/registry.json');
  const { remotes } = registry.body as { remotes: { manifest: string; integrity: object }[] };
  const { manifest, integrity } = remotes[0] ?? { manifest: '', integrity: {} };
  const script = Object.keys(integrity).find((name) => name.endsWith('.js')) ?? '';
  const ticket = await setup.createTicket(storeA);
  const attachment = await setup.attach(managerA, ticket);
  const download = await managerA.ask('GET', `/api/attachments/${attachment}/download`);
  trial.expect('the page loads files', files.length > 0, true);

  for (const path of ['/', '/auth', '/tickets', '/no-such-page', '/api/docs'])
    check(trial, await get(path), 200, pagePolicy, { 'cache-control': revalidated, 'content-type': html });
  for (const path of [...files.map(([, file = '']) => file), manifest.replace('mf-manifest.json', script)])
    check(trial, await get(path), 200, pagePolicy, {
      'cache-control': immutable,
      'content-type': /^text\/(javascript|css); charset=utf-8$/,
    });
  for (const [path, policy] of [
    [manifest, pagePolicy],
    ['/api/docs/core.json', dataPolicy],
  ] as const)
    check(trial, await get(path), 200, policy, { 'cache-control': revalidated, 'content-type': json });
  for (const path of [
    '/remotes/registry.json',
    '/config.json',
    '/gateway/health',
    '/api/user',
    '/api/tickets',
  ])
    check(trial, await admin.ask('GET', path, undefined, { origin }), 200, dataPolicy, {
      'content-type': json,
    });
  check(trial, await get('/api/login'), 302, dataPolicy, { 'content-type': /./, location: /^\/auth$/ });
  check(trial, await get(pathOf(textOf(download, 'downloadURL'))), 200, filePolicy, {
    'cache-control': /private|no-store/,
    'content-type': /./,
    'content-disposition': /^attachment;/,
  });
});

test('checks every kind of error', async (setup, trial) => {
  const { anonymous, admin, managerA, managerB, storeA } = setup;
  const ticket = await setup.createTicket(storeA);
  const path = `/api/tickets/${ticket}`;
  const body = { ...aTicket, locationId: storeA };
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
    // A name that somebody turned to the system's address.
    ...(await Promise.all(
      [
        ['GET', '/'],
        ['GET', '/api/user'],
        ['POST', '/api/login'],
      ].map(async ([method = '', path = '']): Promise<[number, ApiResponse]> => {
        const own = { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' };
        return [421, await anonymous.ask(method, path, undefined, own)];
      }),
    )),
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
  const person = await setup.hire('district_manager');
  let granting = await person.ask('POST', '/api/attachments/upload');
  for (let index = 0; index < MAX_UNRECORDED_GRANTS && granting.status === 201; index += 1) {
    granting = await person.ask('POST', '/api/attachments/upload');
  }
  errors.push([429, granting, retry]);
  for (const [status, response, others] of errors) check(trial, response, status, dataPolicy, others);
});

test('checks the cookies', async (setup, trial) => {
  const person = await setup.hire('district_manager');
  const { email, password } = person;
  const login = await setup.anonymous.ask('POST', '/api/login', { email, password });
  const cookies = login.headers['set-cookie'] ?? [];
  const expected: Record<string, RegExp[]> = {
    'mainstay.sid': [/; SameSite=Lax/i, /; Path=\/(;|$)/i],
    'mainstay.device': [/; SameSite=Strict/i, /; Path=\/api\/login(;|$)/i],
  };
  trial.expect('cookies', cookies.length, 2);
  for (const cookie of cookies) {
    const [name = ''] = cookie.split('=');
    for (const attribute of [/; HttpOnly/i, /; Secure/i, ...(expected[name] ?? [/not known/])])
      trial.expect(`${name} ${attribute.source}`, attribute.test(cookie), true);
    trial.expect(`${name}: domain`, /; Domain=/i.test(cookie), false);
    trial.expect(`${name}: characters of its value`, (cookie.split(';')[0] ?? '').length > 60, true);
  }
  const seen = await person.ask('GET', '/api/user');
  trial.expect('a cookie on an ordinary response', seen.headers['set-cookie'], undefined);
  const [out] = (await person.ask('POST', '/api/logout')).headers['set-cookie'] ?? [];
  const isEnded = /^mainstay\.sid=;.*Expires=Thu, 01 Jan 1970/.test(out ?? '');
  trial.expect('signing out ends the cookie', isEnded, true);
});
