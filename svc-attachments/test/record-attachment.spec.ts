import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { attachmentResponse, type UploadGrantResponse } from '../src/attachments/attachments.schemas.ts';
import { placeTurns } from '../src/pictures/turns.ts';
import { insertComment, insertTicket } from './core-rows.ts';
import {
  attach,
  CONTENT,
  grantUpload,
  picture,
  record as recordAs,
  storeUpload,
  upload,
} from './file-calls.ts';
import { faultyFields, until, useService, withoutRequestId } from './running-service.ts';

const service = useService();
const { sql } = service;
let managerA: TestUser;
beforeAll(() => void ({ managerA } = service));
// Every test starts without open uploads.
beforeEach(() => sql('UPDATE attachments.upload_grants SET recorded_at = now()'));

const record = (objectPath: string, ...more: [fields?: object, as?: Parameters<typeof recordAs>[3]]) =>
  recordAs(service, objectPath, ...more);
const stored = (content = CONTENT) => storeUpload(service, managerA, content);
const newTicket = () => insertTicket(service.backends, service.locationA);
const countRecords = async (objectPath: string) =>
  (await sql('SELECT FROM attachments.attachments WHERE object_path = $1', [objectPath])).rowCount;

const NAMES = ['x'.repeat(255), `${'😀'.repeat(127)}x`, '../a\r\nb "c" \u202egpj.exe'];

