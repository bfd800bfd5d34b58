import { describe, expect, it } from '@jest/globals';
import type { ManagerResponse } from '../src/assignments/assignments.schemas.ts';
import { itRejects, unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

describe('GET /api/managers', () => {
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
    const met = (await core.walk(core.admin, '/api/managers?limit=2', 'id')).flat();
    expect([met.length, new Set(met).size]).toEqual([7, 7]);
  });
});

describe('GET /api/managers with filters', () => {
  const found = async (query: string) =>
    (await core.walk(core.admin, `/api/managers${query}`, 'lastName')).flat();

  it('finds by role, by activity, and by a text in the name or the e-mail', async () => {
    expect(await found('?role=admin')).toEqual(['Admin', 'Dean']);
    expect(await found('?role=admin&active=true')).toEqual(['Admin']);
    expect(await found('?active=false')).toEqual(['Dean']);
    expect(await found('?q=nn+ARCH')).toEqual(['Archer']);
    expect(await found(`?q=${encodeURIComponent(core.managerB.email)}`)).toEqual(['Baker']);
    expect(await found('?q=archer&role=admin')).toEqual([]);
  });

  it('is a file of all matching ones, for administrators', async () => {
    const store = await core.createStore('Beta; "Gamma"');
    await core.assign(core.managerB.userId, store);
    const path = '/api/managers?format=csv&q=baker&limit=1';
    expect(await core.csv(core.admin, path)).toEqual([
      'First Name,Last Name,Email,Role,Status,Locations',
      `Bob,Baker,${core.managerB.email},District Manager,Active,"Beta; ""Gamma""; Store B"`,
    ]);
    expect((await core.as(core.managerB).get(path)).status).toBe(403);
    expect((await core.as().get(path)).status).toBe(401);
  });
});

describe('POST /api/managers/assign', () => {
  const assign = (body: object, user: { cookie: string } | undefined = core.admin) =>
    core.as(user).post('/api/managers/assign').send(body);

  itRejects(
    (change: object) => assign({ managerId: core.managerA.userId, locationId: core.storeB, ...change }),
    [
      ['an unknown manager', { managerId: unknownId }, { managerId: ['There is no such employee.'] }],
      ['an unknown location', { locationId: unknownId }, { locationId: ['There is no such location.'] }],
    ],
  );

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
});

describe('DELETE /api/managers/:managerId/locations/:locationId', () => {
  const unassign = (managerId: string, locationId: string) =>
    core.as(core.admin).delete(`/api/managers/${managerId}/locations/${locationId}`);

  it('hides a location at once, with everything that belongs to it', async () => {
    const manager = await core.createManager(core.storeA);
    const urls = [`/api/locations/${core.storeA}`];
    for (const table of ['tickets', 'tasks', 'projects', 'recurring_tasks'])
      urls.push(`/api/${table.replace('_', '-')}/${await core.insert(table)}`);
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
});

describe('GET /api/user/assigned-locations', () => {
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
    expect(await core.walk(manager, '/api/user/assigned-locations?limit=1', 'storeNumber')).toEqual([
      ['Z-1'],
      ['Z-2'],
    ]);
    expect((await core.as(await core.createManager()).get('/api/user/assigned-locations')).body).toEqual([]);
  });
});
