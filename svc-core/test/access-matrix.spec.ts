import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RouteTable } from '@mainstay/service-kit';
import { type CoreService, startCoreService, unknownId } from './core-service.ts';

/**
 * What admin, manager A, manager B, a deactivated administrator and an anonymous visitor get from each route, asked
 * about things of store A. A route this table does not know fails the first test.
 */
const health = { admin: 200, managerA: 200, managerB: 200, deactivated: 200, anonymous: 200 };
const signedIn = { admin: 200, managerA: 200, managerB: 200, deactivated: 401, anonymous: 401 };
const ofStoreA = { admin: 200, managerA: 200, managerB: 404, deactivated: 401, anonymous: 401 };
const intoStoreA = { admin: 201, managerA: 201, managerB: 400, deactivated: 401, anonymous: 401 };
const adminsOnly = { managerA: 403, managerB: 403, deactivated: 401, anonymous: 401 };
const matrix: Record<string, typeof health> = {
  'GET /health/live': health,
  'GET /health/ready': health,
  'GET /metrics': health,
  'GET /api/tickets': signedIn,
  'POST /api/tickets': intoStoreA,
  'GET /api/tickets/:id': ofStoreA,
  'PATCH /api/tickets/:id': ofStoreA,
  'GET /api/tasks': signedIn,
  'GET /api/recurring-tasks': signedIn,
  'POST /api/recurring-tasks': intoStoreA,
  'GET /api/stats': signedIn,
  'GET /api/locations': signedIn,
  'GET /api/locations/:id': ofStoreA,
  'POST /api/locations': { ...adminsOnly, admin: 201 },
  'PATCH /api/locations/:id': { ...adminsOnly, admin: 200 },
  'DELETE /api/locations/:id': { ...adminsOnly, admin: 404 },
  'GET /api/managers': { ...adminsOnly, admin: 200 },
  'POST /api/managers/assign': { ...adminsOnly, admin: 409 },
  'GET /api/user/assigned-locations': {
    admin: 403,
    managerA: 200,
    managerB: 200,
    deactivated: 401,
    anonymous: 401,
  },
};

let core: CoreService;
let ticketOfA: string;

beforeAll(async () => {
  core = await startCoreService();
  ticketOfA = await core.insert('tickets', {
    title: 'Oven',
    description: 'Cold',
    location_id: core.storeA,
    ticket_type: 'repair',
  });
});
afterAll(() => core.close());

/** Bodies that are right for every caller who may call, about store A. */
const bodies: Record<string, () => object> = {
  'POST /api/tickets': () => ({
    title: 'Oven',
    description: 'Cold',
    locationId: core.storeA,
    ticketType: 'repair',
  }),
  'PATCH /api/tickets/:id': () => ({ priority: 'high' }),
  'POST /api/recurring-tasks': () => ({
    title: 'Filters',
    locationId: core.storeA,
    frequency: 'weekly',
    nextOccurrence: '2026-12-01T09:00:00Z',
  }),
  'POST /api/locations': () => ({
    name: 'Store C',
    address: '3 Main Street',
    city: 'Springfield',
    state: 'NY',
    zipCode: '10001',
    storeNumber: 'C-1',
  }),
  'PATCH /api/locations/:id': () => ({ phone: '555-0100' }),
  'POST /api/managers/assign': () => ({ managerId: core.managerA.userId, locationId: core.storeA }),
};

function ask(route: string, user?: { cookie: string }) {
  const [method = '', path = ''] = route.split(' ');
  const id = method === 'DELETE' ? unknownId : path.startsWith('/api/locations') ? core.storeA : ticketOfA;
  const url = path.replace(':id', id);
  const agent = core.as(user);
  if (method === 'GET') return agent.get(url);
  if (method === 'DELETE') return agent.delete(url);
  return (method === 'POST' ? agent.post(url) : agent.patch(url)).send(bodies[route]?.());
}

it('knows every route, and every route says who may call it', () => {
  const routes = core.app.get(RouteTable).routes();
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(matrix).sort());
  expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
});

describe.each(Object.entries(matrix))('%s', (route, expected) => {
  it.each(['anonymous', 'deactivated', 'managerB', 'managerA', 'admin'] as const)('%s', async (who) => {
    const response = await ask(route, who === 'anonymous' ? undefined : core[who]);
    expect(response.status).toBe(expected[who]);
    if (expected[who] === 401) expect(response.body).toMatchObject({ status: 401, detail: 'Unauthorized' });
    if (expected[who] >= 400) {
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
  });
});
