import { describe, expect, it } from '@jest/globals';
import { publicNotFound } from '@mainstay/service-kit';
import { freePort } from '@mainstay/test-kit';
import { randomUUID } from 'node:crypto';
import { photoGrantResponse } from '../src/public-photos/public-photos.schemas.ts';
import { expectRefusal, photo, statusesOf, useReportPhotos } from './report-photo-scene.ts';
import { insertReport, newToken } from './core-rows.ts';
import { upload } from './file-calls.ts';
import { runService, useService } from './running-service.ts';

const times = (count: number, status: number) => Array<number>(count).fill(status);

describe('grants for photos of a report', () => {
  const service = useService();
  const { sql, sweep } = service;
  const scene = useReportPhotos(service);
  const { newReport, pathOf, ask, grant, send, done, listed, age } = scene;

  describe('return the same 404, byte for byte,', () => {
    const expected = JSON.stringify(publicNotFound().toBody());
    const bytesOf = async (method: string, path: string, init: RequestInit = {}) => {
      const response = await fetch(service.url + path, { method, ...init });
      const text = await response.text();
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/problem+json; charset=utf-8',
      ]);
      return text;
    };

    it('for unknown, malformed and expired tokens, whatever the method', async () => {
      const [expired, deleted] = [await newReport(), await newReport()];
      await sql("UPDATE core.intake_reports SET tracking_until = now() - interval '1 s' WHERE id = $1", [
        expired.id,
      ]);
      await sql('DELETE FROM core.intake_reports WHERE id = $1', [deleted.id]);
      const malformed = ['x', 'x'.repeat(26), scene.token.toUpperCase(), `${scene.token}a`, '%20'];
      for (const bad of [newToken(), ...malformed, expired.token, deleted.token]) {
        for (const path of [pathOf(bad), `${pathOf(bad)}/${randomUUID()}/done`, `${pathOf(bad)}/other`]) {
          for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
            expect(await bytesOf(method, path)).toBe(expected);
          }
        }
        for (const [type, body] of [
          ['application/json', '{'],
          ['application/json', 'x'.repeat(200_000)],
          ['text/plain', 'x'],
          ['multipart/form-data', 'x'],
        ] as const) {
          const headers = { 'content-type': type, 'idempotency-key': ' ' };
          expect(await bytesOf('POST', pathOf(bad), { body, headers })).toBe(expected);
        }
      }
    });

    it('for photos that are not of the report, and malformed ids', async () => {
      const other = await newReport();
      const { id } = await send();
      const ofOther = `${pathOf(other.token)}/${id}/done`;
      for (const path of [ofOther, ...[randomUUID(), 'x', `${id}0`].map((no) => `${pathOf()}/${no}/done`)])
        expect(await bytesOf('POST', path)).toBe(expected);
      expect(await done(id)).toMatchObject({ status: 200 });
      expect(await bytesOf('POST', ofOther)).toBe(expected);
    });

    it('until the day on which tracking ends, and while the location of the ticket is being removed', async () => {
      await sql("UPDATE core.intake_reports SET tracking_until = now() + interval '1 hour' WHERE id = $1", [
        scene.reportId,
      ]);
      expect((await ask()).status).toBe(201);
      await sql('UPDATE core.locations SET removed_at = now() WHERE id = $1', [service.locationA]);
      try {
        expect(await bytesOf('POST', pathOf())).toBe(expected);
      } finally {
        await sql('UPDATE core.locations SET removed_at = NULL WHERE id = $1', [service.locationA]);
      }
    });
  });

  it('take no body, and no request from another site', async () => {
    expect((await service.call(undefined, 'POST', pathOf(), {})).status).toBe(201);
    expect((await service.call(undefined, 'POST', pathOf(), { fileName: 'a.jpg' })).status).toBe(400);
    for (const any of [scene.token, newToken(), 'x']) {
      expect(await ask(any, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
        status: 403,
        body: { detail: 'This request came from another site.' },
      });
    }
    expect((await ask(scene.token, { 'idempotency-key': 'ö' })).status).toBe(400);
  });

  it('are granted once for a key, which does not contain the token', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await ask(scene.token, key), await ask(scene.token, key)];
    const photoOfFirst = photoGrantResponse.parse(first.body);
    expect(photoGrantResponse.parse(again.body)).toEqual(photoOfFirst);
    const { rows } = await sql('SELECT operation FROM attachments.idempotency_keys WHERE user_id = $1', [
      scene.reportId,
    ]);
    expect(rows).toEqual([{ operation: 'POST /api/intake/track/{token}/photos' }]);
    const other = await newReport();
    expect(photoGrantResponse.parse((await ask(other.token, key)).body).id).not.toBe(photoOfFirst.id);

    await sql(
      `UPDATE attachments.idempotency_keys SET answer = jsonb_set(answer, '{expiresAt}', '"2026-01-01T00:00:00.000Z"')
     WHERE user_id = $1`,
      [scene.reportId],
    );
    expect((await ask(scene.token, key)).status).toBe(409);
  });

  it('are at most five, also when they are asked for at once', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(statusesOf(responses)).toEqual([...times(5, 201), ...times(5, 409)]);
    const [first, late] = responses
      .filter(({ status }) => status === 201)
      .map(({ body }) => photoGrantResponse.parse(body));
    await upload(first?.uploadURL ?? '', await photo());
    await done(first?.id ?? '');
    expectRefusal(await ask(), 409, /^A report can have at most 5 photos\.$/);
    // Another report has photos of its own.
    const other = await newReport();
    expect((await ask(other.token)).status).toBe(201);

    // What was not recorded in its time no longer counts, and cannot be recorded any more.
    await age('15 minutes');
    expect((await done(late?.id ?? '')).status).toBe(404);
    expect((await done((await send()).id)).status).toBe(200);
    expect((await listed()).map(({ fileName }) => fileName)).toEqual(['photo-2.jpg', 'photo-1.jpg']);
    for (let count = 3; count <= 5; count += 1) await grant();
    await sql('UPDATE attachments.report_photos SET recorded_at = now() WHERE expires_at > now()');
    expect((await ask()).status).toBe(409);

    // Neither time nor the removal of an attachment makes a sixth possible.
    await age('1 day');
    await sweep();
    await service.call(service.admin, 'DELETE', `/api/attachments/${(await listed())[0]?.id ?? ''}`);
    expect((await ask()).status).toBe(409);
  });

  it('are granted at most twenty times in an hour, because each URL has accepted bytes', async () => {
    for (let count = 0; count < 20; count += 1) {
      await grant();
      await sql("UPDATE attachments.report_photos SET expires_at = granted_at + interval '1 ms'");
    }
    const { status, headers } = await ask();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
    await age('1 hour');
    expect((await ask()).status).toBe(201);
  });
});