describe('POST /api/tickets/{id}/attachments', () => {
  it('returns the same 404 for an invisible ticket, an unknown one and a malformed id', async () => {
    const { objectPath } = await stored();
    const ask = async (ticketId: string) => withoutRequestId(await record(objectPath, {}, { ticketId }));
    const [foreign, ...others] = await Promise.all([service.ticketB, randomUUID(), 'not-an-id'].map(ask));
    expect(foreign).toMatchObject({ status: 404 });
    expect(others).toEqual([foreign, foreign]);
  });

  it.each<[what: string, fields: object, field: string]>([
    ['no file name', { fileName: undefined }, 'fileName'],
    ['an empty file name', { fileName: '' }, 'fileName'],
    ['an invisible file name', { fileName: ' \u200b\u3164' }, 'fileName'],
    ['a file name of 256 characters', { fileName: 'x'.repeat(256) }, 'fileName'],
    ['a file name of 255 emoji, which browsers count as 510', { fileName: '😀'.repeat(255) }, 'fileName'],
    ['a file name with NUL', { fileName: 'a\0b' }, 'fileName'],
    ['a file name with half of an emoji', { fileName: 'a\ud83d' }, 'fileName'],
    ['an array as file name', { fileName: ['a'] }, 'fileName'],
    ['a file type of 101 characters', { fileType: 'x'.repeat(101) }, 'fileType'],
    ['no size', { fileSize: undefined }, 'fileSize'],
    ['a size as text', { fileSize: '7' }, 'fileSize'],
    ['a fractional size', { fileSize: 7.5 }, 'fileSize'],
    ['a negative size', { fileSize: -1 }, 'fileSize'],
    ['no path', { objectPath: undefined }, 'objectPath'],
    ['a path of 4097 characters', { objectPath: 'x'.repeat(4097) }, 'objectPath'],
    ['an id', { id: randomUUID() }, 'id'],
    ['uploadedBy in the body', { uploadedBy: randomUUID() }, 'uploadedBy'],
    ['a moment', { createdAt: '2020-01-01T00:00:00Z' }, 'createdAt'],
    ['another ticket in the body', { ticketId: randomUUID() }, 'ticketId'],
    ['a comment that is no id', { commentId: 'first' }, 'commentId'],
  ])('rejects %s, naming the field', async (_what, fields, field) => {
    const response = await record('uploads/x', fields);
    expect([response.status, faultyFields(response)]).toEqual([400, [field]]);
  });

  it('returns 404 for an upload of another user, also to an administrator', async () => {
    const { objectPath, uploadURL } = await stored();
    for (const path of [objectPath, uploadURL]) {
      expect((await record(path, {}, { caller: service.admin })).status).toBe(404);
      const other = { caller: service.managerB, ticketId: service.ticketB };
      expect((await record(path, {}, other)).status).toBe(404);
    }
    expect((await record(objectPath)).status).toBe(201);
  });

  it('returns 404 for a path that was never granted', async () => {
    const { objectPath, uploadURL } = await stored();
    const recorded = await attach(service, managerA, service.ticketA);
    for (const path of [
      `uploads/${randomUUID()}`,
      `attachments/${recorded.id}`,
      `/${objectPath}`,
      `./${objectPath}`,
      `uploads/../${objectPath}`,
      `${objectPath}/object`,
      '../../../../etc/passwd',
      '/etc/passwd',
      'file:///etc/passwd',
      `https://evil.example/api/attachments/objects/${objectPath}`,
      uploadURL.replace('/api/attachments/objects/', '/api/attachments/objects/../'),
      '%',
      "' OR 1=1 --",
    ]) {
      expect([path, (await record(path)).status]).toEqual([path, 404]);
    }
  });

  it.each([
    ['a day after it was granted', "granted_at = now() - interval '25 hours'"],
    ['when its URL has expired', "granted_at = now() - interval '1 hour', expires_at = now()"],
  ])('returns 404 for a grant %s', async (_when, ended) => {
    const { objectPath } = await stored();
    await sql(`UPDATE attachments.upload_grants SET ${ended} WHERE object_path = $1`, [objectPath]);
    expect((await record(objectPath)).status).toBe(404);
  });

  it('returns 409 before the file is uploaded', async () => {
    const { objectPath, uploadURL } = await grantUpload(service, managerA);
    expect(await record(objectPath)).toMatchObject({
      status: 409,
      body: { detail: 'The file is not uploaded yet. Please upload it first.' },
    });
    await upload(uploadURL, CONTENT);
    expect((await record(objectPath)).status).toBe(201);
  });

  it('returns 409 when the file is already recorded, on any ticket', async () => {
    const { objectPath, uploadURL } = await stored();
    const { id } = attachmentResponse.parse((await record(objectPath)).body);
    await upload(uploadURL, CONTENT);
    for (const ticketId of [service.ticketA, await newTicket()]) {
      const again = await record(uploadURL, {}, { ticketId });
      expect([again.status, again.body]).toMatchObject([409, { code: 'already_recorded', existingId: id }]);
    }
  });

  it('returns 413 for a claim of more than 10485760 bytes', async () => {
    const { objectPath } = await grantUpload(service, managerA);
    expect((await record(objectPath, { fileSize: 10_485_761 })).status).toBe(413);
  });

  it('returns 422 for a false size and removes the file; uploaded again, it is recorded', async () => {
    const { objectPath, uploadURL } = await stored();
    for (const fileSize of [CONTENT.length - 1, CONTENT.length + 1, 0]) {
      await upload(uploadURL, CONTENT);
      const response = await record(objectPath, { fileSize });
      expect([response.status, faultyFields(response)]).toEqual([422, ['fileSize']]);
      expect(await service.storage.inspect(objectPath)).toBeUndefined();
    }
    expect((await record(objectPath)).status).toBe(409);
    await upload(uploadURL, CONTENT);
    expect((await record(objectPath)).status).toBe(201);
  });

  it.each([
    ['path', ({ objectPath }: UploadGrantResponse) => objectPath],
    ['URL', ({ uploadURL }: UploadGrantResponse) => uploadURL],
  ])('returns 201 with the attachment, by %s', async (_what, pathOf) => {
    const grant = await stored();
    const { status, body, headers } = await record(pathOf(grant));
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      ticketId: service.ticketA,
      fileName: 'oven.txt',
      fileType: 'text/plain',
      fileSize: CONTENT.length,
      objectPath: grant.objectPath,
      uploadedBy: managerA.userId,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      thumbnailURL: null,
      commentId: null,
      purpose: null,
    });
    const createdAt = Date.parse(attachmentResponse.parse(body).createdAt);
    expect(Math.abs(createdAt - Date.now())).toBeLessThan(60_000);
  });

  it('accepts names of up to 255 UTF-16 units in the composed form, an empty file and no type', async () => {
    for (const fileName of [...NAMES, 'Ku\u0308che.jpg', 'u\u0308'.repeat(255)]) {
      const { objectPath } = await stored('');
      const sent = { fileName: fileName.normalize('NFD'), fileType: '', fileSize: 0 };
      expect(await record(objectPath, sent)).toMatchObject({
        status: 201,
        body: { fileName: fileName.normalize(), fileType: null, fileSize: 0 },
      });
    }
  });

  it('records once for ten concurrent requests', async () => {
    const { objectPath } = await stored();
    const responses = await Promise.all(Array.from({ length: 10 }, () => record(objectPath)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await countRecords(objectPath)).toBe(1);
  });

  it('returns the first response to repeated requests, also concurrent ones', async () => {
    const { objectPath } = await stored();
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => record(objectPath, {}, { headers })),
    );
    responses.push(await record(objectPath, {}, { headers }));
    for (const { status, body } of responses) expect([status, body]).toEqual([201, responses[0]?.body]);
    expect(await countRecords(objectPath)).toBe(1);
    expect((await record(objectPath, { fileName: 'another.txt' }, { headers })).status).toBe(422);
  });

  it('returns 409 when other bytes arrive between measuring and copying', async () => {
    const { objectPath, uploadURL } = await stored();
    const copy = jest.spyOn(service.storage, 'copy').mockImplementationOnce(async (...copied) => {
      copy.mockRestore();
      await upload(uploadURL, 'slipped in');
      await service.storage.copy(...copied);
    });
    expect((await record(objectPath)).status).toBe(409);
    expect(await countRecords(objectPath)).toBe(0);
  });

  it('returns 422 for a picture whose parts overlap, and records nothing', async () => {
    const entry = Buffer.from('0140000100000064' + '00000032', 'hex');
    const start = Buffer.from('4d4d002a00000008' + '0003', 'hex');
    const tiff = Buffer.concat([start, entry, entry, entry, Buffer.alloc(104)]);
    const { objectPath } = await storeUpload(service, managerA, tiff);
    expect(await record(objectPath, { fileSize: tiff.length })).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^The place where this was taken cannot be removed/) },
    });
    expect(await countRecords(objectPath)).toBe(0);
  });

  it('returns 503 with Retry-After while too many pictures of a person wait', async () => {
    const bytes = await picture();
    const { objectPath } = await storeUpload(service, managerA, bytes);
    const { promise: others, resolve: end } = Promise.withResolvers<undefined>();
    const six = Array.from({ length: 6 }, () => placeTurns.take(managerA.userId, () => others));
    const refused = await record(objectPath, { fileSize: bytes.length });
    end(undefined);
    await Promise.all(six);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3']);
    expect((await record(objectPath, { fileSize: bytes.length })).status).toBe(201);
  });

  it('returns 404 when the ticket is deleted meanwhile, and the upload can be recorded elsewhere', async () => {
    const ticketId = await newTicket();
    const { objectPath } = await stored();
    const client = await service.backends.admin.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM core.tickets WHERE id = $1', [ticketId]);
    const pending = record(objectPath, {}, { ticketId });
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await sql(waiting)).rowCount === 1);
    await client.query('COMMIT');
    client.release();
    expect((await pending).status).toBe(404);
    expect((await record(objectPath)).status).toBe(201);
  });
});

