import { textOf } from '@mainstay/test-kit';
import { randomUUID } from 'node:crypto';
import { test } from './attack.ts';
import { routesOf } from './documents.ts';

/** Formulas at all places where a spreadsheet may begin a cell. */
const line = 'SEC;=1+1,"+2;"-3; ＝4;@5';
const long = `=0${line}\n=6\r\n"-7\r+8\t=9`;

test('writes formulas into every export', async (setup, trial) => {
  const { admin, documents, managerA, newPassword } = setup;
  const create = async (path: string, body: object): Promise<string> => {
    const response = await admin.ask('POST', path, body);
    trial.expect(`POST ${path}`, response.status, 201);
    return textOf(response, 'id');
  };
  const locationId = await create('/api/locations', {
    name: `=1${line}`,
    address: line,
    city: line,
    state: 'NY',
    zipCode: '10001',
    storeNumber: `=${randomUUID().slice(0, 8)}`,
  });
  await create('/api/managers/assign', { managerId: managerA.id, locationId });
  const vendorId = await create('/api/vendors', { name: `+(1${line}`, phone: '+1 (207) 555-0114' });
  await create('/api/vendors', { name: '+(1' });
  const equipmentId = await create('/api/equipment', {
    locationId,
    vendorId,
    name: `=1${line}`,
    category: 'cooking',
    model: line,
    notes: long,
    replacementCost: '100.00',
  });
  const ticket = { locationId, equipmentId, vendorId, title: `=1${line}`, description: long };
  const dueAt = '2020-01-01T00:00:00Z';
  const ticketId = await create('/api/tickets', { ...ticket, ticketType: 'repair', dueAt });
  const solved = await create('/api/tickets', { ...ticket, ticketType: 'repair' });
  const { status } = await admin.ask('PATCH', `/api/tickets/${solved}`, { status: 'solved' });
  trial.expect('solves a ticket', status, 200);
  const cost = { kind: 'parts', amount: '-12.50', description: line, invoiceNumber: line, vendorId };
  await create(`/api/tickets/${ticketId}/costs`, cost);
  await create('/api/recurring-tasks', {
    locationId,
    title: `=1${line}`,
    description: long,
    frequency: 'daily',
    nextOccurrence: '2099-01-01T00:00:00Z',
  });
  await create('/api/register', {
    email: `${randomUUID()}@example.com`,
    firstName: `=1${line}`,
    lastName: line,
    password: newPassword(),
    role: 'district_manager',
  });

  const exported = routesOf(documents).flatMap(({ method, path, operation: { parameters = [] } }) =>
    method === 'GET' && parameters.some((one) => one.in === 'query' && one.name === 'format') ? [path] : [],
  );
  trial.expect('lists and reports that are files, too', exported.length >= 11, true);
  for (const path of exported) {
    const { text } = await admin.ask('GET', `${path}?format=csv`);
    trial.expect(`${path} has what was written`, text.includes(`SEC;'=1+1`), true);
    // Read without regard to quotes, which a reader with another separator finds within its cells.
    for (const separator of [',', ';', '\t']) {
      const cells = text.split(new RegExp(`${separator}|[\r\n]`));
      const formulas = cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !isNumber(cell));
      trial.expect(`formulas in ${path}, read with ${JSON.stringify(separator)}`, formulas.join(' | '), '');
    }
  }
});

/** A telephone number, or a negative amount. */
const isNumber = (cell: string) => /^(\+[\d +\-().]+|-\d+(\.\d+)?)$/.test(cell);
