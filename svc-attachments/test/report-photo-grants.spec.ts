import { describe, expect, it } from '@jest/globals';
import { publicNotFound } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import { reportPhotoGrantResponse } from '../src/report-photos/report-photos.schemas.ts';
import { isRefused, photo, times, reportPhotoScene } from './report-photo-scene.ts';
import { insertReport, insertTicket, newToken, runService, upload } from './running-service.ts';

describe('grants for photos of a report', () => {
  const scene = reportPhotoScene(() => runService());
  const { pathOf, ask, done, grant, send, listed, age, sql, sweep } = scene;

  describe('return the same 404, byte for byte,', () => {
    const expected = JSON.stringify(publicNotFound().toBody());
    const bytesOf = async (method: string, path: string, init: RequestInit = {}) => {
      const response = await fetch(scene.service.url + path, { method, ...init });
      const text = await response.text();
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/problem+json; charset=utf-8',
      ]);
      return text;
    };

    it('for unknown, malformed and expired tokens, whatever the method', async () => {
      const expired = await insertReport(scene.service.backends, scene.ticketId);
      await sql("UPDATE core.intake_reports SET tracking_until = now() - interval '1 s' WHERE id = $1", [
        expired.id,
      ]);
      const deleted = await insertReport(
        scene.service.backends,
        await insertTicket(scene.service.backends, scene.service.locationA),
      );
      await sql(
        'DELETE FROM core.tickets WHERE id = (SELECT ticket_id FROM core.intake_reports WHERE id = $1)',
        [deleted.id],
      );
      const tokens = [
        newToken(),
        'x',
        'x'.repeat(26),
        scene.token.toUpperCase(),
        `${scene.token}a`,
        '%20',
        expired.token,
      ];
      for (const bad of [...tokens, deleted.token]) {
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
      const other = await insertReport(scene.service.backends, scene.ticketId);
      const { id } = await send();
      for (const [of, photoId] of [
        [other.token, id],
        [scene.token, randomUUID()],
        [scene.token, 'x'],
        [scene.token, `${id}0`],
      ] as const) {
        expect(await bytesOf('POST', `${pathOf(of)}/${photoId}/done`)).toBe(expected);
      }
      expect(await done(id)).toMatchObject({ status: 200 });
      expect(await bytesOf('POST', `${pathOf(other.token)}/${id}/done`)).toBe(expected);
    });

    it('until the day on which tracking ends, and while the location of the ticket is being removed', async () => {
      await sql("UPDATE core.intake_reports SET tracking_until = now() + interval '1 hour' WHERE id = $1", [
        scene.reportId,
      ]);
      expect((await ask()).status).toBe(201);
      await sql('UPDATE core.locations SET removed_at = now() WHERE id = $1', [scene.service.locationA]);
      try {
        expect(await bytesOf('POST', pathOf())).toBe(expected);
      } finally {
        await sql('UPDATE core.locations SET removed_at = NULL WHERE id = $1', [scene.service.locationA]);
      }
    });
  });

  it('take no body, and no request from another site', async () => {
    expect((await scene.service.call(undefined, 'POST', pathOf(), {})).status).toBe(201);
    expect((await scene.service.call(undefined, 'POST', pathOf(), { fileName: 'a.jpg' })).status).toBe(400);
    for (const any of [scene.token, newToken(), 'x']) {
      expect(await ask(any, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
        status: 403,
        body: { detail: 'This request came from another site.' },
      });
    }
    expect((await ask(scene.token, { 'idempotency-key': 'ö' })).status).toBe(400);
    const { id } = await grant();
    expect(
      (
        await scene.service.call(undefined, 'POST', `${pathOf()}/${id}/done`, undefined, {
          'idempotency-key': 'x',
        })
      ).status,
    ).toBe(400);
  });

  it('are granted once for a key, which does not contain the token', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await ask(scene.token, key), await ask(scene.token, key)];
    const photoOfFirst = reportPhotoGrantResponse.parse(first.body);
    expect(reportPhotoGrantResponse.parse(again.body)).toEqual(photoOfFirst);
    const { rows } = await sql('SELECT operation FROM attachments.idempotency_keys WHERE user_id = $1', [
      scene.reportId,
    ]);
    expect(rows).toEqual([{ operation: 'POST /api/intake/track/{token}/photos' }]);
    const other = await insertReport(scene.service.backends, scene.ticketId);
    expect(reportPhotoGrantResponse.parse((await ask(other.token, key)).body).id).not.toBe(photoOfFirst.id);

    await sql(
      `UPDATE attachments.idempotency_keys SET answer = jsonb_set(answer, '{expiresAt}', '"2026-01-01T00:00:00.000Z"')
       WHERE user_id = $1`,
      [scene.reportId],
    );
    expect((await ask(scene.token, key)).status).toBe(409);
  });

  it('are at most five, also when they are asked for at once', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(responses.map(({ status }) => status).sort()).toEqual([...times(5, 201), ...times(5, 409)]);
    const [first] = responses.filter(({ status }) => status === 201);
    const { id, uploadURL } = reportPhotoGrantResponse.parse(first?.body);
    await upload(uploadURL, await photo());
    await done(id);
    isRefused(await ask(), /^A report can have at most 5 photos\.$/);
    // Another report has photos of its own.
    const other = await insertReport(scene.service.backends, scene.ticketId);
    expect((await ask(other.token)).status).toBe(201);

    // What was not recorded in its time no longer counts, and cannot be recorded any more.
    await age('15 minutes');
    const late = responses.filter(({ status }) => status === 201)[1];
    const { id: lateId } = reportPhotoGrantResponse.parse(late?.body);
    expect((await done(lateId)).status).toBe(404);
    for (let count = 2; count <= 5; count += 1) {
      const sent = await send();
      expect((await done(sent.id)).status).toBe(200);
    }
    expect((await ask()).status).toBe(409);
    expect((await listed()).map(({ fileName }) => fileName)).toEqual(
      [5, 4, 3, 2, 1].map((n) => `photo-${n}.jpg`),
    );

    // Neither time nor the removal of an attachment makes a sixth possible.
    await age('1 day');
    await sweep();
    await scene.service.call(
      scene.service.admin,
      'DELETE',
      `/api/attachments/${(await listed())[0]?.id ?? ''}`,
    );
    expect((await ask()).status).toBe(409);
  });

  it('are granted at most twenty times in an hour, because the URL of a refused one still accepts bytes', async () => {
    for (let count = 0; count < 20; count += 1) {
      const { id } = await send(Buffer.from('no photo'));
      expect((await done(id)).status).toBe(422);
    }
    const { status, headers } = await ask();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
    await age('1 hour');
    expect((await ask()).status).toBe(201);
  });
});

describe('writes of people without an account', () => {
  it('are limited by address', async () => {
    const service = await runService({ WRITES_PER_MINUTE_AND_ADDRESS: '2' });
    try {
      const { token } = await insertReport(service.backends, service.ticketA);
      const path = `/api/intake/track/${token}/photos`;
      const responses = [];
      for (const each of [path, `${path}/${randomUUID()}/done`, path, `${path}/${randomUUID()}/done`]) {
        responses.push(await service.call(undefined, 'POST', each));
      }
      expect(responses.map(({ status }) => status)).toEqual([201, 404, 429, 429]);
      expect(Number(responses[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await service.close();
    }
  });
});