describe('POST /api/tickets/{id}/attachments with a comment', () => {
  const comment = (author: string | null = managerA.userId, ticketId = service.ticketA) =>
    insertComment(service.backends, ticketId, author);
  const removeComment = async (id: string) => {
    await sql('UPDATE core.ticket_comments SET removed_at = now(), body = NULL WHERE id = $1', [id]);
    return id;
  };

  it.each(['managerA', 'admin'] as const)(
    'returns 201 for a comment of one’s own to %s, and names it in the response and in lists',
    async (who) => {
      const caller = service[who];
      const commentId = await comment(caller.userId);
      const { objectPath } = await storeUpload(service, caller);
      const { status, body } = await record(objectPath, { commentId: commentId.toUpperCase() }, { caller });
      expect([status, body]).toEqual([201, expect.objectContaining({ commentId })]);
      const list = await service.call(caller, 'GET', `/api/tickets/${service.ticketA}/attachments`);
      expect(attachmentResponse.array().parse(list.body)[0]).toMatchObject({ commentId });
    },
  );

  it.each<[string, () => Promise<string>, ('admin' | 'managerA')?]>([
    ['is unknown', () => Promise.resolve(randomUUID())],
    ['belongs to another ticket, also of the same store', async () => comment(undefined, await newTicket())],
    ['belongs to a ticket that is not visible', () => comment(undefined, service.ticketB)],
    ['somebody else has written', () => comment(service.admin.userId)],
    ['nobody has written who has an account', () => comment(null)],
    ['was removed', async () => removeComment(await comment())],
    // Also to an administrator.
    ['a manager has written', () => comment(), 'admin'],
  ])(
    'returns the same 400 on the field for one that %s, and the upload can still be recorded',
    async (_what, insert, who = 'managerA') => {
      const caller = service[who];
      const { objectPath } = await storeUpload(service, caller);
      expect(await record(objectPath, { commentId: await insert() }, { caller })).toMatchObject({
        status: 400,
        body: { errors: { commentId: ['Must be a comment of your own on this ticket.'] } },
      });
      const response = await record(objectPath, { commentId: null }, { caller });
      expect(response).toMatchObject({ status: 201, body: { commentId: null } });
    },
  );

  it('returns the first response to a repeated request, also when the comment was removed since', async () => {
    const commentId = await comment();
    const { objectPath } = await stored();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await record(objectPath, { commentId }, { headers });
    expect(first).toMatchObject({ status: 201, body: { commentId } });
    await removeComment(commentId);
    const again = await record(objectPath, { commentId }, { headers });
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it('is rejected when the comment is removed while the file is copied', async () => {
    const commentId = await comment();
    const { objectPath } = await stored();
    const copy = jest.spyOn(service.storage, 'copy').mockImplementationOnce(async (...copied) => {
      copy.mockRestore();
      await service.storage.copy(...copied);
      await removeComment(commentId);
    });
    const refused = await record(objectPath, { commentId });
    expect([refused.status, faultyFields(refused)]).toEqual([400, ['commentId']]);
  });
});
