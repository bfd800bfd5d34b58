import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestUser } from '@mainstay/service-kit/testing';
import { uploadGrantResponse } from '../src/attachments/attachments.schemas.ts';
import { attach, type RunningService, runService, upload } from './running-service.ts';

const PATH = '/api/attachments/upload';

let service: RunningService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

const newManager = () => createTestUser(service.backends, service.config, { role: 'district_manager' });

describe('POST /api/attachments/upload', () => {
  it('is for signed-in users', async () => {
    const answer = await service.call(undefined, 'POST', PATH);
    expect(answer).toMatchObject({ status: 401, body: { title: 'Unauthorized', detail: 'Unauthorized' } });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('is not for the pages of other sites', async () => {
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

  it('takes no fields and nothing but JSON', async () => {
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

  it('answers a URL, a path and an end that are in the database by then', async () => {
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
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.call(manager, 'POST', PATH, undefined, headers)),
    );
    const grants = answers.map(({ body }) => uploadGrantResponse.parse(body));
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

  it('keeps 20 open for a user, however many ask at once, and says when to come back', async () => {
    const manager = await newManager();
    const answers = [];
    for (let round = 0; round < 20; round += 1) {
      answers.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => service.call(manager, 'POST', PATH)))),
      );
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(refused).toHaveLength(980);
    const retryAfter = Number(refused[0]?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(86_000);
    expect(retryAfter).toBeLessThanOrEqual(86_400);

    // Somebody else is not concerned.
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
    for (let open = 0; open < 20; open += 1) {
      expect((await service.call(manager, 'POST', PATH)).status).toBe(201);
    }
    expect((await service.call(manager, 'POST', PATH)).status).toBe(429);

    const oneOpen = `object_path = (SELECT min(object_path) FROM attachments.upload_grants
      WHERE granted_to = $1 AND recorded_at IS NULL AND expires_at > now()
        AND granted_at > now() - interval '24 hours')`;
    for (const ageing of [
      "granted_at = now() - interval '8 days', expires_at = now() - interval '1 second'",
      "granted_at = now() - interval '24 hours'",
    ]) {
      await admin.query(`UPDATE attachments.upload_grants SET ${ageing} WHERE ${oneOpen}`, [manager.userId]);
      expect((await service.call(manager, 'POST', PATH)).status).toBe(201);
      expect((await service.call(manager, 'POST', PATH)).status).toBe(429);
    }
  });
});
