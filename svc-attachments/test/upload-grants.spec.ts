import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestUser, type TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { uploadGrantResponse } from '../src/attachments/attachments.schemas.ts';
import { multipartUploadResponse, signedPartResponse } from '../src/companion/companion.schemas.ts';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import { Sweeper } from '../src/sweeper/sweeper.ts';
import {
  attach,
  grantUpload,
  type RunningService,
  runService,
  storeUpload,
  upload,
} from './running-service.ts';

const PATH = '/api/attachments/upload';
const cancelPath = (objectPath: string) => `${PATH}?${new URLSearchParams({ objectPath }).toString()}`;

let service: RunningService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

/** Paths of a user's open grants, the oldest first. */
async function openPaths({ userId }: TestUser): Promise<string[]> {
  const { rows } = await service.backends.admin.query<{ path: string }>(
    `SELECT object_path AS path FROM attachments.upload_grants
     WHERE granted_to = $1 AND recorded_at IS NULL AND closed_at IS NULL ORDER BY granted_at`,
    [userId],
  );
  return rows.map(({ path }) => path);
}

const newManager = () => createTestUser(service.backends, service.config, { role: 'district_manager' });

describe('POST /api/attachments/upload', () => {
  it('requires a session', async () => {
    const response = await service.call(undefined, 'POST', PATH);
    expect(response).toMatchObject({ status: 401, body: { title: 'Unauthorized', detail: 'Unauthorized' } });
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('rejects pages of other sites', async () => {
    const { cookie } = service.managerA;
    for (const headers of [
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, origin: 'https://evil.example' },
    ]) {
      const response = await fetch(service.url + PATH, { method: 'POST', headers });
      await response.arrayBuffer();
      expect(response.status).toBe(403);
    }
  });

  it('accepts no fields and only JSON', async () => {
    expect(await service.call(service.managerA, 'POST', PATH, { objectPath: 'mine' })).toMatchObject({
      status: 400,
      body: { errors: { objectPath: ['Unknown field.'] } },
    });
    const response = await fetch(service.url + PATH, {
      method: 'POST',
      headers: { cookie: service.managerA.cookie, 'content-type': 'application/octet-stream' },
      body: 'x',
    });
    await response.arrayBuffer();
    expect(response.status).toBe(415);
  });

  it('returns a URL, a path and an expiry that are already in the database', async () => {
    const manager = await newManager();
    const before = Date.now();
    const { status, body } = await service.call(manager, 'POST', PATH, {});
    expect(status).toBe(201);
    const grant = uploadGrantResponse.parse(body);
    expect(body).toEqual(grant);
    expect(grant.uploadURL.startsWith(`${service.url}/api/attachments/objects/${grant.objectPath}?`)).toBe(
      true,
    );
    const weekLater = before + 604_800_000;
    expect(Math.abs(Date.parse(grant.expiresAt) - weekLater)).toBeLessThan(5000);

    const { rows } = await service.backends.admin.query(
      'SELECT granted_to, expires_at, recorded_at FROM attachments.upload_grants WHERE object_path = $1',
      [grant.objectPath],
    );
    expect(rows).toEqual([
      { granted_to: manager.userId, expires_at: new Date(grant.expiresAt), recorded_at: null },
    ]);
    expect(await upload(grant.uploadURL, 'bytes')).toBe(200);
  });

  it('grants once for a repeated request, and its URL works', async () => {
    const manager = await newManager();
    const headers = { 'idempotency-key': 'my-first-upload' };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => service.call(manager, 'POST', PATH, undefined, headers)),
    );
    const grants = responses.map(({ body }) => uploadGrantResponse.parse(body));
    expect(new Set(grants.map(({ objectPath }) => objectPath)).size).toBe(1);
    for (const { uploadURL } of grants) expect(await upload(uploadURL, 'bytes')).toBe(200);

    const { rows } = await service.backends.admin.query(
      'SELECT answer::text FROM attachments.idempotency_keys WHERE user_id = $1',
      [manager.userId],
    );
    expect(JSON.stringify(rows)).not.toContain('signature');
    const faulty = await service.call(manager, 'POST', PATH, undefined, {
      'idempotency-key': 'x'.repeat(256),
    });
    expect(faulty.status).toBe(400);
  });

  it('keeps 20 grants of a user open, also for concurrent requests: the oldest without a file is closed', async () => {
    const manager = await newManager();
    const grants = [];
    for (let index = 0; index < 30; index += 1) grants.push(await grantUpload(service, manager));
    expect(await openPaths(manager)).toEqual(grants.slice(10).map(({ objectPath }) => objectPath));

    await Promise.all(Array.from({ length: 10 }, () => service.call(manager, 'POST', PATH)));
    expect(await openPaths(manager)).toHaveLength(20);
  });

  it('does not close grants with complete or partial uploads', async () => {
    const manager = await newManager();
    const first = await storeUpload(service, manager);
    const second = await service.call(manager, 'POST', '/api/attachments/s3/multipart', {
      filename: 'a.bin',
      type: '',
    });
    const { key, uploadId } = multipartUploadResponse.parse(second.body);
    const part = await service.call(manager, 'GET', `/api/attachments/s3/multipart/${uploadId}/1?key=${key}`);
    expect(await upload(signedPartResponse.parse(part.body).url, 'part')).toBe(200);
    for (let index = 0; index < 19; index += 1) await grantUpload(service, manager);
    const open = await openPaths(manager);
    expect(open).toHaveLength(20);
    expect(open.slice(0, 2)).toEqual([first.objectPath, key]);
  });

  it('returns 429 with Retry-After once 20 files were uploaded and none is attached', async () => {
    const manager = await newManager();
    for (let index = 0; index < 20; index += 1) await storeUpload(service, manager);
    const refused = await service.call(manager, 'POST', PATH);
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining('20 uploaded files that are not attached') },
    });
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(86_000);
    expect(retryAfter).toBeLessThanOrEqual(86_400);
  });

  it('grants 100 of 1,000 in a loop, including closed or cancelled ones', async () => {
    const manager = await newManager();
    const { objectPath } = await grantUpload(service, manager);
    expect((await service.call(manager, 'DELETE', cancelPath(objectPath))).status).toBe(204);
    const responses = [];
    // As many at once as the service has connections: more may be a 503 on a slow machine.
    for (let round = 0; round < 100; round += 1) {
      responses.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => service.call(manager, 'POST', PATH)))),
      );
    }
    const refused = responses.filter(({ status }) => status === 429);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(99);
    expect(refused).toHaveLength(901);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(86_000);

    // Other users are not affected.
    expect((await service.call(service.managerB, 'POST', PATH)).status).toBe(201);
  });

  it("counts neither recorded nor expired nor yesterday's grants as open", async () => {
    const manager = await newManager();
    const { admin } = service.backends;
    await admin.query('INSERT INTO core.manager_assignments (manager_id, location_id) VALUES ($1, $2)', [
      manager.userId,
      service.locationA,
    ]);
    await attach(service, manager, service.ticketA);
    for (let open = 0; open < 20; open += 1) await storeUpload(service, manager);
    expect((await service.call(manager, 'POST', PATH)).status).toBe(429);

    const oneOpen = `object_path = (SELECT min(object_path) FROM attachments.upload_grants
      WHERE granted_to = $1 AND recorded_at IS NULL AND expires_at > now()
        AND granted_at > now() - interval '24 hours')`;
    for (const ageing of [
      "granted_at = now() - interval '8 days', expires_at = now() - interval '1 second'",
      "granted_at = now() - interval '24 hours'",
    ]) {
      await admin.query(`UPDATE attachments.upload_grants SET ${ageing} WHERE ${oneOpen}`, [manager.userId]);
      await storeUpload(service, manager);
      expect((await service.call(manager, 'POST', PATH)).status).toBe(429);
    }
  });
});

