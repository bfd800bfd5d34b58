import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test, type Trial } from './attack.ts';
import type { Setup } from './setup.ts';
import { pathOf, textOf } from '@mainstay/test-kit';

/** Longer than a service keeps lines back. */
const UNTIL_WRITTEN_MS = 1500;

/**
 * Creates an account, a report, a vendor, a cost and an import in an outage, then creates them, and then what must
 * be unique again.
 */
async function leaveNames(setup: Setup, trial: Trial): Promise<void> {
  const name = (): string => {
    const value = randomUUID();
    setup.secrets.add(value);
    return value;
  };
  const [first, last] = [name(), name()];
  const account = { email: `${first}@example.com`, firstName: first, lastName: last, role: 'admin' };
  const report = { description: name(), urgency: 'high', reporterName: name(), contact: name() };
  const code = await setup.createCode(setup.storeA);
  const password = setup.newPassword();
  const vendor = { name: name(), email: `${name()}@example.com`, phone: name().slice(0, 20) };
  setup.secrets.add(vendor.phone);
  const cost = { kind: 'parts', amount: '12.50', description: name(), invoiceNumber: name() };
  const costs = `/api/tickets/${await setup.createTicket(setup.storeA)}/costs`;
  const file = `storeNumber,name,address,phone\n${randomUUID()},${name()},${name()},${name()}`;
  const statuses = async (): Promise<string> => {
    const responses = await Promise.all([
      setup.admin.ask('POST', '/api/register', { ...account, password }),
      setup.anonymous.ask('POST', `/api/intake/${code}/reports`, report),
      setup.admin.ask('POST', '/api/vendors', vendor),
      setup.managerA.ask('POST', costs, cost),
      setup.admin.ask('POST', '/api/imports/locations', file, { 'content-type': 'text/csv' }),
    ]);
    return responses.map(({ status }) => status).join();
  };
  const locker = await setup.database.connect();
  await locker.query(`BEGIN; LOCK TABLE auth.users, core.intake_reports, core.vendors, core.ticket_costs, core.import_rows
    IN EXCLUSIVE MODE`);
  trial.expect('while tables are locked', await statuses(), '503,503,503,503,503');
  await locker.query('ROLLBACK');
  locker.release();
  trial.expect('afterwards', await statuses(), '201,201,201,201,201');
  trial.expect('again', await statuses(), '409,201,409,201,201');
}

test('finds a password, cookie, token, signature, secret, name or contact in a log', async (setup, trial) => {
  const { secrets } = setup;
  // Some of everything, also when this test is the only one.
  const person = await setup.hire('admin');
  await setup.anonymous.ask('POST', '/api/login', { email: person.email, password: setup.newPassword() });
  await setup.anonymous.ask('POST', `/api/login?password=${encodeURIComponent(person.password)}`, '{');
  const token = textOf(await person.ask('POST', '/api/tokens', { name: 'attack' }), 'token');
  await setup.anonymous.ask('GET', '/api/user', undefined, { authorization: `Bearer ${token}` });
  const attachment = await setup.attach(person, await setup.createTicket(setup.storeA));
  const download = await person.ask('GET', `/api/attachments/${attachment}/download`);
  const address = pathOf(textOf(download, 'downloadURL'));
  await setup.anonymous.ask('GET', address);
  await setup.anonymous.ask('PUT', address, 'x'.repeat(12_000_000));
  await leaveNames(setup, trial);
  const manager = await setup.hire('district_manager');
  const refused = await manager.ask('GET', '/api/managers');
  const last = await person.ask('GET', '/api/user');
  await sleep(UNTIL_WRITTEN_MS);

  const { stateDir } = setup.system;
  const folders = [
    join(stateDir, 'logs'),
    join(process.env['TEST_STATE_DIR'] ?? stateDir, 'logs'),
    join(stateDir, 'gateway'),
  ];
  const written = new Map<string, string>();
  for (const folder of folders) {
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.log'))) {
      written.set(name, await readFile(join(folder, name), 'utf8'));
    }
  }
  // What is looked at is what is written: the last request is in it.
  const id = String(last.headers['x-request-id']);
  for (const name of ['access.log', 'svc-auth.log']) {
    trial.expect(`${name} has the last request`, written.get(name)?.includes(id), true);
  }
  const refusals = (written.get('svc-core.log') ?? '')
    .split('\n')
    .filter((line) => line.includes('"status":403'));
  const refusedId = String(refused.headers['x-request-id']);
  trial.expect(
    'a 403 names who was refused',
    refusals.some((line) => line.includes(refusedId) && line.includes(manager.id)),
    true,
  );
  for (const name of [
    ...Object.keys(await setup.system.replicas()).map((service) => `${service}.log`),
    'gateway.log',
    'postgres.log',
    'redis.log',
  ]) {
    trial.expect(name, written.has(name), true);
  }
  for (const [name, text] of written) {
    const found = [...secrets].map((secret) => text.indexOf(secret)).filter((at) => at >= 0);
    const [at = 0] = found;
    trial.expect(
      name,
      found.length === 0 ? 'none' : `…${text.slice(Math.max(0, at - 80), at)}<here>`,
      'none',
    );
  }
});
