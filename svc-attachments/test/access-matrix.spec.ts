import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RouteTable } from '@mainstay/service-kit';
import { createTestUser, type TestUser } from '@mainstay/service-kit/testing';
import { attach, type RunningService, runService, storeUpload } from './running-service.ts';

let service: RunningService;
let deactivated: TestUser;
beforeAll(async () => {
  service = await runService();
  deactivated = await createTestUser(service.backends, service.config, { role: 'admin' });
  await service.backends.admin.query('UPDATE auth.users SET active = false WHERE id = $1', [
    deactivated.userId,
  ]);
});
afterAll(() => service.close());

const principals = ['anonymous', 'deactivated', 'admin', 'manager of A', 'manager of B'] as const;
type PrincipalName = (typeof principals)[number];
type Statuses = Record<PrincipalName, number>;

const open = (status: number): Statuses => ({
  anonymous: status,
  deactivated: status,
  admin: status,
  'manager of A': status,
  'manager of B': status,
});
const signedIn = (status: number): Statuses => ({ ...open(status), anonymous: 401, deactivated: 401 });
/** What belongs to store A. */
const inStoreA = (status: number): Statuses => ({ ...signedIn(status), 'manager of B': 404 });

interface Row {
  statuses: Statuses;
  /** The route's path with ids of store A in it. */
  path(): string | Promise<string>;
  body?(user: TestUser | undefined): Promise<unknown>;
}

const attachmentOfA = async () => (await attach(service, service.admin, service.ticketA)).id;

/** Every route there is. A route that is missing here fails the test. */
const matrix: Record<string, Row> = {
  'GET /api/tickets/:id/attachments': {
    statuses: inStoreA(200),
    path: () => `/api/tickets/${service.ticketA}/attachments`,
  },
  'POST /api/tickets/:id/attachments': {
    statuses: inStoreA(201),
    path: () => `/api/tickets/${service.ticketA}/attachments`,
    body: async (user) => {
      const { objectPath } = await storeUpload(service, user ?? service.admin, 'content');
      return { fileName: 'file', fileSize: 7, objectPath };
    },
  },
  'POST /api/attachments/upload': { statuses: signedIn(201), path: () => '/api/attachments/upload' },
  'GET /api/attachments/:id/download': {
    statuses: inStoreA(200),
    path: async () => `/api/attachments/${await attachmentOfA()}/download`,
  },
  'DELETE /api/attachments/:id': {
    statuses: inStoreA(204),
    path: async () => `/api/attachments/${await attachmentOfA()}`,
  },
  // Nobody gets in without a signature; those who have one are the storage contract's business.
  'PUT /api/attachments/objects/:area/:id': {
    statuses: open(403),
    path: async () => `/api/attachments/objects/attachments/${await attachmentOfA()}`,
    body: () => Promise.resolve('replaced'),
  },
  'GET /api/attachments/objects/:area/:id': {
    statuses: open(403),
    path: async () => `/api/attachments/objects/attachments/${await attachmentOfA()}`,
  },
  'GET /health/live': { statuses: open(200), path: () => '/health/live' },
  'GET /health/ready': { statuses: open(200), path: () => '/health/ready' },
  'GET /metrics': { statuses: open(200), path: () => '/metrics' },
};

describe('the access matrix', () => {
  it('knows every route the service registers, and no other', () => {
    const registered = service.app.get(RouteTable).routes();
    expect(registered.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(matrix).sort(),
    );
    expect(registered.filter(({ access }) => access === undefined)).toEqual([]);
  });

  it.each(
    Object.entries(matrix).flatMap(([route, row]) =>
      principals.map((principal) => ({ route, row, principal })),
    ),
  )('$route as $principal', async ({ route, row, principal }) => {
    const users: Record<PrincipalName, TestUser | undefined> = {
      anonymous: undefined,
      deactivated,
      admin: service.admin,
      'manager of A': service.managerA,
      'manager of B': service.managerB,
    };
    const user = users[principal];
    const path = await row.path();
    const body = await row.body?.(user === deactivated ? undefined : user);
    const response = await fetch(service.url + path, {
      method: route.slice(0, route.indexOf(' ')),
      headers: {
        ...(user && { cookie: user.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    expect(response.status).toBe(row.statuses[principal]);
  });
});
