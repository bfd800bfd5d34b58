import { describe, expect, it, jest } from '@jest/globals';
import { publicNotFound } from '@mainstay/service-kit';
import sharp from 'sharp';
import { photoTurns } from '../src/pictures/turns.ts';
import { photoGrantResponse } from '../src/public-photos/public-photos.schemas.ts';
import { expectRefusal, photo, statusesOf, useReportPhotos } from './report-photo-scene.ts';
import { insertComment } from './core-rows.ts';
import { download, downloadUrlOf, upload } from './file-calls.ts';
import { until } from './running-service.ts';
import { useServiceOn } from './s3-server.ts';

const MB = 1024 * 1024;

/** A JPEG of exactly so many bytes: whatever follows its end is no part of the picture. */
const photoOf = async (size: number): Promise<Buffer<ArrayBuffer>> => {
  const start = await photo();
  return Buffer.concat([start, Buffer.alloc(size - start.length)]);
};

describe.each(['disk', 'S3'] as const)('photos of a report on %s', (driver) => {
  // Larger than a photo may be.
  const service = useServiceOn(driver, { MAX_ATTACHMENT_BYTES: String(20 * MB) });
  const { sql, sweep } = service;
  const scene = useReportPhotos(service);
  const { newReport, ask, grant, send, done, listed, age } = scene;
  const isStored = async (key: string) => (await service.storage.inspect(key)) !== undefined;

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
      ticketId: scene.ticketId,
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
      expectRefusal(await done(other), 413, /^A photo may have at most 10 MB\./);
      expect((await done(other)).status).toBe(404);
    }
    expect(await listed()).toHaveLength(1);
  }, 30_000);

  // What follows concerns no storage.
  if (driver === 'S3') return;

  it('belong to the comment with which the report joined a ticket', async () => {
    const commentId = await insertComment(service.backends, scene.ticketId, null);
    const joined = await newReport(commentId);
    const { id } = await send(undefined, joined.token);
    expect(await done(id, joined.token)).toMatchObject({ status: 200 });
    expect(await listed()).toMatchObject([{ commentId, fileName: 'photo-1.jpg' }]);
  });

  it('ignore a session that comes along', async () => {
    const { body } = await ask(scene.token, {}, service.managerB);
    const { id, uploadURL } = photoGrantResponse.parse(body);
    await upload(uploadURL, await photo());
    expect((await done(id, scene.token, service.managerB)).status).toBe(200);
    expect(await listed()).toMatchObject([{ uploadedBy: null }]);
    const { rows } = await sql(
      "SELECT actor_id, via, action FROM auth.audit_entries WHERE entity = 'attachment' AND after ->> 'ticket_id' = $1",
      [scene.ticketId],
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
      expectRefusal(await done(id), 422, words);
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
      [scene.ticketId],
    );
    const { id, uploadURL } = await grant();
    expect((await done(id)).status).toBe(409);
    await upload(uploadURL, await photo());
    const refused = await done(id);
    await sql('DELETE FROM attachments.attachments WHERE ticket_id = $1', [scene.ticketId]);
    expectRefusal(refused, 413, /^There is no space left for photos of this store\./);
    // Once there is room again, the same upload can be recorded.
    expect((await done(id)).status).toBe(200);
  });

  it('are removed with the ticket, those that were not recorded too', async () => {
    const recorded = await send();
    await done(recorded.id);
    const open = await send();
    const [attachment] = await listed();
    await sql('DELETE FROM core.tickets WHERE id = $1', [scene.ticketId]);
    await sweep();
    const keys = [`uploads/${recorded.id}`, `uploads/${open.id}`, `attachments/${attachment?.id ?? ''}`];
    expect(await Promise.all(keys.map(isStored))).toEqual([false, false, false]);
  });

  it('return 404 when the ticket is deleted while a photo is being encoded', async () => {
    const { id } = await send();
    const store = jest.spyOn(service.storage, 'store').mockImplementationOnce(async () => {
      await sql('DELETE FROM core.tickets WHERE id = $1', [scene.ticketId]);
    });
    const response = await done(id);
    store.mockRestore();
    expect([response.status, response.body]).toEqual([404, publicNotFound().toBody()]);
    const { rows } = await sql('SELECT FROM attachments.attachments WHERE ticket_id = $1', [scene.ticketId]);
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
});