describe('what people without an account send', () => {
  it('is granted nothing without Redis; what was granted before is recorded', async () => {
    const service = await runService({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    try {
      const { id: reportId, token } = await insertReport(service.backends, service.ticketA);
      const path = `/api/intake/track/${token}/photos`;
      const refused = await service.call(undefined, 'POST', path);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      const { rows } = await service.sql('SELECT FROM attachments.report_photos');
      expect(rows).toEqual([]);
      const id = randomUUID();
      await service.sql(
        `INSERT INTO attachments.report_photos (id, report_id, expires_at) VALUES ($1, $2, now() + interval '1 minute')`,
        [id, reportId],
      );
      await service.storage.store(`uploads/${id}`, await photo());
      expect((await service.call(undefined, 'POST', `${path}/${id}/done`)).status).toBe(200);
    } finally {
      await service.close();
    }
  });

  it('is limited by address before a token is looked for, and photos by address and in all', async () => {
    const service = await runService({
      INTAKE_REQUESTS_PER_MINUTE: '6',
      INTAKE_PHOTOS_PER_ADDRESS: '3',
      INTAKE_PHOTOS_IN_ALL: '5',
    });
    const path = async () => {
      const { token } = await insertReport(service.backends, service.ticketA);
      return `/api/intake/track/${token}/photos`;
    };
    const ask = (to: string, address: string, headers: Record<string, string> = {}) =>
      service.call(undefined, 'POST', to, undefined, { 'X-Forwarded-For': address, ...headers });
    try {
      const [first, second] = [await path(), await path()];
      const key = { 'Idempotency-Key': randomUUID() };
      const responses = [await ask(first, '198.51.100.1', key), await ask(first, '198.51.100.1', key)];
      for (const to of [first, second, second, await path()]) responses.push(await ask(to, '198.51.100.1'));
      // Those refused took nothing from all, and the retry nothing at all.
      for (const to of [second, first, first]) responses.push(await ask(to, '198.51.100.2'));
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429, 429, 201, 201, 429]);
      expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3000);

      // Six requests in a minute, whether there is a report or not.
      const unknown = `/api/intake/track/${newToken()}/photos`;
      for (const to of ['/api/intake/track/no-token/photos', ...Array<string>(5).fill(unknown)])
        expect((await ask(to, '198.51.100.3')).status).toBe(404);
      for (const to of [unknown, first]) {
        const { status, headers } = await ask(to, '198.51.100.3');
        expect([status, Number(headers.get('retry-after')) <= 60]).toEqual([429, true]);
      }
    } finally {
      await service.close();
    }
  });
});
