import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { signedPartResponse, uploadParamsResponse } from '../src/companion/companion.schemas.ts';
import { photoGrantResponse } from '../src/public-photos/public-photos.schemas.ts';
import { addressOf, CompanionCalls, PARAMS } from './companion-calls.ts';
import { insertComment, insertManager, insertReport } from './core-rows.ts';
import {
  attach,
  CONTENT,
  download,
  downloadUrlOf,
  grantUpload,
  listOf,
  record,
  storeUpload,
  upload,
} from './file-calls.ts';
import { until, useService } from './running-service.ts';

const service = useService();
const { sql, sweep } = service;
const calls = new CompanionCalls(service);

let manager: TestUser;
beforeEach(async () => void (manager = await insertManager(service)));

const isStored = async (key: string) => (await service.storage.inspect(key)) !== undefined;
const setActive = (active: boolean) =>
  sql('UPDATE auth.users SET active = $2 WHERE id = $1', [manager.userId, active]);
const removeComment = (id: string) =>
  sql('UPDATE core.ticket_comments SET removed_at = now(), body = NULL WHERE id = $1', [id]);

describe('the address of an upload', () => {
  /** A grant of each kind: its key, and how its address is used. The last step makes the parts a file. */
  const kinds = {
    'a file': async () => {
      const { objectPath, uploadURL } = await grantUpload(service, manager);
      return { key: objectPath, send: () => upload(uploadURL, CONTENT), complete: () => undefined };
    },
    'a form': async () => {
      const { url, fields } = uploadParamsResponse.parse((await service.call(manager, 'GET', PARAMS)).body);
      const send = async () => {
        const body = new FormData();
        for (const [name, value] of Object.entries(fields)) body.set(name, value);
        body.set('file', new Blob([CONTENT]));
        return (await fetch(url, { method: 'POST', body })).status;
      };
      return { key: fields['key'] ?? '', send, complete: () => undefined };
    },
    'a part': async () => {
      const begun = await calls.begin(manager);
      const { body } = await service.call(manager, 'GET', addressOf(begun, '/1'));
      const complete = async () => {
        const parts = (await service.storage.multipart.parts(begun.key, begun.uploadId)) ?? [];
        await service.storage.multipart.complete(begun.key, begun.uploadId, parts);
      };
      return { key: begun.key, send: () => upload(signedPartResponse.parse(body).url, CONTENT), complete };
    },
  };
  const causes: Record<string, (key: string) => Promise<unknown>> = {
    'its file is recorded': (key) => record(service, key, {}, { caller: manager }),
    'it is withdrawn': (key) =>
      service.call(manager, 'DELETE', `/api/attachments/upload?objectPath=${encodeURIComponent(key)}`),
    'its user is deactivated': () => setActive(false),
    'its grant ends': (key) =>
      sql(
        "UPDATE attachments.upload_grants SET granted_at = now() - interval '1 day' WHERE object_path = $1",
        [key],
      ),
  };

  describe.each(Object.entries(kinds))('of %s', (_kind, grant) => {
    it.each(Object.entries(causes))('takes nothing more when %s', async (_cause, end) => {
      const { key, send, complete } = await grant();
      expect([200, 201]).toContain(await send());
      await complete();
      await end(key);
      expect(await send()).toBe(404);
      await sweep();
      expect([await isStored(key), await service.storage.multipart.find(key)]).toEqual([false, undefined]);
    });
  });

  it('stays ended when its user is activated again', async () => {
    const { uploadURL } = await storeUpload(service, manager);
    await setActive(false);
    await sweep();
    await setActive(true);
    expect(await upload(uploadURL, CONTENT)).toBe(404);
  });

  it('leaves nothing of a file that was on its way when the upload was withdrawn', async () => {
    const { objectPath, uploadURL } = await grantUpload(service, manager);
    const sending = request(uploadURL, { method: 'PUT', headers: { 'content-length': 2 } });
    sending.write('a');
    const parts = () => readdir(join(service.directory, objectPath)).catch(() => []);
    await until(async () => (await parts()).length === 1);
    await causes['it is withdrawn']?.(objectPath);
    await sweep();
    sending.end('b');
    const [{ statusCode }] = (await once(sending, 'response')) as [{ statusCode: number }];
    expect([statusCode, await isStored(objectPath)]).toEqual([404, false]);
  });

  it('takes no more bytes than were asked for', async () => {
    const { uploadURL, objectPath } = await grantUpload(service, manager, '?fileSize=7');
    expect(await upload(uploadURL, '12345678')).toBe(413);
    expect(await isStored(objectPath)).toBe(false);
    expect(await upload(uploadURL, '1234567')).toBe(200);
  });

  it.each<[string, (report: { id: string; commentId: string }) => Promise<unknown>]>([
    [
      'was refused',
      ({ id }) => sql('UPDATE attachments.report_photos SET closed_at = now() WHERE report_id = $1', [id]),
    ],
    [
      'is of a report whose tracking has ended',
      ({ id }) => sql('UPDATE core.intake_reports SET tracking_until = now() WHERE id = $1', [id]),
    ],
    ['is of a report whose text was removed', ({ commentId }) => removeComment(commentId)],
  ])('takes no photo that %s', async (_what, end) => {
    const commentId = await insertComment(service.backends, service.ticketA, null);
    const report = await insertReport(service.backends, service.ticketA, commentId);
    const { body } = await service.call(undefined, 'POST', `/api/intake/track/${report.token}/photos`);
    const { uploadURL } = photoGrantResponse.parse(body);
    expect(await upload(uploadURL, CONTENT)).toBe(200);
    await end({ ...report, commentId });
    expect(await upload(uploadURL, CONTENT)).toBe(404);
  });
});

