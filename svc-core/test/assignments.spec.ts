import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ManagerResponse } from '../src/assignments/assignments.schemas.ts';
import { type CoreService, startCoreService, unknownId } from './core-service.ts';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService();
});
afterAll(() => core.close());

const errorsOf = (response: { body: unknown }): unknown => (response.body as { errors?: unknown }).errors;

describe('GET /api/managers', () => {
  it('is only for administrators', async () => {
    expect((await core.as().get('/api/managers')).status).toBe(401);
    expect((await core.as(core.managerA).get('/api/managers')).status).toBe(403);
  });

  it.each(['?limit=0', '?cursor=x', '?role=admin'])('rejects %s', async (query) => {
    expect((await core.as(core.admin).get(`/api/managers${query}`)).status).toBe(400);
  });

  it('lists every user by name with their locations, and no password', async () => {
    const second = await core.createStore('Another of A');
    await core.assign(core.managerA.userId, second);
    const response = await core.as(core.admin).get('/api/managers');
    const managers = response.body as ManagerResponse[];
    expect(managers.map(({ lastName }) => lastName)).toEqual(['Admin', 'Archer', 'Baker', 'Dean']);
    expect(response.headers['x-total-count']).toBe('4');
    expect(managers[1]).toEqual({
      id: core.managerA.userId,
      email: core.managerA.email,
      firstName: 'Ann',
      lastName: 'Archer',
      profileImageUrl: null,
      role: 'district_manager',
      active: true,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      locationCount: 2,
      locations: [
        { id: second, name: 'Another of A' },
        { id: core.storeA, name: 'Store A' },
      ],
    });
    expect(managers[3]).toMatchObject({ role: 'admin', active: false, locationCount: 0, locations: [] });
    expect(response.text).not.toMatch(/password/i);
  });

  it('returns pages, also across equal names', async () => {
    for (let index = 0; index < 3; index += 1) {
      await core.createUser({ role: 'district_manager', firstName: 'Eve', lastName: 'Equal' });
    }
    const met: string[] = [];
    let next: string | undefined = '/api/managers?limit=2';
    while (next !== undefined) {
      const response = await core.as(core.admin).get(next);
      met.push(...(response.body as ManagerResponse[]).map(({ id }) => id));
      next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
    }
    expect([met.length, new Set(met).size]).toEqual([7, 7]);
  });
});

describe('POST /api/managers/assign', () => {
  const assign = (body: object, user: { cookie: string } | undefined = core.admin) =>
    core.as(user).post('/api/managers/assign').send(body);

  it('is only for administrators', async () => {
    const body = { managerId: core.managerA.userId, locationId: core.storeB };
    expect((await core.as().post('/api/managers/assign').send(body)).status).toBe(401);
    expect((await assign(body, core.managerA)).status).toBe(403);
  });

  it.each([
    ['no manager', { managerId: undefined }, { managerId: ['Required.'] }],
    ['no location', { locationId: undefined }, { locationId: ['Required.'] }],
    ['a malformed manager', { managerId: 'me' }, { managerId: ['Must be an id.'] }],
    ['an unknown manager', { managerId: unknownId }, { managerId: ['There is no such employee.'] }],
    ['an unknown location', { locationId: unknownId }, { locationId: ['There is no such location.'] }],
    ['an unknown field', { role: 'admin' }, { role: ['Unknown field.'] }],
  ])('rejects %s', async (_name, change, errors) => {
    const response = await assign({ managerId: core.managerA.userId, locationId: core.storeB, ...change });
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual(errors);
  });

  it('assigns once, and the location is visible at once', async () => {
    const manager = await core.createUser({ role: 'district_manager' });
    const body = { managerId: manager.userId, locationId: core.storeA };
    expect((await core.as(manager).get(`/api/locations/${core.storeA}`)).status).toBe(404);
    const response = await assign(body);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      ...body,
      assignedAt: expect.stringMatching(/Z$/),
    });
    expect((await core.as(manager).get(`/api/locations/${core.storeA}`)).status).toBe(200);
    const again = await assign(body);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ detail: 'This location is already assigned to this employee.' });
  });

  it('creates one row for ten concurrent assignments', async () => {
    const manager = await core.createUser({ role: 'district_manager' });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => assign({ managerId: manager.userId, locationId: core.storeA })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });
});

describe('DELETE /api/managers/:managerId/locations/:locationId', () => {
  const unassign = (managerId: string, locationId: string) =>
    core.as(core.admin).delete(`/api/managers/${managerId}/locations/${locationId}`);

  it('hides a location at once, with everything that belongs to it', async () => {
    const manager = await core.createUser({ role: 'district_manager' });
    await core.assign(manager.userId, core.storeA);
    const of = {
      tickets: { title: 'x', description: 'x', ticket_type: 'repair' },
      tasks: { title: 'x' },
      projects: { title: 'x' },
      recurring_tasks: { title: 'x', frequency: 'daily', next_occurrence: '2099-01-01T00:00:00Z' },
    };
    const urls = [`/api/locations/${core.storeA}`];
    for (const [table, columns] of Object.entries(of)) {
      const id = await core.insert(table, { ...columns, location_id: core.storeA });
      urls.push(`/api/${table.replace('_', '-')}/${id}`);
    }
    const statuses = async () => {
      const responses = await Promise.all(urls.map((url) => core.as(manager).get(url)));
      return [...new Set(responses.map(({ status }) => status))];
    };
    expect(await statuses()).toEqual([200]);
    const response = await unassign(manager.userId, core.storeA);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(await statuses()).toEqual([404]);
    for (const list of ['tickets', 'tasks', 'projects', 'recurring-tasks', 'locations']) {
      const response = await core.as(manager).get(`/api/${list}`);
      expect([response.body, response.headers['x-total-count']]).toEqual([[], '0']);
    }
    expect((await unassign(manager.userId, core.storeA)).status).toBe(404);
  });

  it('returns 404 for an unknown, malformed or unassigned location', async () => {
    expect((await unassign(unknownId, core.storeA)).status).toBe(404);
    expect((await unassign(core.managerA.userId, unknownId)).status).toBe(404);
    expect((await unassign('me', 'here')).status).toBe(404);
    expect((await unassign(core.managerA.userId, core.storeB)).status).toBe(404);
  });
});

describe('GET /api/user/assigned-locations', () => {
  it('is only for district managers', async () => {
    expect((await core.as().get('/api/user/assigned-locations')).status).toBe(401);
    expect((await core.as(core.admin).get('/api/user/assigned-locations')).status).toBe(403);
  });

  it('lists exactly the fields of the profile, by store number', async () => {
    const manager = await core.createUser({ role: 'district_manager' });
    for (const store_number of ['Z-2', 'Z-1']) {
      await core.assign(manager.userId, await core.createStore('Z', { store_number, status: 'inactive' }));
    }
    const first = await core.as(manager).get('/api/user/assigned-locations?limit=1');
    expect(first.body).toEqual([
      {
        id: expect.any(String),
        storeNumber: 'Z-1',
        address: '1 Main Street',
        city: 'Springfield',
        state: 'NY',
        zipCode: '10001',
        status: 'inactive',
      },
    ]);
    expect(first.headers['x-total-count']).toBe('2');
    const next = /^<(.+)>; rel="next"$/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    expect((await core.as(manager).get(next)).body).toMatchObject([{ storeNumber: 'Z-2' }]);
  });

  it('is empty for a manager without locations', async () => {
    const manager = await core.createUser({ role: 'district_manager' });
    expect((await core.as(manager).get('/api/user/assigned-locations')).body).toEqual([]);
  });
});
