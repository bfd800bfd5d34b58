import { describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { uploadGrantResponse } from '../src/attachments/attachments.schemas.ts';
import { CompanionCalls } from './companion-calls.ts';
import { insertManager } from './core-rows.ts';
import { attach, grantUpload, record, storeUpload, upload } from './file-calls.ts';
import { useService } from './running-service.ts';

const PATH = '/api/attachments/upload';
const cancelPath = (objectPath: string) => `${PATH}?${new URLSearchParams({ objectPath }).toString()}`;

const service = useService();
const { sql } = service;

/** Paths of a user's open grants, the oldest first. */
async function openPaths({ userId }: TestUser): Promise<unknown[]> {
  const { rows } = await service.backends.admin.query<{ path: string }>(
    `SELECT object_path AS path FROM attachments.upload_grants
     WHERE granted_to = $1 AND recorded_at IS NULL AND closed_at IS NULL ORDER BY granted_at`,
    [userId],
  );
  return rows.map(({ path }) => path);
}

const grant = (user: TestUser, headers: Record<string, string> = {}) =>
  service.call(user, 'POST', PATH, undefined, headers);
const cancel = async (user: TestUser | undefined, objectPath: string) =>
  (await service.call(user, 'DELETE', cancelPath(objectPath))).status;
/** A manager with twenty uploaded files that are not attached. */
async function fullManager() {
  const manager = await insertManager(service);
  const [first] = await storeUploads(manager, 20);
  if (!first) throw new Error('nothing was granted');
  return { manager, first };
}
async function storeUploads(user: TestUser, count: number) {
  const grants = [];
  for (let made = 0; made < count; made += 1) grants.push(await storeUpload(service, user));
  return grants;
}

describe('POST /api/attachments/upload', () => {
  it('accepts no fields', async () => {
    expect(await service.call(service.managerA, 'POST', PATH, { objectPath: 'mine' })).toMatchObject({
      status: 400,
      body: { errors: { objectPath: ['Unknown field.'] } },
    });
  });

  it('returns a URL, a path and an expiry that are already in the database', async () => {
    const manager = await insertManager(service);
    const before = Date.now();
    const { status, body } = await service.call(manager, 'POST', PATH, {});
    expect(status).toBe(201);
    const granted = uploadGrantResponse.parse(body);
    expect(body).toEqual(granted);
    const { uploadURL, objectPath, expiresAt } = granted;
    expect(uploadURL).toContain(`${service.url}/api/attachments/objects/${objectPath}?`);
    expect(Math.abs(Date.parse(expiresAt) - before - 604_800_000)).toBeLessThan(5000);

    const { rows } = await sql(
      'SELECT granted_to, expires_at, recorded_at FROM attachments.upload_grants WHERE object_path = $1',
      [objectPath],
    );
    expect(rows).toEqual([
      { granted_to: manager.userId, expires_at: new Date(expiresAt), recorded_at: null },
    ]);
    expect(await upload(uploadURL, 'bytes')).toBe(200);
  });

  it('grants once for a repeated request, and its URL works', async () => {
    const manager = await insertManager(service);
    const key = { 'idempotency-key': 'my-first-upload' };
    const responses = await Promise.all(Array.from({ length: 5 }, () => grant(manager, key)));
    const grants = responses.map(({ body }) => uploadGrantResponse.parse(body));
    expect(new Set(grants.map(({ objectPath }) => objectPath)).size).toBe(1);
    for (const { uploadURL } of grants) expect(await upload(uploadURL, 'bytes')).toBe(200);

    const { rows } = await sql('SELECT answer::text FROM attachments.idempotency_keys WHERE user_id = $1', [
      manager.userId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('signature');
    expect((await grant(manager, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
  });

  it('keeps 20 grants of a user open, and refuses none of eight at once: the oldest without a file is closed', async () => {
    const manager = await insertManager(service);
    const grants = [];
    for (let index = 0; index < 30; index += 1) grants.push(await grantUpload(service, manager));
    expect(await openPaths(manager)).toEqual(grants.slice(10).map(({ objectPath }) => objectPath));

    const askEight = async () => {
      for (let asked = 0; asked < 8; asked += 1) expect((await grant(manager)).status).toBe(201);
    };
    await Promise.all(Array.from({ length: 8 }, askEight));
    expect(await openPaths(manager)).toHaveLength(20);
  });

  it('does not close grants with complete or partial uploads', async () => {
    const manager = await insertManager(service);
    const first = await storeUpload(service, manager);
    const calls = new CompanionCalls(service);
    const begun = await calls.begin(manager);
    await calls.sendPart(manager, begun, 1, new Uint8Array(4));
    for (let index = 0; index < 19; index += 1) await grantUpload(service, manager);
    const open = await openPaths(manager);
    expect(open).toHaveLength(20);
    expect(open.slice(0, 2)).toEqual([first.objectPath, begun.key]);
  });

  it('returns 429 with Retry-After once 20 files were uploaded and none is attached', async () => {
    const { manager } = await fullManager();
    const refused = await grant(manager);
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining('20 uploaded files that are not attached') },
    });
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(3500);
    expect(retryAfter).toBeLessThanOrEqual(3600);
  });

  it('grants 100 of 1,000 in a loop, including closed or cancelled ones', async () => {
    const manager = await insertManager(service);
    const { objectPath } = await grantUpload(service, manager);
    expect(await cancel(manager, objectPath)).toBe(204);
    const responses = [];
    // As many at once as the service has connections: more may be a 503 on a slow machine.
    for (let round = 0; round < 100; round += 1) {
      responses.push(...(await Promise.all(Array.from({ length: 10 }, () => grant(manager)))));
    }
    const refused = responses.filter(({ status }) => status === 429);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(99);
    expect(refused).toHaveLength(901);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(86_000);

    // Other users are not affected.
    expect((await grant(service.managerB)).status).toBe(201);
  });

  it('counts neither recorded nor expired grants nor those of an hour ago as open', async () => {
    const manager = await insertManager(service);
    await attach(service, manager, service.ticketA);
    await storeUploads(manager, 20);
    expect((await grant(manager)).status).toBe(429);

    const oneOpen = `object_path = (SELECT min(object_path) FROM attachments.upload_grants
      WHERE granted_to = $1 AND recorded_at IS NULL AND expires_at > now()
        AND granted_at > now() - interval '1 hour')`;
    for (const ageing of [
      "granted_at = now() - interval '8 days', expires_at = now() - interval '1 second'",
      "granted_at = now() - interval '1 hour'",
    ]) {
      await sql(`UPDATE attachments.upload_grants SET ${ageing} WHERE ${oneOpen}`, [manager.userId]);
      await storeUpload(service, manager);
      expect((await grant(manager)).status).toBe(429);
    }
  });
});

describe('DELETE /api/attachments/upload', () => {
  it('accepts only the caller’s open uploads', async () => {
    const { managerA, managerB, admin } = service;
    const { objectPath } = await grantUpload(service, managerA);
    const recorded = await attach(service, managerA, service.ticketA);
    for (const [caller, path] of [
      [managerB, objectPath],
      [admin, objectPath],
      [managerA, `uploads/${randomUUID()}`],
      [managerA, '../none'],
      [managerA, recorded.objectPath],
    ] as const) {
      expect(await cancel(caller, path)).toBe(404);
    }
    for (const query of ['', '?objectPath=', '?objectPath=x&more=1']) {
      expect((await service.call(managerA, 'DELETE', PATH + query)).status).toBe(400);
    }
    expect(await cancel(managerA, objectPath)).toBe(204);
    expect(await cancel(managerA, objectPath)).toBe(404);
  });

  it('removes the uploaded file, prevents recording it, and no longer counts as open', async () => {
    const { manager, first } = await fullManager();
    const { objectPath, uploadURL } = first;
    expect((await grant(manager)).status).toBe(429);
    expect(await cancel(manager, objectPath)).toBe(204);
    expect((await grant(manager)).status).toBe(201);

    const { sweep } = service;
    const stored = () => service.storage.inspect(objectPath);
    await sweep();
    expect(await stored()).toBeUndefined();
    // What S3 still accepts is removed when the URL expires.
    expect(await upload(uploadURL, 'content')).toBe(404);
    await service.storage.store(objectPath, Buffer.from('content'));
    expect((await record(service, objectPath, {}, { caller: manager })).status).toBe(404);
    await sql(
      `UPDATE attachments.upload_grants
       SET granted_at = now() - interval '8 days', expires_at = now() - interval '61 minutes' WHERE object_path = $1`,
      [objectPath],
    );
    await sweep();
    expect(await stored()).toBeUndefined();
  });
});
