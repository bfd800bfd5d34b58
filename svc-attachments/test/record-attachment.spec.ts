import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { attachmentResponse, type UploadGrantResponse } from '../src/attachments/attachments.schemas.ts';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import {
  attach,
  type Caller,
  CONTENT,
  download,
  downloadUrlOf,
  faultyFields,
  grantUpload,
  insertTicket,
  recordRequest as request,
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
