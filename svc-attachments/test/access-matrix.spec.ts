import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, RouteTable } from '@mainstay/service-kit';
import { createTestUser, type TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { UploadGrantsService } from '../src/attachments/upload-grants.service.ts';
import { multipartUploadResponse } from '../src/companion/companion.schemas.ts';
import { photoGrantResponse } from '../src/public-photos/public-photos.schemas.ts';
import { insertJob, insertReport, insertRun, STEP_ID } from './core-rows.ts';
import { attach, grantUpload, recordRequest, storeUpload } from './file-calls.ts';
import { type RunningService, runService } from './running-service.ts';

let service: RunningService;
let deactivated: TestUser;
beforeAll(async () => {
  service = await runService();
  deactivated = await createTestUser(service.backends, service.config, { role: 'admin' });
  await service.sql('UPDATE auth.users SET active = false WHERE id = $1', [deactivated.userId]);
});
afterAll(() => service.close());

const principals = ['anonymous', 'deactivated', 'admin', 'manager of A', 'manager of B'] as const;
/** The statuses for each of {@link principals}. */
type Statuses = readonly [number, number, number, number, number];

const open = (status: number): Statuses => [status, status, status, status, status];
const signedIn = (status: number): Statuses => [401, 401, status, status, status];
/** Access to data of store A. */
const inStoreA = (status: number): Statuses => [401, 401, status, status, 404];
/** Started by manager A: nobody else can continue it, not even an administrator. */
const ofManagerA = (status: number): Statuses => [401, 401, 404, status, 404];

interface Row {
  statuses: Statuses;
  /** The route's path with ids of store A. */
  path: string | (() => Promise<string>);
  body?: (user: TestUser | undefined) => unknown;
  /** A GET that returns write permissions, for the upload widget: 403 for a read-only token. */
  writes?: true;
}

const attachmentOfA = async () => (await attach(service, service.admin, service.ticketA)).id;

async function uploadOfA(suffix = ''): Promise<string> {
  const { body } = await service.call(service.managerA, 'POST', '/api/attachments/s3/multipart', {
    filename: 'a.txt',
    type: 'text/plain',
  });
  const { uploadId, key } = multipartUploadResponse.parse(body);
  uploadsOfA.push(key);
  return `/api/attachments/s3/multipart/${uploadId}${suffix}?key=${key}`;
}
const uploadsOfA: string[] = [];

const JOBS = '/api/intake/jobs';
const aVendorPhoto = { name: 'Lee', purpose: 'after' };
let link: Promise<{ token: string }> | undefined;
/** A ticket has one job that is under way. */
const linkToken = async () => {
  link ??= insertJob(service.backends, service.ticketA);
  return (await link).token;
};
const trackingToken = async () => (await insertReport(service.backends, service.ticketA)).token;

// Keeps the manager below the limit of open uploads.
afterEach(() => service.app.get(UploadGrantsService).close(uploadsOfA.pop() ?? 'none'));

const PHOTOS = '/api/intake/track';
/** Every route. A route that is missing here fails the test. */
const matrix: Record<string, Row> = {
  'GET /api/tickets/:id/attachments': { statuses: inStoreA(200), path: '/api/tickets/TICKET/attachments' },
  'POST /api/tickets/:id/attachments': {
    statuses: inStoreA(201),
    path: '/api/tickets/TICKET/attachments',
    body: async (user) => recordRequest((await storeUpload(service, user ?? service.admin)).objectPath),
  },
  'POST /api/attachments/upload': { statuses: signedIn(201), path: '/api/attachments/upload' },
  'DELETE /api/attachments/upload': {
    statuses: ofManagerA(204),
    path: async () =>
      `/api/attachments/upload?objectPath=${(await grantUpload(service, service.managerA)).objectPath}`,
  },
  'GET /api/attachments/:id/download': {
    statuses: inStoreA(200),
    path: async () => `/api/attachments/${await attachmentOfA()}/download`,
  },
  'PATCH /api/attachments/:id': {
    statuses: inStoreA(200),
    path: async () => `/api/attachments/${await attachmentOfA()}`,
    body: () => ({ purpose: null }),
  },
  'DELETE /api/attachments/:id': {
    statuses: inStoreA(204),
    path: async () => `/api/attachments/${await attachmentOfA()}`,
  },
  'GET /api/attachments/s3/params': {
    statuses: signedIn(200),
    path: '/api/attachments/s3/params?filename=a.txt&type=text/plain',
    writes: true,
  },
  'GET /api/attachments/s3/sts': { statuses: signedIn(404), path: '/api/attachments/s3/sts', writes: true },
  'POST /api/attachments/s3/multipart': {
    statuses: signedIn(201),
    path: '/api/attachments/s3/multipart',
    body: () => ({ filename: 'a.txt', type: 'text/plain' }),
  },
  'GET /api/attachments/s3/multipart/:uploadId': { statuses: ofManagerA(200), path: () => uploadOfA() },
  'GET /api/attachments/s3/multipart/:uploadId/:partNumber': {
    statuses: ofManagerA(200),
    path: () => uploadOfA('/1'),
    writes: true,
  },
  'POST /api/attachments/s3/multipart/:uploadId/complete': {
    // Nothing was uploaded: a caller who may complete the upload is told that a part is missing.
    statuses: ofManagerA(400),
    path: () => uploadOfA('/complete'),
    body: () => ({ parts: [{ PartNumber: 1, ETag: 'none' }] }),
  },
  'DELETE /api/attachments/s3/multipart/:uploadId': { statuses: ofManagerA(204), path: () => uploadOfA() },
  // The body is rejected before its signature is checked.
  'POST /api/attachments/objects': {
    statuses: open(415),
    path: '/api/attachments/objects',
    body: () => ({}),
  },
  // Rejected without a signature; signed requests are tested by the storage contract.
  'PUT /api/attachments/objects/:area/:id': {
    statuses: open(403),
    path: async () => `/api/attachments/objects/attachments/${await attachmentOfA()}`,
    body: () => 'replaced',
  },
  'GET /api/attachments/objects/:area/:id': {
    statuses: open(403),
    path: async () => `/api/attachments/objects/attachments/${await attachmentOfA()}`,
  },
  // Without a session, and whoever is signed in: the token of the report alone counts.
  'POST /api/intake/track/:token/photos': {
    statuses: open(201),
    path: async () => `${PHOTOS}/${await trackingToken()}/photos`,
  },
  'POST /api/intake/track/:token/photos/:id/done': {
    // Nothing was uploaded.
    statuses: open(409),
    path: async () => {
      const path = `${PHOTOS}/${await trackingToken()}/photos`;
      const { body } = await service.call(undefined, 'POST', path);
      return `${path}/${photoGrantResponse.parse(body).id}/done`;
    },
  },
  'POST /api/intake/jobs/:token/photos': {
    statuses: open(201),
    path: async () => `${JOBS}/${await linkToken()}/photos`,
    body: () => aVendorPhoto,
  },
  'POST /api/intake/jobs/:token/photos/:id/done': {
    // Nothing was uploaded.
    statuses: open(409),
    path: async () => {
      const path = `${JOBS}/${await linkToken()}/photos`;
      const { body } = await service.call(undefined, 'POST', path, aVendorPhoto);
      return `${path}/${photoGrantResponse.parse(body).id}/done`;
    },
  },
  // There is no such photo.
  'GET /api/intake/jobs/:token/photos/:id': {
    statuses: open(404),
    path: async () => `${JOBS}/${await linkToken()}/photos/${randomUUID()}`,
  },
  'POST /api/checklist-runs/:id/photos': {
    statuses: inStoreA(201),
    path: async () => `/api/checklist-runs/${await insertRun(service)}/photos`,
    body: () => ({ stepId: STEP_ID }),
  },
  'POST /api/checklist-runs/:id/photos/:photoId/done': {
    // Nobody has asked for it.
    statuses: signedIn(404),
    path: async () => `/api/checklist-runs/${await insertRun(service)}/photos/${randomUUID()}/done`,
  },
  'GET /api/checklist-runs/:id/photos/:photoId': {
    statuses: signedIn(404),
    path: async () => `/api/checklist-runs/${await insertRun(service)}/photos/${randomUUID()}`,
  },
  'GET /api/docs/attachments.json': { statuses: open(200), path: '/api/docs/attachments.json' },
  'GET /health/live': { statuses: open(200), path: '/health/live' },
  'GET /health/ready': { statuses: open(200), path: '/health/ready' },
  'GET /metrics': { statuses: open(200), path: '/metrics' },
};

describe('access matrix', () => {
  it('covers exactly the routes the service registers', () => {
    const registered = service.app.get(RouteTable).routes();
    const routes = registered.map(({ method, path }) => `${method} ${path}`);
    expect(routes.sort()).toEqual(Object.keys(matrix).sort());
    expect(registered.filter(({ access }) => access === undefined)).toEqual([]);
  });

  describe.each(Object.entries(matrix))('%s', (route, row) => {
    it.each(principals.map((principal, index) => [principal, row.statuses[index]]))(
      'as %s is a %d',
      async (principal, status) => {
        const users = [undefined, deactivated, service.admin, service.managerA, service.managerB];
        const user = users[principals.findIndex((name) => name === principal)];
        const caller = user === deactivated ? undefined : user;
        expect(await ask(route, row, caller, user && { cookie: user.cookie })).toBe(status);
      },
    );

    it('with tokens of manager A', async () => {
      const [anonymous, , , allowed] = row.statuses;
      const isWrite = row.writes === true || !route.startsWith('GET ');
      for (const [readOnly, status] of [
        [false, allowed],
        [true, isWrite && anonymous === 401 ? 403 : allowed],
      ] as const) {
        const token = await createToken(service.managerA, readOnly);
        expect(await ask(route, row, service.managerA, { authorization: `Bearer ${token}` })).toBe(status);
      }
    });
  });
});

async function createToken({ userId }: TestUser, readOnly: boolean): Promise<string> {
  const token = randomUUID();
  await service.sql(
    `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, $3)`,
    [userId, hashToken(token), readOnly],
  );
  return token;
}

/** The status of a request. `user` is the user for whom its body is created. */
async function ask(
  route: string,
  { path, body }: Row,
  user: TestUser | undefined,
  credentials: Record<string, string> = {},
): Promise<number> {
  const at = typeof path === 'string' ? path.replace('TICKET', service.ticketA) : await path();
  const response = await fetch(service.url + at, {
    method: route.slice(0, route.indexOf(' ')),
    headers: { ...credentials, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(await body(user)) }),
  });
  await response.arrayBuffer();
  return response.status;
}
