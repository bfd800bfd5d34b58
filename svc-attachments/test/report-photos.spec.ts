import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { publicNotFound } from '@mainstay/service-kit';
import { freePort } from '@mainstay/test-kit';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { photoTurns } from '../src/pictures/turns.ts';
import { reportPhotoGrantResponse } from '../src/report-photos/report-photos.schemas.ts';
import {
  type ApiResponse,
  type Caller,
  download,
  downloadUrlOf,
  insertComment,
  insertReport,
  insertTicket,
  newToken,
  runService,
  until,
  upload,
} from './running-service.ts';
import { useServiceOn } from './s3-server.ts';

const MB = 1024 * 1024;

/** A portrait photo of a phone: stored lying on its side, with the place where it was taken. */
const photo = (width = 640, height = 480): Promise<Buffer<ArrayBuffer>> =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .withExif({
      IFD0: { Make: 'Camera', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
    .then((bytes) => Buffer.from(bytes));

/** A JPEG of exactly so many bytes: whatever follows its end is no part of the picture. */
const photoOf = async (size: number): Promise<Buffer<ArrayBuffer>> => {
  const start = await photo();
  return Buffer.concat([start, Buffer.alloc(size - start.length)]);
};

const statusesOf = (responses: ApiResponse[]) => responses.map(({ status }) => status).sort();
const times = (count: number, status: number) => Array<number>(count).fill(status);
const isRefused = ({ status, body }: ApiResponse, expected: number, words: RegExp) =>
  expect([status, body]).toEqual([
    expected,
    expect.objectContaining({ detail: expect.stringMatching(words) }),
  ]);

describe.each(['disk', 'S3'] as const)('photos of a report on %s', (driver) => {
  // Larger than a photo may be.
  const service = useServiceOn(driver, { MAX_ATTACHMENT_BYTES: String(20 * MB) });
  const { sql, sweep } = service;

  /** Of a report without photos. */
  let ticketId: string;
  let token: string;
  let reportId: string;
  beforeEach(async () => {
    ticketId = await insertTicket(service.backends, service.locationA);
    ({ token, id: reportId } = await insertReport(service.backends, ticketId));
  });

  const isStored = async (key: string) => (await service.storage.inspect(key)) !== undefined;
  const newReport = (commentId?: string) => insertReport(service.backends, ticketId, commentId);
  const pathOf = (of = token) => `/api/intake/track/${of}/photos`;
  const ask = (of = token, headers: Record<string, string> = {}, caller?: Caller) =>
    service.call(caller, 'POST', pathOf(of), undefined, headers);
  const done = (id: string, of = token, caller?: Caller) =>
    service.call(caller, 'POST', `${pathOf(of)}/${id}/done`);
  const grant = async (of = token) => reportPhotoGrantResponse.parse((await ask(of)).body);
  async function send(bytes?: Buffer<ArrayBuffer>, of = token) {
    const granted = await grant(of);
    expect(await upload(granted.uploadURL, bytes ?? (await photo()))).toBe(200);
    return granted;
  }
  async function listed() {
    const path = `/api/tickets/${ticketId}/attachments`;
    return attachmentResponse.array().parse((await service.call(service.managerA, 'GET', path)).body);
  }
  /** Makes the grants of the report look as if they had been given a while ago. */
  const age = (interval: string) =>
    sql(
      `UPDATE attachments.report_photos SET granted_at = granted_at - interval '${interval}',
         expires_at = expires_at - interval '${interval}' WHERE report_id = $1`,
      [reportId],
    );

  it('are recorded without a session, upright, without metadata, and shown to those who see the ticket', async () => {
    const { id, uploadURL, expiresAt } = await send();
    // A UUID of version 7.
    expect(id[14]).toBe('7');
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(await done(id)).toMatchObject({ status: 200, body: { id } });

    const withThumbnails = async () => {
      const attachments = await listed();
      return attachments.every(({ thumbnailURL }) => thumbnailURL !== null) && attachments;
    };
    const [attachment, ...others] = await until(withThumbnails);
    expect(others).toEqual([]);
    expect(attachment).toMatchObject({
      ticketId: ticketId,
      commentId: null,
      fileName: 'photo-1.jpg',
      fileType: 'image/jpeg',
      uploadedBy: null,
      thumbnailURL: expect.stringContaining('/thumbnails/'),
    });
    const { bytes } = await download(await downloadUrlOf(service, service.managerA, attachment?.id ?? ''));
    expect(bytes).toHaveLength(attachment?.fileSize ?? 0);
    const { width, height, format, exif, orientation } = await sharp(bytes).metadata();
    expect([width, height, format, exif, orientation]).toEqual([480, 640, 'jpeg', undefined, undefined]);

    // The original is removed, and so is what comes through its URL afterwards.
    await sweep();
    expect(await isStored(`uploads/${id}`)).toBe(false);
    expect(await upload(uploadURL, Buffer.from('another'))).toBe(driver === 'disk' ? 404 : 200);
    await service.storage.store(`uploads/${id}`, Buffer.from('another'));
    await age('74 minutes');
    await sweep();
    expect(await isStored(`uploads/${id}`)).toBe(true);
    await age('2 minutes');
    await sweep();
    expect(await isStored(`uploads/${id}`)).toBe(false);
    expect(await done(id)).toMatchObject({ status: 200, body: { id } });
    expect(
      (await download(await downloadUrlOf(service, service.managerA, attachment?.id ?? ''))).bytes,
    ).toEqual(bytes);
  });

  it('are recorded once, however often and at once it is asked for', async () => {
    const { id } = await send();
    const responses = await Promise.all(Array.from({ length: 4 }, () => done(id)));
    responses.push(await done(id), await done(id.toUpperCase()));
    expect(responses.map(({ status, body }) => [status, body])).toEqual(Array(6).fill([200, { id }]));
    expect(await listed()).toHaveLength(1);
    await sweep();
    // Neither the upload nor a second copy is left.
    const keys = [];
    for await (const page of service.storage.list()) keys.push(...page.map(({ key }) => key));
    expect(keys.filter((key) => key.includes(id))).toEqual([]);
    const { rows } = await sql('SELECT id FROM attachments.attachments');
    expect(keys.filter((key) => key.startsWith('attachments/'))).toHaveLength(rows.length);
  });

  it('have at most 10 MB', async () => {
    const { id, uploadURL } = await grant();
    const tooLarge = await photoOf(10 * MB + 1);
    expect(await upload(uploadURL, tooLarge)).toBe(driver === 'disk' ? 413 : 200);
    // Nothing, or too much, was stored.
    expect((await done(id)).status).toBe(driver === 'disk' ? 409 : 413);
    const { id: largest } = await send(await photoOf(10 * MB));
    expect((await done(largest)).status).toBe(200);
    if (driver === 'disk') {
      const { id: other } = await grant();
      await service.storage.store(`uploads/${other}`, tooLarge);
      isRefused(await done(other), 413, /^A photo may have at most 10 MB\./);
      expect((await done(other)).status).toBe(404);
    }
    expect(await listed()).toHaveLength(1);
  }, 30_000);

  // What follows concerns no storage.
  if (driver === 'S3') return;

  it('belong to the comment with which the report joined a ticket', async () => {
    const commentId = await insertComment(service.backends, ticketId, null);
    const joined = await newReport(commentId);
    const { id } = await send(undefined, joined.token);
    expect(await done(id, joined.token)).toMatchObject({ status: 200 });
    expect(await listed()).toMatchObject([{ commentId, fileName: 'photo-1.jpg' }]);
  });

  it('ignore a session that comes along', async () => {
    const { body } = await ask(token, {}, service.managerB);
    const { id, uploadURL } = reportPhotoGrantResponse.parse(body);
    await upload(uploadURL, await photo());
    expect((await done(id, token, service.managerB)).status).toBe(200);
    expect(await listed()).toMatchObject([{ uploadedBy: null }]);
    const { rows } = await sql(
      "SELECT actor_id, via, action FROM auth.audit_entries WHERE entity = 'attachment' AND after ->> 'ticket_id' = $1",
      [ticketId],
    );
    expect(rows).toEqual([{ actor_id: null, via: 'qr', action: 'create' }]);
  });

  it('that are not photos are refused in words, removed, and keep their places', async () => {
    const bytes = await photo();
    for (const [content, words] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^This file cannot be read as a photo\./],
      [bytes.subarray(0, bytes.length / 2), /^This file cannot be read as a photo\./],
      [Buffer.alloc(0), /^This file cannot be read as a photo\./],
      [await photo(8000, 6251), /^This photo has too many pixels\./],
    ] as const) {
      const { id, uploadURL } = await send(Buffer.from(content));
      isRefused(await done(id), 422, words);
      await sweep();
      expect(await isStored(`uploads/${id}`)).toBe(false);
      // Also when a photo follows: it needs a grant of its own.
      await upload(uploadURL, bytes);
      expect((await done(id)).status).toBe(404);
    }
    expect(await listed()).toEqual([]);
    expect(statusesOf([await ask(), await ask()])).toEqual([201, 409]);
    // For ever, unlike the one that nobody has sent.
    await age('2 hours');
    await sweep();
    expect(statusesOf([await ask(), await ask()])).toEqual([201, 409]);
  }, 30_000);

  it('return 409 before they are uploaded, and 413 without space at the location', async () => {
    await sql(
      `INSERT INTO attachments.attachments (ticket_id, file_name, file_size, object_path)
       SELECT $1, 'large', 2147483647, 'uploads/' || n FROM generate_series(1, 5) AS n`,
      [ticketId],
    );
    const { id, uploadURL } = await grant();
    expect((await done(id)).status).toBe(409);
    await upload(uploadURL, await photo());
    const refused = await done(id);
    await sql('DELETE FROM attachments.attachments WHERE ticket_id = $1', [ticketId]);
    isRefused(refused, 413, /^There is no space left for photos of this store\./);
    // Once there is room again, the same upload can be recorded.
    expect((await done(id)).status).toBe(200);
  });

  it('are removed with the ticket, those that were not recorded too', async () => {
    const recorded = await send();
    await done(recorded.id);
    const open = await send();
    const [attachment] = await listed();
    await sql('DELETE FROM core.tickets WHERE id = $1', [ticketId]);
    await sweep();
    const keys = [`uploads/${recorded.id}`, `uploads/${open.id}`, `attachments/${attachment?.id ?? ''}`];
    expect(await Promise.all(keys.map(isStored))).toEqual([false, false, false]);
  });

  it('return 404 when the ticket is deleted while a photo is being encoded', async () => {
    const { id } = await send();
    const store = jest.spyOn(service.storage, 'store').mockImplementationOnce(async () => {
      await sql('DELETE FROM core.tickets WHERE id = $1', [ticketId]);
    });
    const response = await done(id);
    store.mockRestore();
    expect([response.status, response.body]).toEqual([404, publicNotFound().toBody()]);
    const { rows } = await sql('SELECT FROM attachments.attachments WHERE ticket_id = $1', [ticketId]);
    expect(rows).toEqual([]);
  });

  it('return 503 with Retry-After while five of an address wait, and block no other request', async () => {
    const { id } = await send();
    const { promise: others, resolve: end } = Promise.withResolvers<undefined>();
    const six = Array.from({ length: 6 }, () => photoTurns.take('127.0.0.1', () => others));
    const refused = await done(id);
    expect([refused.status, refused.headers.get('retry-after'), await listed()]).toEqual([503, '3', []]);
    end(undefined);
    await Promise.all(six);
    expect((await done(id)).status).toBe(200);
  });

  describe('grants for photos of a report', () => {
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
        const malformed = ['x', 'x'.repeat(26), token.toUpperCase(), `${token}a`, '%20'];
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
          reportId,
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
      for (const any of [token, newToken(), 'x']) {
        expect(await ask(any, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
          status: 403,
          body: { detail: 'This request came from another site.' },
        });
      }
      expect((await ask(token, { 'idempotency-key': 'ö' })).status).toBe(400);
      const { id } = await grant();
      const keyed = { 'idempotency-key': 'x' };
      const response = await service.call(undefined, 'POST', `${pathOf()}/${id}/done`, undefined, keyed);
      expect(response.status).toBe(400);
    });

    it('are granted once for a key, which does not contain the token', async () => {
      const key = { 'idempotency-key': randomUUID() };
      const [first, again] = [await ask(token, key), await ask(token, key)];
      const photoOfFirst = reportPhotoGrantResponse.parse(first.body);
      expect(reportPhotoGrantResponse.parse(again.body)).toEqual(photoOfFirst);
      const { rows } = await sql('SELECT operation FROM attachments.idempotency_keys WHERE user_id = $1', [
        reportId,
      ]);
      expect(rows).toEqual([{ operation: 'POST /api/intake/track/{token}/photos' }]);
      const other = await newReport();
      expect(reportPhotoGrantResponse.parse((await ask(other.token, key)).body).id).not.toBe(photoOfFirst.id);

      await sql(
        `UPDATE attachments.idempotency_keys SET answer = jsonb_set(answer, '{expiresAt}', '"2026-01-01T00:00:00.000Z"')
       WHERE user_id = $1`,
        [reportId],
      );
      expect((await ask(token, key)).status).toBe(409);
    });

    it('are at most five, also when they are asked for at once', async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => ask()));
      expect(statusesOf(responses)).toEqual([...times(5, 201), ...times(5, 409)]);
      const [first, late] = responses
        .filter(({ status }) => status === 201)
        .map(({ body }) => reportPhotoGrantResponse.parse(body));
      await upload(first?.uploadURL ?? '', await photo());
      await done(first?.id ?? '');
      isRefused(await ask(), 409, /^A report can have at most 5 photos\.$/);
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
