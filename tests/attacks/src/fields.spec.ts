import { randomUUID } from 'node:crypto';
import { test } from './attack.ts';
import { aTicket } from './setup.ts';
import { textOf } from '@mainstay/test-kit';

test('assigns what is not theirs to assign', async (setup, trial) => {
  const { admin, managerA, storeA, hire } = setup;
  const ticket = { ...aTicket, locationId: storeA };
  const at = '2020-01-01T00:00:00Z';
  const employee = await hire('district_manager');
  const ticketId = await setup.createTicket(storeA);
  const attempts: [path: string, method: string, body: object, extra: Record<string, unknown>][] = [
    ['/api/tickets', 'POST', ticket, { id: randomUUID() }],
    ['/api/tickets', 'POST', ticket, { createdAt: at }],
    ['/api/tickets', 'POST', ticket, { completedAt: at }],
    ['/api/tickets', 'POST', ticket, { status: 'solved' }],
    ['/api/tickets', 'POST', ticket, { role: 'admin' }],
    [`/api/tickets/${ticketId}`, 'PATCH', {}, { updatedAt: at }],
    [`/api/tickets/${ticketId}`, 'PATCH', {}, { version: 1 }],
    ['/api/tasks', 'POST', { title: 'x', locationId: storeA }, { completedAt: at }],
    ['/api/projects', 'POST', { title: 'x', locationId: storeA }, { totalTasks: 9 }],
    [`/api/users/${employee.id}`, 'PATCH', {}, { active: false }],
    [`/api/users/${employee.id}`, 'PATCH', {}, { password: 'another password' }],
    [`/api/users/${employee.id}`, 'PATCH', {}, { passwordHash: 'x' }],
    [`/api/users/${employee.id}`, 'PATCH', {}, { sessionEpoch: 0 }],
    [`/api/users/${employee.id}`, 'PATCH', {}, { id: randomUUID() }],
    [`/api/users/${employee.id}/active`, 'PATCH', { active: true }, { role: 'admin' }],
    [
      `/api/tickets/${ticketId}/attachments`,
      'POST',
      { fileName: 'a', fileSize: 1, objectPath: 'x' },
      { uploadedBy: managerA.id },
    ],
    ['/api/tokens', 'POST', { name: 'x' }, { userId: admin.id }],
  ];
  for (const [path, method, body, extra] of attempts) {
    const [field = ''] = Object.keys(extra);
    const response = await admin.ask(method, path, { ...body, ...extra });
    trial.expect(`${method} ${path} with ${field}`, response.status, 400);
    trial.expect(`${method} ${path} names ${field}`, response.text.includes(`"${field}"`), true);
  }
});

test('sends a field twice', async (setup, trial) => {
  const { admin, anonymous, storeA } = setup;
  const email = `${randomUUID()}@example.com`;
  const twice = `{"email":"${email}","firstName":"A","lastName":"B","password":"${setup.newPassword()}","role":"admin","role":"district_manager"}`;
  const created = await admin.ask('POST', '/api/register', twice);
  // What is stored is what the response says, whichever of the two it is.
  const stored = await admin.ask('GET', `/api/users/${textOf(created, 'id')}`);
  trial.expect('the role that counts', textOf(stored, 'role'), textOf(created, 'role'));
  trial.expect('without a session', (await anonymous.ask('POST', '/api/register', twice)).status, 401);
  for (const query of ['limit=1&limit=1000', `locationId=${storeA}&locationId=x`, 'sort=a&sort=b']) {
    trial.expect(query, (await admin.ask('GET', `/api/tickets?${query}`)).status, 400);
  }
  const cookies = `${setup.managerA.cookie}; ${admin.cookie}`;
  const response = await anonymous.ask('GET', '/api/managers', undefined, { cookie: cookies });
  trial.expect('two session cookies', response.status, 403, 401);
});
