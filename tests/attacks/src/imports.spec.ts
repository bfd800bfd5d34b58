import { textOf } from '@mainstay/test-kit';
import { randomUUID } from 'node:crypto';
import { test } from './attack.ts';
import { aTicket } from './setup.ts';

test('occupies a service with a file to import', async (setup, trial) => {
  const { admin, managerA } = setup;
  const csv = { 'content-type': 'text/csv' };
  const wide = `storeNumber${','.repeat(1_000_000)}\n${'1\n'.repeat(4000)}`;
  const names = `storeNumber,managers\n1,${Array.from({ length: 60_000 }, (_, n) => `${n}@example.com`).join(';')}`;
  for (const [what, file, ...statuses] of [
    ['a million columns', wide, 400],
    ['many managers', names, 201],
    ['too large', 'x'.repeat(2 * 1024 * 1024 + 1), 413],
  ] as const) {
    const sent = admin.ask('POST', '/api/imports/locations', file, csv);
    const others = await Promise.all(Array.from({ length: 5 }, () => managerA.ask('GET', '/api/stats')));
    for (const { status, milliseconds } of others) {
      trial.expect(`${what}: others`, status, 200);
      trial.expect(`${what}: others within 5 s`, milliseconds < 5000, true);
    }
    trial.expect(what, (await sent).status, ...statuses);
  }
  for (const headers of [{ 'content-encoding': 'gzip' }, { 'content-type': 'application/json' }]) {
    const { status } = await admin.ask('POST', '/api/imports/locations', 'storeNumber\n1', {
      ...csv,
      ...headers,
    });
    trial.expect(JSON.stringify(headers), status, 415);
  }
  const { status } = await managerA.ask('POST', '/api/imports/locations', 'storeNumber\n1', csv);
  trial.expect('a manager', status, 403);
});

test('uses a store that is archived', async (setup, trial) => {
  const { admin, anonymous } = setup;
  const store = await setup.createStore();
  const manager = await setup.hire('district_manager', [store]);
  const code = await setup.createCode(store);
  const ticket = await setup.createTicket(store);
  trial.expect('archived', (await admin.ask('POST', `/api/locations/${store}/archive`)).status, 200);
  for (const [path, body] of [
    ['/api/tickets', { ...aTicket, locationId: store }],
    ['/api/equipment', { name: 'Fryer', category: 'cooking', locationId: store }],
  ] as const) {
    trial.expect(path, (await manager.ask('POST', path, body)).status, 400);
  }
  const unknown = await anonymous.ask('GET', `/api/intake/${'b'.repeat(25)}a`);
  const rested = await anonymous.ask('GET', `/api/intake/${code}`);
  trial.expect('the code', `${rested.status} ${rested.text}`, `404 ${unknown.text}`);
  for (const path of [
    '/api/locations',
    '/api/tickets',
    '/api/tickets?format=csv',
    '/api/locations?format=csv',
  ]) {
    const { text } = await manager.ask('GET', path);
    trial.expect(path, text.includes(store) || text.includes(ticket), false);
  }
  trial.expect(
    'restored by a manager',
    (await manager.ask('POST', `/api/locations/${store}/restore`)).status,
    403,
  );
  trial.expect('again', textOf(await admin.ask('POST', `/api/locations/${store}/restore`), 'id'), store);
});