describe('with a picture of a comment', () => {
  let commentId: string;
  let id: string;
  /** Of the file and of the thumbnail. */
  let addresses: string[];
  const statuses = () => Promise.all(addresses.map(async (url) => (await download(url)).status));
  const listed = async () => {
    const { body, headers } = await service.call(service.admin, 'GET', listOf(service.ticketA));
    return { items: attachmentResponse.array().parse(body), total: Number(headers.get('x-total-count')) };
  };

  beforeEach(async () => {
    commentId = await insertComment(service.backends, service.ticketA, manager.userId);
    ({ id } = await attach(service, manager, service.ticketA));
    const thumbnail = `thumbnails/${randomUUID()}`;
    await service.storage.store(thumbnail, Buffer.from('picture'));
    await sql('UPDATE attachments.attachments SET comment_id = $2 WHERE id = $1', [id, commentId]);
    await sql(
      'INSERT INTO attachments.thumbnails (attachment_id, object_key, due_at) VALUES ($1, $2, NULL)',
      [id, thumbnail],
    );
    const { body } = await service.call(manager, 'GET', listOf(service.ticketA));
    const thumbnailURL = attachmentResponse.array().parse(body)[0]?.thumbnailURL ?? '';
    addresses = [await downloadUrlOf(service, manager, id), thumbnailURL];
    expect(await statuses()).toEqual([200, 200]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is deactivated', () => setActive(false)],
    [
      'is reset',
      () => sql('UPDATE auth.users SET session_epoch = session_epoch + 1 WHERE id = $1', [manager.userId]),
    ],
    [
      'no longer has the store',
      () => sql('DELETE FROM core.manager_assignments WHERE manager_id = $1', [manager.userId]),
    ],
  ])('its addresses end for somebody who %s, and for nobody else', async (_what, end) => {
    const other = await downloadUrlOf(service, service.admin, id);
    await end();
    expect(await statuses()).toEqual([404, 404]);
    expect((await download(other)).status).toBe(200);
  });

  it('its addresses end at once when it is deleted', async () => {
    await sql('DELETE FROM attachments.attachments WHERE id = $1', [id]);
    expect(await statuses()).toEqual([404, 404]);
  });

  it('deleting it removes its file before the next sweep', async () => {
    await service.call(manager, 'DELETE', `/api/attachments/${id}`);
    await until(async () => !(await isStored(`attachments/${id}`)));
  });

  it('it goes with the comment, and what belongs to the ticket stays', async () => {
    const { id: ofTicket } = await attach(service, manager, service.ticketA);
    const before = await listed();
    expect(before.items.map((item) => item.id)).toContain(id);
    await removeComment(commentId);

    const { items, total } = await listed();
    expect(items).toEqual(
      before.items.filter((item) => item.id !== id).map((item) => expect.objectContaining({ id: item.id })),
    );
    expect([items.map((item) => item.id).includes(ofTicket), total]).toEqual([true, before.total - 1]);
    expect(await statuses()).toEqual([404, 404]);
    for (const [method, path] of [
      ['GET', `/api/attachments/${id}/download`],
      ['DELETE', `/api/attachments/${id}`],
    ] as const) {
      expect((await service.call(service.admin, method, path)).status).toBe(404);
    }

    const keys = addresses.map((url) => new URL(url).pathname.replace('/api/attachments/objects/', ''));
    expect(await Promise.all(keys.map(isStored))).toEqual([true, true]);
    await sweep();
    expect(await Promise.all(keys.map(isStored))).toEqual([false, false]);
    expect((await sql('SELECT FROM attachments.attachments WHERE id = $1', [id])).rowCount).toBe(0);
    expect(await isStored(`attachments/${ofTicket}`)).toBe(true);
  });
});