describe('DELETE /api/attachments/upload', () => {
  it('requires a session and accepts only the caller’s open uploads', async () => {
    const { objectPath } = await grantUpload(service, service.managerA);
    const path = cancelPath(objectPath);
    expect((await service.call(undefined, 'DELETE', path)).status).toBe(401);
    for (const [caller, at] of [
      [service.managerB, path],
      [service.admin, path],
      [service.managerA, cancelPath(`uploads/${randomUUID()}`)],
      [service.managerA, cancelPath('../none')],
    ] as const) {
      expect((await service.call(caller, 'DELETE', at)).status).toBe(404);
    }
    for (const query of ['', '?objectPath=', '?objectPath=x&more=1']) {
      expect((await service.call(service.managerA, 'DELETE', PATH + query)).status).toBe(400);
    }
    const recorded = await attach(service, service.managerA, service.ticketA);
    expect((await service.call(service.managerA, 'DELETE', cancelPath(recorded.objectPath))).status).toBe(
      404,
    );
    expect((await service.call(service.managerA, 'DELETE', path)).status).toBe(204);
    expect((await service.call(service.managerA, 'DELETE', path)).status).toBe(404);
  });

  it('removes the uploaded file, prevents recording it, and no longer counts as open', async () => {
    const manager = await newManager();
    await service.backends.admin.query(
      'INSERT INTO core.manager_assignments (manager_id, location_id) VALUES ($1, $2)',
      [manager.userId, service.locationA],
    );
    const grants = [];
    for (let index = 0; index < 20; index += 1) grants.push(await storeUpload(service, manager));
    const [given] = grants;
    if (!given) throw new Error('nothing was granted');
    expect((await service.call(manager, 'POST', PATH)).status).toBe(429);
    expect((await service.call(manager, 'DELETE', cancelPath(given.objectPath))).status).toBe(204);
    expect((await service.call(manager, 'POST', PATH)).status).toBe(201);

    await service.app.get(Sweeper).sweep();
    expect(await service.app.get<Storage>(STORAGE).inspect(given.objectPath)).toBeUndefined();
    // Its URL is still valid; what is uploaded through it is removed when the URL expires.
    expect(await upload(given.uploadURL, 'content')).toBe(200);
    const record = { fileName: 'a.txt', fileSize: 7, objectPath: given.objectPath };
    const response = await service.call(
      manager,
      'POST',
      `/api/tickets/${service.ticketA}/attachments`,
      record,
    );
    expect(response.status).toBe(404);
    await service.backends.admin.query(
      `UPDATE attachments.upload_grants
       SET granted_at = now() - interval '8 days', expires_at = now() - interval '61 minutes' WHERE object_path = $1`,
      [given.objectPath],
    );
    await service.app.get(Sweeper).sweep();
    expect(await service.app.get<Storage>(STORAGE).inspect(given.objectPath)).toBeUndefined();
  });
});
