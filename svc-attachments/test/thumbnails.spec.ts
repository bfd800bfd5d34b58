import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { requestContext, Transactions } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { z } from 'zod';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { photoTurns } from '../src/pictures/turns.ts';
import { type Storage, storageUnavailable } from '../src/storage/storage.ts';
import { ObjectRemovals } from '../src/sweeper/object-removals.ts';
import { MAX_PICTURE_BYTES } from '../src/thumbnails/thumbnail-image.ts';
import { ThumbnailMaker } from '../src/thumbnails/thumbnail-maker.ts';
import { ThumbnailQueue } from '../src/thumbnails/thumbnail-queue.ts';
import { insertTicket } from './core-rows.ts';
import { attach, download, downloadUrlOf, listOf, picture } from './file-calls.ts';
import { backgroundWork, until, useService } from './running-service.ts';

/** A JPEG that is larger than those with thumbnails. */
const beyond = Buffer.concat([
  Buffer.from('ffd8ffe1000a', 'hex'),
  Buffer.from('51.5N 0.'),
  Buffer.alloc(MAX_PICTURE_BYTES),
]);

const settledRow = z.object({ object_key: z.string().nullable(), attempts: z.number() });

describe('thumbnails', () => {
  const service = useService({ MAX_ATTACHMENT_BYTES: String(2 * beyond.length) });
  const { sql, sweep } = service;
  // What a request has begun must not work on the rows of the next test, and a maker must not begin with what one has
  // left.
  beforeEach(async () => {
    await backgroundWork(service.app);
    await sql('UPDATE attachments.thumbnails SET due_at = NULL');
  });

  const now = async () =>
    z.tuple([z.object({ now: z.string() })]).parse((await sql('SELECT now()::text AS now')).rows)[0].now;
  const newTicket = () => insertTicket(service.backends, service.locationA);
  const makeDue = (id: string) =>
    sql("UPDATE attachments.thumbnails SET due_at = now() - interval '1 s' WHERE attachment_id = $1", [id]);
  const sweepAll = async () => {
    await sql("UPDATE attachments.object_removals SET due_at = now() - interval '1 s'");
    await sweep();
  };
  /** A second maker on the same queue, like another replica, with another storage. */
  const anotherMaker = (other: Pick<Storage, 'readBytes' | 'store'>) =>
    new ThumbnailMaker(
      service.app.get(ThumbnailQueue),
      service.app.get(ObjectRemovals),
      service.app.get(Transactions),
      other,
    );
  const methods = (): Pick<Storage, 'readBytes' | 'store'> => ({
    readBytes: (key, limit) => service.storage.readBytes(key, limit),
    store: (key, bytes) => service.storage.store(key, bytes),
  });

  async function attachPicture(ticketId: string, bytes?: Buffer<ArrayBuffer>, type = 'image/jpeg') {
    const content = bytes ?? (await picture());
    return attach(service, service.managerA, ticketId, content, 'oven.jpg', type);
  }
  /** The row of a picture once no job is left for it. A job that failed on a busy machine is tried again. */
  async function settled(attachmentId: string): Promise<z.infer<typeof settledRow>> {
    return until(async () => {
      await service.app.get(ThumbnailMaker).makeAll();
      const { rows } = await sql(
        'SELECT object_key, attempts FROM attachments.thumbnails WHERE attachment_id = $1 AND due_at IS NULL',
        [attachmentId],
      );
      return z.tuple([settledRow]).safeParse(rows).data?.[0];
    });
  }
  async function listed(ticketId: string) {
    const { body } = await service.call(service.managerA, 'GET', listOf(ticketId));
    return z.array(attachmentResponse).parse(body);
  }
  const thumbnailObjects = async () => {
    const keys: string[] = [];
    for await (const page of service.storage.list()) keys.push(...page.map(({ key }) => key));
    return keys.filter((key) => key.startsWith('thumbnails/')).length;
  };

  it('are created outside the request that recorded a picture, and listed for display in a page', async () => {
    const contexts: unknown[] = [];
    const store = service.storage.store.bind(service.storage);
    const stored = jest.spyOn(service.storage, 'store').mockImplementation((key, bytes) => {
      contexts.push(requestContext());
      return store(key, bytes);
    });
    const ticketId = await newTicket();
    const recorded = await attachPicture(ticketId);
    expect(recorded).toMatchObject({ fileType: 'image/jpeg', thumbnailURL: null });
    const { object_key: key } = await settled(recorded.id);
    stored.mockRestore();
    // The first stored the picture itself.
    expect(contexts.slice(1)).toMatchObject([{ requestId: null, userId: null, handler: null }]);
    const [attachment] = await listed(ticketId);
    expect(attachment).toEqual({ ...recorded, thumbnailURL: expect.stringMatching(/^http/) });

    const { status, headers, bytes } = await download(attachment?.thumbnailURL ?? '');
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 200, height: 150 });

    await sql('DELETE FROM core.tickets WHERE id = $1', [ticketId]);
    await sweep();
    expect(await service.storage.inspect(key ?? '')).toBeUndefined();
  });

  it('are created of pictures that are stored without the place where they were taken', async () => {
    const original = await sharp(await picture())
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
      .jpeg()
      .toBuffer();
    const isInExif = async (file: Buffer) =>
      // Before it: the orientation.
      (await sharp(file).metadata()).exif?.subarray(32).some((byte) => byte !== 0);
    expect(await isInExif(original)).toBe(true);
    const { id, fileSize } = await attachPicture(await newTicket(), Buffer.from(original));
    const { bytes } = await download(await downloadUrlOf(service, service.managerA, id));
    expect([fileSize, bytes.length]).toEqual([original.length, original.length]);
    expect(await isInExif(bytes)).toBe(false);
    // Not toEqual, which blocks this process, and so the service, for seconds.
    expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(original).raw().toBuffer())).toBe(true);
    expect((await settled(id)).object_key).toMatch(/^thumbnails\//);

    const large = await attachPicture(await newTicket(), beyond);
    const cleaned = await download(await downloadUrlOf(service, service.managerA, large.id));
    expect([cleaned.bytes.length, cleaned.bytes.includes('51.5N')]).toEqual([beyond.length, false]);
  });

  it('are created while photos of people without an account take all turns', async () => {
    const { promise: isFree, resolve: free } = Promise.withResolvers<undefined>();
    const all = ['198.51.100.1', '198.51.100.2'].map((address) => photoTurns.take(address, () => isFree));
    const { id } = await attachPicture(await newTicket());
    expect((await settled(id)).object_key).toMatch(/^thumbnails\//);
    free(undefined);
    await Promise.all(all);
  });

  it('are created for pictures with another name or type, or damaged, and not for what is no picture', async () => {
    const ticketId = await newTicket();
    const whole = await picture();
    for (const bytes of [whole, whole.subarray(0, whole.length / 2)]) {
      const claimed = await attachPicture(ticketId, bytes, 'text/html');
      expect(claimed.fileType).toBe('image/jpeg');
      expect((await settled(claimed.id)).object_key).toMatch(/^thumbnails\//);
    }
    const lost = await attachPicture(ticketId, whole.subarray(0, 20));
    expect(await settled(lost.id)).toEqual({ object_key: null, attempts: 1 });
    const { id, fileType } = await attachPicture(
      ticketId,
      Buffer.from('<script>alert(1)</script>'),
      'image/png',
    );
    expect(fileType).toBe('application/octet-stream');
    const { rowCount } = await sql('SELECT FROM attachments.thumbnails WHERE attachment_id = $1', [id]);
    expect(rowCount).toBe(0);
    const without = (await listed(ticketId)).filter(({ thumbnailURL }) => thumbnailURL === null);
    expect(without.map((attachment) => attachment.id)).toEqual([id, lost.id]);
  });

  it('are created once, however many replicas there are', async () => {
    const ticketId = await newTicket();
    const stored: string[] = [];
    const counting = {
      ...methods(),
      store: (key: string, bytes: Buffer) => {
        stored.push(key);
        return service.storage.store(key, bytes);
      },
    };
    const before = await thumbnailObjects();
    await queuePictures(ticketId, 8);
    await Promise.all([1, 2, 3, 4].map(() => anotherMaker(counting).makeAll()));
    expect(stored).toHaveLength(8);
    expect(await thumbnailObjects()).toBe(before + 8);
    expect((await listed(ticketId)).filter(({ thumbnailURL }) => thumbnailURL === null)).toEqual([]);
  });

  it('wait while the storage is unavailable, however long, and are created afterwards', async () => {
    const [id = ''] = await queuePictures(await newTicket(), 1);
    const failing = { ...methods(), store: () => Promise.reject(storageUnavailable(new Error('refused'))) };
    for (let tries = 0; tries < 5; tries += 1) {
      const begun = await now();
      await anotherMaker(failing).makeAll();
      // Rounded as the column is: a time in it may be half a millisecond ahead.
      const { rows } = await sql(
        `SELECT attempts, due_at BETWEEN ($2::timestamptz + interval '10 s')::timestamptz(3)
           AND (now() + interval '10 s')::timestamptz(3) AS is_soon
         FROM attachments.thumbnails WHERE attachment_id = $1`,
        [id, begun],
      );
      expect(rows).toEqual([{ attempts: 0, is_soon: true }]);
      await makeDue(id);
    }
    await anotherMaker(methods()).makeAll();
    expect((await settled(id)).object_key).toMatch(/^thumbnails\//);
  });

  it('are abandoned after three interrupted attempts', async () => {
    const [id = ''] = await queuePictures(await newTicket(), 1);
    const queue = service.app.get(ThumbnailQueue);
    for (let tries = 0; tries < 3; tries += 1) {
      // Claimed, and then the process ended.
      expect((await queue.take())?.attachmentId).toBe(id);
      expect(await queue.take()).toBeUndefined();
      await makeDue(id);
    }
    expect(await queue.take()).toBeUndefined();
  });

  it('leave nothing behind when their attachment is removed while they are created', async () => {
    // Nothing of earlier tests is left to remove.
    await sweepAll();
    const [id = ''] = await queuePictures(await newTicket(), 1);
    const before = await thumbnailObjects();
    const late = {
      ...methods(),
      store: async (key: string, bytes: Buffer) => {
        await service.call(service.managerA, 'DELETE', `/api/attachments/${id}`);
        await sweep();
        await service.storage.store(key, bytes);
      },
    };
    await anotherMaker(late).makeAll();
    expect(await thumbnailObjects()).toBe(before + 1);
    await sweep();
    expect(await thumbnailObjects()).toBe(before);
  });

  it('leave nothing behind when the process ends between object and row, and are created again', async () => {
    await sweepAll();
    const [id = ''] = await queuePictures(await newTicket(), 1);
    const before = await thumbnailObjects();
    const dying = {
      ...methods(),
      store: async (key: string, bytes: Buffer) => {
        await service.storage.store(key, bytes);
        throw new Error('nothing after this');
      },
    };
    await anotherMaker(dying).makeAll();
    await makeDue(id);
    await anotherMaker(methods()).makeAll();
    expect(await thumbnailObjects()).toBe(before + 2);
    await sweepAll();
    expect(await thumbnailObjects()).toBe(before + 1);
    expect(await service.storage.inspect((await settled(id)).object_key ?? '')).toBeDefined();
  });

  /** Recorded pictures without thumbnails, as after a restart. */
  async function queuePictures(ticketId: string, count: number): Promise<string[]> {
    const bytes = await picture();
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) {
      const id = randomUUID();
      await service.storage.store(`attachments/${id}`, bytes);
      await sql(
        `INSERT INTO attachments.attachments (id, ticket_id, file_name, file_type, file_size, object_path)
         VALUES ($1::uuid, $2, 'oven.jpg', 'image/jpeg', $3, 'uploads/' || $1::text)`,
        [id, ticketId, bytes.length],
      );
      ids.push(id);
    }
    // Slightly late, because the clocks may differ.
    await sql(
      "INSERT INTO attachments.thumbnails (attachment_id, due_at) SELECT unnest($1::uuid[]), now() - interval '1 s'",
      [ids],
    );
    return ids;
  }
});
