import { textOf } from '@mainstay/test-kit';
import { randomUUID } from 'node:crypto';
import { test } from './attack.ts';
import { routesOf } from './documents.ts';

/** A path with ids of nothing. */
const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, () => randomUUID());

test('makes any documented call without a session, with a dead one, or as somebody who reported', async (setup, trial) => {
  for (const { method, path, operation } of routesOf(setup.documents)) {
    if (operation['x-access'] === 'everyone') continue;
    for (const [who, caller] of [
      ['a visitor', setup.anonymous],
      ['a deactivated user', setup.deactivated],
      ['a reporter', setup.public],
    ] as const) {
      const { status, headers } = await caller.ask(method, filled(path));
      trial.expect(`${method} ${path} as ${who}`, status, 401);
      const [type] = (headers['content-type'] ?? '').split(';');
      trial.expect(`${method} ${path} as ${who}`, type, 'application/problem+json');
    }
  }
});

/** What a browser says of a request that another site's page makes. */
const strangers = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: undefined },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://stores.example.com.evil.example' },
  { origin: 'http://stores.example.com:81' },
];

test('changes something from a page of another site', async (setup, trial) => {
  for (const { method, path } of routesOf(setup.documents)) {
    if (['GET', 'HEAD'].includes(method)) continue;
    for (const headers of strangers) {
      const { status } = await setup.admin.ask(method, filled(path), undefined, headers);
      trial.expect(`${method} ${path} with ${JSON.stringify(headers)}`, status, 403);
    }
  }
  trial.expect('the session', (await setup.admin.ask('GET', '/api/user')).status, 200);
});

test('disguises a method, an address or a parameter', async (setup, trial) => {
  const { managerA, admin, storeA } = setup;
  const ticket = `/api/tickets/${await setup.createTicket(storeA)}`;
  for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
    await admin.ask('GET', ticket, undefined, { [header]: 'DELETE' });
    await admin.ask('POST', ticket, {}, { [header]: 'DELETE' });
    trial.expect(header, (await admin.ask('GET', ticket)).status, 200);
  }
  for (const header of ['x-original-url', 'x-rewrite-url', 'x-forwarded-prefix', 'x-accel-redirect']) {
    const response = await managerA.ask('GET', '/api/user', undefined, { [header]: '/api/managers' });
    trial.expect(header, textOf(response, 'id'), managerA.id);
  }
  for (const query of ['limit=1&limit=1000', 'sort=a&sort=b'])
    trial.expect(query, (await managerA.ask('GET', `/api/tickets?${query}`)).status, 400);
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND']) {
    const response = await managerA.ask(method, '/api/managers');
    trial.expect(`${method} /api/managers`, response.status, 400, 403, 405);
  }
});
