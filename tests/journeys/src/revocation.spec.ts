import { type APIRequestContext, expect, request, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { password, people } from './people.ts';

const entity = z.object({ id: z.string() });

/** A signed-in employee with a location and a ticket in it. */
interface Employee {
  id: string;
  storeId: string;
  ticketId: string;
  calls: APIRequestContext;
}

let admin: APIRequestContext;
let employee: Employee;

const created = async (path: string, data: object): Promise<string> => {
  const response = await admin.post(path, { data });
  expect(response.status(), path).toBe(201);
  return entity.parse(await response.json()).id;
};

async function employ(baseURL: string): Promise<Employee> {
  const email = `${randomUUID()}@example.com`;
  const id = await created('/api/register', { email, password, firstName: 'Rae', lastName: 'Voss' });
  const storeId = await created('/api/locations', {
    name: 'Pop-up store',
    address: '1 Pier',
    city: 'Boston',
    state: 'MA',
    zipCode: '02110',
    storeNumber: randomUUID(),
  });
  await admin.post('/api/managers/assign', { data: { managerId: id, locationId: storeId } });
  const ticketId = await created('/api/tickets', {
    title: 'Counter light out',
    description: 'Left of the till.',
    locationId: storeId,
    ticketType: 'repair',
  });
  const calls = await request.newContext({ baseURL });
  expect((await calls.post('/api/login', { data: { email, password } })).status()).toBe(200);
  return { id, storeId, ticketId, calls };
}

test.beforeEach(async ({ baseURL }) => {
  if (baseURL === undefined) throw new Error('no address');
  admin = await request.newContext({ baseURL });
  await admin.post('/api/login', { data: { email: people.admin, password } });
  employee = await employ(baseURL);
});
test.afterEach(async () => {
  await admin.delete(`/api/locations/${employee.storeId}`);
  await admin.patch(`/api/users/${employee.id}/active`, { data: { active: false } });
  await admin.dispose();
  await employee.calls.dispose();
});

/** The status codes of the employee's next call to each of the three services. */
async function nextStatuses(): Promise<number[]> {
  const { calls, ticketId } = employee;
  const responses = await Promise.all(
    ['/api/user', `/api/tickets/${ticketId}`, `/api/tickets/${ticketId}/attachments`].map((path) =>
      calls.get(path),
    ),
  );
  return responses.map((response) => response.status());
}

test.describe('the very next call to each service', () => {
  test.beforeEach(async () => {
    expect(await nextStatuses()).toEqual([200, 200, 200]);
  });

  test('is refused once the user is deactivated', async () => {
    await admin.patch(`/api/users/${employee.id}/active`, { data: { active: false } });
    expect(await nextStatuses()).toEqual([401, 401, 401]);
  });

  test('is refused once the password is reset', async () => {
    const data = { userId: employee.id, newPassword: 'another-secret' };
    await admin.post('/api/admin/reset-user-password', { data });
    expect(await nextStatuses()).toEqual([401, 401, 401]);
  });

  test('no longer sees a location that was unassigned', async () => {
    await admin.delete(`/api/managers/${employee.id}/locations/${employee.storeId}`);
    expect(await nextStatuses()).toEqual([200, 404, 404]);
  });
});
