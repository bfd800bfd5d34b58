import { textOf } from '@mainstay/test-kit';
import { randomUUID } from 'node:crypto';
import { test } from './attack.ts';
import { aTicket } from './setup.ts';

const MOST = '9999999999.99';
const aCost = { kind: 'labor', amount: '100.00', description: 'Repair' };

test('sets a limit above that of the vendor, or removes one', async (setup, trial) => {
  const { admin, managerA, storeA } = setup;
  const bounded = { name: `Bounded ${randomUUID()}`, spendingLimit: '500.00' };
  const vendorId = textOf(await admin.ask('POST', '/api/vendors', bounded), 'id');
  const created = { ...aTicket, locationId: storeA, vendorId, spendingLimit: MOST };
  trial.expect('at creation', (await managerA.ask('POST', '/api/tickets', created)).status, 403);
  const ticket = `/api/tickets/${await setup.createTicket(storeA)}`;
  await managerA.ask('PATCH', ticket, { spendingLimit: MOST });
  const chosen = await managerA.ask('PATCH', ticket, { vendorId });
  trial.expect('before the vendor', textOf(chosen, 'spendingLimit'), '500.00');
  for (const spendingLimit of [MOST, '500.01', null]) {
    const { status } = await managerA.ask('PATCH', ticket, { spendingLimit });
    trial.expect(`afterwards ${spendingLimit}`, status, 403);
  }
  trial.expect('in the end', textOf(await managerA.ask('GET', ticket), 'spendingLimit'), '500.00');
});

test('spends above a limit without approval', async (setup, trial) => {
  const { admin, managerA, storeA } = setup;
  const ticket = `/api/tickets/${await setup.createTicket(storeA)}`;
  await admin.ask('PATCH', ticket, { spendingLimit: '500.00' });
  const solve = async () => (await managerA.ask('PATCH', ticket, { status: 'solved' })).status;
  const add = async () => (await managerA.ask('POST', `${ticket}/costs`, aCost)).status;
  const added = await Promise.all(Array.from({ length: 10 }, add));
  trial.expect('ten costs at once', added.filter((status) => status === 201).length, 10);
  trial.expect('the approval', textOf(await managerA.ask('GET', ticket), 'approval'), 'needed');
  trial.expect('solved', await solve(), 409);
  const approval = { decision: 'approve', totalCost: '1000.00' };
  trial.expect('own approval', (await managerA.ask('POST', `${ticket}/approval`, approval)).status, 403);
  for (const fields of [{ approval: 'approved' }, { totalCost: '1.00' }, { spendingLimit: '2000.00' }]) {
    const { status } = await managerA.ask('PATCH', ticket, fields);
    trial.expect(JSON.stringify(fields), status, 400, 403);
  }
  trial.expect('solved afterwards', await solve(), 409);
});
