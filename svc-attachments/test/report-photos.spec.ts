import { expect, it, jest, describe } from '@jest/globals';
import { publicNotFound } from '@mainstay/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { inTurn } from '../src/pictures/decoders.ts';
import { reportPhotoGrantResponse } from '../src/report-photos/report-photos.schemas.ts';
import { isRefused, MB, photo, reportPhotoScene, times } from './report-photo-scene.ts';
import {
  type ApiResponse,
  download,
  downloadUrlOf,
  insertComment,
  insertReport,
  upload,
} from './running-service.ts';
import { runServiceOn } from './s3-server.ts';

/** A JPEG of exactly so many bytes: whatever follows its end is no part of the picture. */
const photoOf = async (size: number): Promise<Buffer<ArrayBuffer>> => {
  const start = await photo();
  return Buffer.concat([start, Buffer.alloc(size - start.length)]);
};

describe.each(['disk', 'S3'] as const)('photos of a report on %s', (driver) => {
  // Larger than a photo may be.
  const scene = reportPhotoScene(() => runServiceOn(driver, { MAX_ATTACHMENT_BYTES: String(20 * MB) }));
  const { pathOf, ask, done, grant, send, listed, listedWithThumbnails, age, sql, sweep, isStored } = scene;

  it('are recorded without a session, upright, without metadata, and shown to those who see the ticket', async () => {
    const { id, uploadURL, expiresAt } = await send();
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(await done(id)).toMatchObject({ status: 200, body: { id } });

    const [attachment, ...others] = await listedWithThumbnails();
    expect(others).toEqual([]);
    expect(attachment).toMatchObject({
      ticketId: scene.ticketId,
      commentId: null,
      fileName: 'photo-1.jpg',
      fileType: 'image/jpeg',
      uploadedBy: null,
      thumbnailURL: expect.stringContaining('/thumbnails/'),
    });
    const { bytes } = await download(
      await downloadUrlOf(scene.service, scene.service.managerA, attachment?.id ?? ''),
    );
    expect(bytes).toHaveLength(attachment?.fileSize ?? 0);
    const { width, height, format, exif, orientation } = await sharp(bytes).metadata();
    expect([width, height, format, exif, orientation]).toEqual([480, 640, 'jpeg', undefined, undefined]);

    // The original is removed, and so is what comes through its URL afterwards.
    await sweep();
    expect(await isStored(`uploads/${id}`)).toBe(false);
    expect(await upload(uploadURL, Buffer.from('another'))).toBe(200);
    await age('74 minutes');
    await sweep();
    expect(await isStored(`uploads/${id}`)).toBe(true);
    await age('2 minutes');
    await sweep();
    expect(await isStored(`uploads/${id}`)).toBe(false);
    expect(await done(id)).toMatchObject({ status: 200, body: { id } });
    expect(
      (await download(await downloadUrlOf(scene.service, scene.service.managerA, attachment?.id ?? '')))
        .bytes,
    ).toEqual(bytes);
  });

  it('belong to the comment with which the report joined a ticket', async () => {
    const commentId = await insertComment(scene.service.backends, scene.ticketId, null);
    const joined = await insertReport(scene.service.backends, scene.ticketId, commentId);
    const { id } = await send(undefined, joined.token);
    expect(await done(id, joined.token)).toMatchObject({ status: 200 });
    expect(await listed()).toMatchObject([{ commentId, fileName: 'photo-1.jpg' }]);
  });

  it('ignore a session that comes along', async () => {
    const { status, body } = await scene.service.call(scene.service.managerB, 'POST', pathOf());
    expect(status).toBe(201);
    const { id, uploadURL } = reportPhotoGrantResponse.parse(body);
    await upload(uploadURL, await photo());
    expect(await scene.service.call(scene.service.managerB, 'POST', `${pathOf()}/${id}/done`)).toMatchObject({
      status: 200,
    });
    expect(await listed()).toMatchObject([{ uploadedBy: null }]);
    const { rows } = await sql(
      "SELECT actor_id, action FROM auth.audit_entries WHERE entity = 'attachment' AND after ->> 'ticket_id' = $1",
      [scene.ticketId],
    );
    expect(rows).toEqual([{ actor_id: null, action: 'create' }]);
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
    for await (const page of scene.storage.list()) keys.push(...page.map(({ key }) => key));
    expect(keys.filter((key) => key.includes(id))).toEqual([]);
    const { rows } = await sql('SELECT id FROM attachments.attachments');
    expect(keys.filter((key) => key.startsWith('attachments/'))).toHaveLength(rows.length);
  });

  it('that are not photos are refused in words, removed, and no longer count', async () => {
    const bytes = await photo();
    for (const [content, words] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^This file cannot be read as a photo\./],
      [bytes.subarray(0, bytes.length / 2), /^This file cannot be read as a photo\./],
      [Buffer.alloc(0), /^This file cannot be read as a photo\./],
      [await photo(8000, 6251), /^This photo has too many pixels\./],
    ] as const) {
      const { id, uploadURL } = await send(Buffer.from(content));
      const refused = await done(id);
      expect(refused.status).toBe(422);
      isRefused(refused, words);
      await sweep();
      expect(await isStored(`uploads/${id}`)).toBe(false);
      // Also when a photo follows: it needs a grant of its own.
      await upload(uploadURL, bytes);
      expect((await done(id)).status).toBe(404);
    }
    expect(await listed()).toEqual([]);
    const granted = await Promise.all(Array.from({ length: 6 }, () => ask()));
    expect(granted.filter(({ status }) => status === 201)).toHaveLength(5);
  }, 30_000);

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
      await scene.storage.store(`uploads/${other}`, tooLarge);
      isRefused(await done(other), /^A photo may have at most 10 MB\./);
      expect((await done(other)).status).toBe(404);
    }
    expect(await listed()).toHaveLength(1);
  }, 30_000);

  it('return 409 before they are uploaded', async () => {
    const { id } = await grant();
    expect((await done(id)).status).toBe(409);
  });

  it('count in the quota of the location, of which the reporter is told nothing', async () => {
    await sql(
      `INSERT INTO attachments.attachments (ticket_id, file_name, file_size, object_path)
       SELECT $1, 'large', 2147483647, 'uploads/' || n FROM generate_series(1, 5) AS n`,
      [scene.ticketId],
    );
    const { id } = await send();
    const refused = await done(id);
    await sql('DELETE FROM attachments.attachments WHERE ticket_id = $1', [scene.ticketId]);
    expect(refused.status).toBe(413);
    isRefused(refused, /^There is no space left for photos of this store\./);
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
    for (const key of [
      `uploads/${recorded.id}`,
      `uploads/${open.id}`,
      `attachments/${attachment?.id ?? ''}`,
    ]) {
      expect([key, await isStored(key)]).toEqual([key, false]);
    }
  });

  it('return 404 when the ticket is deleted while a photo is being encoded', async () => {
    const { id } = await send();
    const store = jest.spyOn(scene.storage, 'store').mockImplementationOnce(async () => {
      await sql('DELETE FROM core.tickets WHERE id = $1', [scene.ticketId]);
    });
    const response = await done(id);
    store.mockRestore();
    expect([response.status, response.body]).toEqual([404, publicNotFound().toBody()]);
    const { rows } = await sql('SELECT FROM attachments.attachments WHERE ticket_id = $1', [scene.ticketId]);
    expect(rows).toEqual([]);
  });

  it('wait for their turn, at most five, and block no other request', async () => {
    const sent = [];
    for (let count = 0; count < 3; count += 1) {
      const other = await insertReport(scene.service.backends, scene.ticketId);
      for (let each = 0; each < 3; each += 1)
        sent.push({ of: other.token, ...(await send(undefined, other.token)) });
    }
    const { promise: isFree, resolve: free } = Promise.withResolvers<undefined>();
    const blocking = inTurn(() => isFree);
    const refused: ApiResponse[] = [];
    const waiting = sent.map(async ({ id, of }) => {
      const response = await done(id, of);
      if (response.status === 503) refused.push(response);
      return response;
    });
    // All but those that wait.
    while (refused.length < 4) await sleep(20);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(Array(4).fill('3'));
    expect((await listed()).length).toBe(0);
    free(undefined);
    await blocking;
    const statuses = (await Promise.all(waiting)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...times(5, 200), ...times(4, 503)]);
    for (const { id, of } of sent) expect((await done(id, of)).status).toBe(200);
    expect(await listed()).toHaveLength(9);
  }, 30_000);
});
