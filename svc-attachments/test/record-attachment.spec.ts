import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { attachmentResponse, type UploadGrantResponse } from '../src/attachments/attachments.schemas.ts';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import {
  attach,
  type Caller,
  download,
  downloadUrlOf,
  faultyFields,
  grantUpload,
  insertComment,
  insertTicket,
  type RunningService,
  runService,
  storeUpload,
  upload,
  withoutRequestId,
} from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());
// Every test starts without open uploads.
beforeEach(() => service.backends.admin.query('UPDATE attachments.upload_grants SET recorded_at = now()'));

const CONTENT = 'content';
const request = (objectPath: string, fields: object = {}) => ({
  fileName: 'oven.txt',
  fileType: 'text/plain',
  fileSize: CONTENT.length,
  objectPath,
  ...fields,
});
const record = (caller: Caller, ticketId: string, body: unknown) =>
  service.call(caller, 'POST', `/api/tickets/${ticketId}/attachments`, body);
const stored = (content = CONTENT) => storeUpload(service, service.managerA, content);
const granted = (): Promise<UploadGrantResponse> => grantUpload(service, service.managerA);
const inspect = (key: string) => service.app.get<Storage>(STORAGE).inspect(key);

describe('POST /api/tickets/{id}/attachments', () => {
  it('requires a session', async () => {
    expect(await record(undefined, service.ticketA, request('uploads/x'))).toMatchObject({ status: 401 });
  });

  it('returns the same 404 for an invisible ticket, an unknown one and a malformed id', async () => {
    const { objectPath } = await stored();
    const [foreign, unknown, malformed] = await Promise.all(
      [service.ticketB, randomUUID(), 'not-an-id'].map(async (ticketId) =>
        withoutRequestId(await record(service.managerA, ticketId, request(objectPath))),
      ),
    );
    expect(foreign).toMatchObject({ status: 404 });
    expect(unknown).toEqual(foreign);
    expect(malformed).toEqual(foreign);
  });

  describe('rejects invalid input, naming the field:', () => {
    const cases: [what: string, fields: object, field: string][] = [
      ['no file name', { fileName: undefined }, 'fileName'],
      ['an empty file name', { fileName: '' }, 'fileName'],
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
    ];
    it.each(cases)('%s', async (_what, fields, field) => {
      const response = await record(service.managerA, service.ticketA, request('uploads/x', fields));
      expect(response.status).toBe(400);
      expect(faultyFields(response)).toEqual([field]);
    });

    it.each([[[]], ['text'], [7], [null]])('%j instead of an object', async (body) => {
      expect(await record(service.managerA, service.ticketA, body)).toMatchObject({ status: 400 });
    });
  });

  it('returns 404 for an upload of another user, also to an administrator', async () => {
    const { objectPath, uploadURL } = await stored();
    for (const caller of [service.admin, service.managerB]) {
      for (const path of [objectPath, uploadURL]) {
        const ticketId = caller === service.admin ? service.ticketA : service.ticketB;
        expect(await record(caller, ticketId, request(path))).toMatchObject({ status: 404 });
      }
    }
    expect(await record(service.managerA, service.ticketA, request(objectPath))).toMatchObject({
      status: 201,
    });
  });

  it('returns 404 for a path that was never granted', async () => {
    const { objectPath, uploadURL } = await stored();
    const recorded = await attach(service, service.managerA, service.ticketA);
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
      expect([path, (await record(service.managerA, service.ticketA, request(path))).status]).toEqual([
        path,
        404,
      ]);
    }
  });

  it.each([
    ['a day after it was granted', "granted_at = now() - interval '25 hours'"],
    ['when its URL has expired', "granted_at = now() - interval '1 hour', expires_at = now()"],
  ])('returns 404 for a grant %s', async (_when, ended) => {
    const { objectPath } = await stored();
    await service.backends.admin.query(
      `UPDATE attachments.upload_grants SET ${ended} WHERE object_path = $1`,
      [objectPath],
    );
    expect(await record(service.managerA, service.ticketA, request(objectPath))).toMatchObject({
      status: 404,
    });
  });

  it('returns 409 before the file is uploaded', async () => {
    const { objectPath, uploadURL } = await granted();
    expect(await record(service.managerA, service.ticketA, request(objectPath))).toMatchObject({
      status: 409,
      body: { detail: 'The file is not uploaded yet. Please upload it first.' },
    });
    await upload(uploadURL, CONTENT);
    expect(await record(service.managerA, service.ticketA, request(objectPath))).toMatchObject({
      status: 201,
    });
  });

  it('returns 409 when the file is already recorded, on any ticket', async () => {
    const { objectPath, uploadURL } = await stored();
    await record(service.managerA, service.ticketA, request(objectPath));
    const otherTicket = await insertTicket(service.backends, service.locationA);
    await upload(uploadURL, CONTENT);
    for (const ticketId of [service.ticketA, otherTicket]) {
      expect(await record(service.managerA, ticketId, request(uploadURL))).toMatchObject({ status: 409 });
    }
  });

  it('returns 413 for a claim of more than 10485760 bytes', async () => {
    const { objectPath } = await granted();
    const body = request(objectPath, { fileSize: 10_485_761 });
    expect(await record(service.managerA, service.ticketA, body)).toMatchObject({ status: 413 });
  });

  it('returns 422 for a false size and removes the file; uploaded again, it is recorded', async () => {
    const { objectPath, uploadURL } = await stored();
    for (const fileSize of [CONTENT.length - 1, CONTENT.length + 1, 0]) {
      await upload(uploadURL, CONTENT);
      const response = await record(service.managerA, service.ticketA, request(objectPath, { fileSize }));
      expect(response).toMatchObject({ status: 422, body: { errors: { fileSize: expect.anything() } } });
      expect(await inspect(objectPath)).toBeUndefined();
    }
    expect(await record(service.managerA, service.ticketA, request(objectPath))).toMatchObject({
      status: 409,
    });
    await upload(uploadURL, CONTENT);
    expect(await record(service.managerA, service.ticketA, request(objectPath))).toMatchObject({
      status: 201,
    });
  });

  it('returns 201 with the attachment, by path or by URL', async () => {
    for (const pathOf of [
      ({ objectPath }: UploadGrantResponse) => objectPath,
      ({ uploadURL }: UploadGrantResponse) => uploadURL,
    ]) {
      const grant = await stored();
      const { status, body, headers } = await record(
        service.managerA,
        service.ticketA,
        request(pathOf(grant)),
      );
      expect([status, headers.get('etag')]).toEqual([201, '"1"']);
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        ticketId: service.ticketA,
        fileName: 'oven.txt',
        fileType: 'text/plain',
        fileSize: CONTENT.length,
        objectPath: grant.objectPath,
        uploadedBy: service.managerA.userId,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        thumbnailURL: null,
        commentId: null,
      });
      const createdAt = Date.parse(attachmentResponse.parse(body).createdAt);
      expect(Math.abs(createdAt - Date.now())).toBeLessThan(60_000);
    }
  });

  describe('with a comment', () => {
    const removeComment = (id: string) =>
      service.backends.admin.query(
        'UPDATE core.ticket_comments SET removed_at = now(), body = NULL WHERE id = $1',
        [id],
      );
    const list = (caller: Caller) =>
      service.call(caller, 'GET', `/api/tickets/${service.ticketA}/attachments`);

    it.each<[string, () => TestUser, () => string]>([
      ['a manager', () => service.managerA, () => service.managerA.userId],
      ['an administrator', () => service.admin, () => service.admin.userId],
    ])(
      'returns 201 for a comment of one’s own to %s, and names it in the response and in lists',
      async (_who, user, author) => {
        const comment = await insertComment(service.backends, service.ticketA, author());
        const { objectPath } = await storeUpload(service, user());
        const { status, body } = await record(
          user(),
          service.ticketA,
          request(objectPath, { commentId: comment.toUpperCase() }),
        );
        expect([status, body]).toEqual([201, expect.objectContaining({ commentId: comment })]);
        const { id } = attachmentResponse.parse(body);
        const listed = z.array(attachmentResponse).parse((await list(user())).body);
        expect(listed.find((attachment) => attachment.id === id)).toMatchObject({ commentId: comment });
      },
    );

    it('returns 201 for null as for none', async () => {
      const { objectPath } = await stored();
      expect(
        await record(service.managerA, service.ticketA, request(objectPath, { commentId: null })),
      ).toMatchObject({ status: 201, body: { commentId: null } });
    });

    it.each<[string, () => Promise<string>]>([
      ['is unknown', () => Promise.resolve(randomUUID())],
      [
        'belongs to another ticket, also of the same store',
        async () =>
          insertComment(
            service.backends,
            await insertTicket(service.backends, service.locationA),
            service.managerA.userId,
          ),
      ],
      [
        'belongs to a ticket that is not visible',
        () => insertComment(service.backends, service.ticketB, service.managerA.userId),
      ],
      [
        'somebody else has written',
        () => insertComment(service.backends, service.ticketA, service.admin.userId),
      ],
      ['nobody has written who has an account', () => insertComment(service.backends, service.ticketA, null)],
      [
        'was removed',
        async () => {
          const id = await insertComment(service.backends, service.ticketA, service.managerA.userId);
          await removeComment(id);
          return id;
        },
      ],
    ])(
      'returns the same 400 on the field for one that %s, and the upload can still be recorded',
      async (_what, insert) => {
        const { objectPath } = await stored();
        const commentId = await insert();
        const refused = await record(service.managerA, service.ticketA, request(objectPath, { commentId }));
        expect(refused).toMatchObject({
          status: 400,
          body: { errors: { commentId: ['Must be a comment of your own on this ticket.'] } },
        });
        expect(await record(service.managerA, service.ticketA, request(objectPath))).toMatchObject({
          status: 201,
        });
      },
    );

    it('lets no administrator attach to the comment of somebody else', async () => {
      const commentId = await insertComment(service.backends, service.ticketA, service.managerA.userId);
      const { objectPath } = await storeUpload(service, service.admin);
      const refused = await record(service.admin, service.ticketA, request(objectPath, { commentId }));
      expect([refused.status, faultyFields(refused)]).toEqual([400, ['commentId']]);
    });

    it('returns the first response to a repeated request, also when the comment was removed since', async () => {
      const commentId = await insertComment(service.backends, service.ticketA, service.managerA.userId);
      const { objectPath } = await stored();
      const headers = { 'idempotency-key': randomUUID() };
      const path = `/api/tickets/${service.ticketA}/attachments`;
      const ask = () =>
        service.call(service.managerA, 'POST', path, request(objectPath, { commentId }), headers);
      const first = await ask();
      expect(first).toMatchObject({ status: 201, body: { commentId } });
      await removeComment(commentId);
      expect(await ask()).toMatchObject({ status: 201, body: first.body });
    });

    it('is rejected when the comment is removed while the file is copied', async () => {
      const commentId = await insertComment(service.backends, service.ticketA, service.managerA.userId);
      const { objectPath } = await stored();
      const storage = service.app.get<Storage>(STORAGE);
      const copy = jest.spyOn(storage, 'copy').mockImplementationOnce(async (...copied) => {
        copy.mockRestore();
        await storage.copy(...copied);
        await removeComment(commentId);
      });
      const refused = await record(service.managerA, service.ticketA, request(objectPath, { commentId }));
      expect([refused.status, faultyFields(refused)]).toEqual([400, ['commentId']]);
    });

    it('is deleted with the ticket', async () => {
      const ticket = await insertTicket(service.backends, service.locationA);
      const commentId = await insertComment(service.backends, ticket, service.managerA.userId);
      const { objectPath } = await stored();
      expect(await record(service.managerA, ticket, request(objectPath, { commentId }))).toMatchObject({
        status: 201,
      });
      await service.backends.admin.query('DELETE FROM core.tickets WHERE id = $1', [ticket]);
      const { rowCount } = await service.backends.admin.query(
        'SELECT FROM attachments.attachments WHERE comment_id = $1',
        [commentId],
      );
      expect(rowCount).toBe(0);
    });
  });

  it('accepts names of up to 255 UTF-16 units unchanged, an empty file and no type', async () => {
    for (const fileName of ['x'.repeat(255), `${'😀'.repeat(127)}x`, '../a\r\nb "c" \u202egpj.exe', ' ']) {
      const { objectPath } = await stored('');
      const body = request(objectPath, { fileName, fileType: '', fileSize: 0 });
      expect(await record(service.managerA, service.ticketA, body)).toMatchObject({
        status: 201,
        body: { fileName, fileType: null, fileSize: 0 },
      });
    }
  });

  it('does not let anybody replace the recorded file through the upload URL', async () => {
    const { objectPath, uploadURL } = await stored();
    const { body } = await record(service.managerA, service.ticketA, request(objectPath));
    await upload(uploadURL, 'tampered');
    const { id } = attachmentResponse.parse(body);
    const { bytes } = await download(await downloadUrlOf(service, service.managerA, id));
    expect(bytes.toString()).toBe(CONTENT);
  });

  it('records once for ten concurrent requests', async () => {
    const { objectPath } = await stored();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => record(service.managerA, service.ticketA, request(objectPath))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    const { rowCount } = await service.backends.admin.query(
      'SELECT FROM attachments.attachments WHERE object_path = $1',
      [objectPath],
    );
    expect(rowCount).toBe(1);
  });

  it('returns the first response to repeated requests, also concurrent ones', async () => {
    const { objectPath } = await stored();
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/api/tickets/${service.ticketA}/attachments`;
    const repeat = (fields = {}) =>
      service.call(service.managerA, 'POST', path, request(objectPath, fields), headers);

    const responses = await Promise.all(Array.from({ length: 10 }, () => repeat()));
    responses.push(await repeat());
    for (const { status, body } of responses) expect([status, body]).toEqual([201, responses[0]?.body]);
    const { rowCount } = await service.backends.admin.query(
      'SELECT FROM attachments.attachments WHERE object_path = $1',
      [objectPath],
    );
    expect(rowCount).toBe(1);

    expect(await repeat({ fileName: 'another.txt' })).toMatchObject({ status: 422 });
  });

  it('never records other bytes than it measured while the upload is being replaced', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { objectPath, uploadURL } = await stored();
      const [{ status, body }] = await Promise.all([
        record(service.managerA, service.ticketA, request(objectPath)),
        upload(uploadURL, 'something longer'),
      ]);
      if (status !== 201) continue;
      const { id } = attachmentResponse.parse(body);
      expect(await inspect(`attachments/${id}`)).toMatchObject({ size: CONTENT.length });
    }
  });

  it('returns 404 when the ticket is deleted meanwhile, and the upload can be recorded elsewhere', async () => {
    const ticketId = await insertTicket(service.backends, service.locationA);
    const { objectPath } = await stored();
    const client = await service.backends.admin.connect();
    await client.query('BEGIN');
    await client.query('DELETE FROM core.tickets WHERE id = $1', [ticketId]);
    const pending = record(service.managerA, ticketId, request(objectPath));
    await sleep(300);
    await client.query('COMMIT');
    client.release();
    expect(await pending).toMatchObject({ status: 404 });
    expect(await record(service.managerA, service.ticketA, request(objectPath))).toMatchObject({
      status: 201,
    });
  });
});
