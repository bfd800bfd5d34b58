import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type AttachmentResponse,
  attachmentResponse,
  downloadResponse,
} from '../src/attachments/attachments.schemas.ts';
import {
  attach,
  download,
  faultyFields,
  insertTicket,
  type RunningService,
  runService,
  withoutRequestId,
} from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

/** The responses to one request by manager A for several ids. */
const responsesFor = (method: string, ids: string[], pathOf: (id: string) => string) =>
  Promise.all(
    ids.map(async (id) => withoutRequestId(await service.call(service.managerA, method, pathOf(id)))),
  );

describe('GET /api/tickets/{id}/attachments', () => {
  const pathOf = (ticketId: string) => `/api/tickets/${ticketId}/attachments`;

  it('requires a session', async () => {
    expect(await service.call(undefined, 'GET', pathOf(service.ticketA))).toMatchObject({ status: 401 });
  });

  it('returns the same 404 for an invisible ticket, an unknown one and a malformed id', async () => {
    const [foreign, unknown, malformed] = await responsesFor(
      'GET',
      [service.ticketB, randomUUID(), '1'],
      pathOf,
    );
    expect(foreign).toMatchObject({ status: 404 });
    expect(unknown).toEqual(foreign);
    expect(malformed).toEqual(foreign);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['cursor=abc', 'cursor'],
    ['page=2', 'page'],
  ])('rejects %s', async (query, field) => {
    const response = await service.call(service.managerA, 'GET', `${pathOf(service.ticketA)}?${query}`);
    expect(response.status).toBe(400);
    expect(faultyFields(response)).toEqual([field]);
  });

  it('returns [] for a ticket without attachments', async () => {
    const ticketId = await insertTicket(service.backends, service.locationA);
    const { status, body, headers } = await service.call(service.managerA, 'GET', pathOf(ticketId));
    expect([status, body]).toEqual([200, []]);
    expect(headers.get('x-total-count')).toBe('0');
    expect(headers.get('link')).toBeNull();
  });

  it("returns a ticket's attachments, newest first, to its manager and to administrators", async () => {
    const ticketId = await insertTicket(service.backends, service.locationA);
    const first = await attach(service, service.managerA, ticketId, 'a', 'first.txt');
    const second = await attach(service, service.admin, ticketId, 'bb', 'second.txt');
    for (const caller of [service.managerA, service.admin]) {
      const { status, body } = await service.call(caller, 'GET', pathOf(ticketId));
      expect([status, body]).toEqual([200, [second, first]]);
    }
  });

  it('also hides attachments of a location that is being removed from administrators', async () => {
    const { rows } = await service.backends.admin.query<{ id: string }>(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
       VALUES ('Closing', '1', 'x', 'NY', '1', 'closing', 'UTC') RETURNING id`,
    );
    const locationId = rows[0]?.id ?? '';
    const ticketId = await insertTicket(service.backends, locationId);
    const { id } = await attach(service, service.admin, ticketId, 'a', 'first.txt');
    const calls = [
      ['GET', pathOf(ticketId)],
      ['GET', `/api/attachments/${id}/download`],
      ['DELETE', `/api/attachments/${id}`],
    ] as const;
    expect((await service.call(service.admin, 'GET', pathOf(ticketId))).status).toBe(200);
    await service.backends.admin.query('UPDATE core.locations SET removed_at = now() WHERE id = $1', [
      locationId,
    ]);
    for (const [method, path] of calls) {
      expect([method, path, (await service.call(service.admin, method, path)).status]).toEqual([
        method,
        path,
        404,
      ]);
    }
  });

  it('returns every attachment page by page during concurrent changes', async () => {
    const ticketId = await insertTicket(service.backends, service.locationA);
    const made: AttachmentResponse[] = [];
    for (const name of ['1', '2', '3', '4', '5']) {
      made.push(await attach(service, service.managerA, ticketId, name, name));
    }
    const seen: string[] = [];
    let next: string | undefined = `${pathOf(ticketId)}?limit=2`;
    while (next !== undefined) {
      const { body, headers } = await service.call(service.managerA, 'GET', next);
      const page = z.array(attachmentResponse).parse(body);
      expect(page.length).toBeLessThanOrEqual(2);
      seen.push(...page.map(({ fileName }) => fileName));
      next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      if (seen.length === 2) {
        expect(headers.get('x-total-count')).toBe('5');
        await attach(service, service.managerA, ticketId, 'x', 'late');
        // The row of the cursor.
        await service.call(service.managerA, 'DELETE', `/api/attachments/${made[3]?.id ?? ''}`);
      }
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1']);
  });
});

describe('GET /api/attachments/{id}/download', () => {
  const pathOf = (id: string) => `/api/attachments/${id}/download`;

  it('requires a session', async () => {
    expect(await service.call(undefined, 'GET', pathOf(randomUUID()))).toMatchObject({ status: 401 });
  });

  it('returns the same 404 for an invisible attachment, an unknown one and a malformed id', async () => {
    const { id } = await attach(service, service.managerB, service.ticketB);
    const [foreign, unknown, malformed] = await responsesFor(
      'GET',
      [id, randomUUID(), 'x'.repeat(200)],
      pathOf,
    );
    expect(foreign).toMatchObject({ status: 404 });
    expect(unknown).toEqual(foreign);
    expect(malformed).toEqual(foreign);
  });

  it('returns a URL that serves the file with its original name and allows nothing else', async () => {
    const page = '<script>alert(document.cookie)</script>';
    const { id } = await attach(service, service.managerA, service.ticketA, page, 'Öfen "2".html');
    for (const caller of [service.managerA, service.admin]) {
      const { status, body } = await service.call(caller, 'GET', pathOf(id));
      expect(status).toBe(200);
      const { downloadURL } = downloadResponse.parse(body);
      const served = await download(downloadURL);
      expect([served.status, served.bytes.toString()]).toEqual([200, page]);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': String(page.length),
        'content-disposition': `attachment; filename="_fen _2_.html"; filename*=UTF-8''%C3%96fen%20%222%22.html`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      });
    }
  });
});

describe('DELETE /api/attachments/{id}', () => {
  const pathOf = (id: string) => `/api/attachments/${id}`;

  it('requires a session', async () => {
    expect(await service.call(undefined, 'DELETE', pathOf(randomUUID()))).toMatchObject({ status: 401 });
  });

  it('rejects pages of other sites', async () => {
    const { id } = await attach(service, service.managerA, service.ticketA);
    const headers = { cookie: service.managerA.cookie, 'sec-fetch-site': 'same-site' };
    const response = await fetch(service.url + pathOf(id), { method: 'DELETE', headers });
    await response.arrayBuffer();
    expect(response.status).toBe(403);
    expect(await service.call(service.managerA, 'GET', `${pathOf(id)}/download`)).toMatchObject({
      status: 200,
    });
  });

  it('returns the same 404 for an invisible attachment, an unknown one and a malformed id', async () => {
    const { id } = await attach(service, service.managerB, service.ticketB);
    const [foreign, unknown, malformed] = await responsesFor('DELETE', [id, randomUUID(), '%00'], pathOf);
    expect(foreign).toMatchObject({ status: 404 });
    expect(unknown).toEqual(foreign);
    expect(malformed).toEqual(foreign);
    expect(await service.call(service.managerB, 'GET', `${pathOf(id)}/download`)).toMatchObject({
      status: 200,
    });
  });

  it('deletes once', async () => {
    const { id } = await attach(service, service.managerA, service.ticketA);
    const { status, body } = await service.call(service.managerA, 'DELETE', pathOf(id));
    expect([status, body]).toEqual([204, undefined]);
    expect(await service.call(service.managerA, 'DELETE', pathOf(id))).toMatchObject({ status: 404 });
    expect(await service.call(service.managerA, 'GET', `${pathOf(id)}/download`)).toMatchObject({
      status: 404,
    });
  });
});

describe('every operation', () => {
  it('rejects a manager whose assignment was removed, at once', async () => {
    const { id } = await attach(service, service.managerA, service.ticketA);
    const { admin } = service.backends;
    const assignment = [service.managerA.userId, service.locationA];
    await admin.query(
      'DELETE FROM core.manager_assignments WHERE manager_id = $1 AND location_id = $2',
      assignment,
    );
    try {
      for (const [method, path] of [
        ['GET', `/api/tickets/${service.ticketA}/attachments`],
        ['GET', `/api/attachments/${id}/download`],
        ['DELETE', `/api/attachments/${id}`],
      ] as const) {
        expect(await service.call(service.managerA, method, path)).toMatchObject({ status: 404 });
      }
    } finally {
      await admin.query(
        'INSERT INTO core.manager_assignments (manager_id, location_id) VALUES ($1, $2)',
        assignment,
      );
    }
  });

  it('returns 405 for a method the address does not support', async () => {
    for (const [method, path, allow] of [
      ['PATCH', `/api/attachments/${randomUUID()}`, 'DELETE'],
      ['DELETE', `/api/tickets/${service.ticketA}/attachments`, 'GET, POST'],
    ] as const) {
      const { status, headers } = await service.call(service.admin, method, path);
      expect([status, headers.get('allow')]).toEqual([405, allow]);
    }
  });
});
