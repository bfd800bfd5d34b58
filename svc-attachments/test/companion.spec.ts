import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import {
  completedUploadResponse,
  temporaryCredentialsResponse,
  uploadedPartResponse,
  uploadParamsResponse,
} from '../src/companion/companion.schemas.ts';
import { S3Storage } from '../src/storage/s3-storage.ts';
import { STORAGE, type Storage } from '../src/storage/storage.ts';
import { addressOf, CompanionCalls, FILE, PARAMS, PATH } from './companion-calls.ts';
import { download, downloadUrlOf, upload } from './running-service.ts';

const MB = 1024 * 1024;

describe.each(['disk', 's3'] as const)("the widget's calls with the storage %s", (driver) => {
  let calls: CompanionCalls;
  beforeAll(async () => {
    calls = await CompanionCalls.start(driver);
  });
  afterAll(() => calls.close());

  it('give a form whose file is recorded like any other', async () => {
    const manager = await calls.newManager();
    const { status, body } = await calls.service.call(manager, 'GET', PARAMS);
    expect(status).toBe(200);
    const { method, url, fields, expires } = uploadParamsResponse.parse(body);
    expect([method, expires]).toEqual(['POST', 604_800]);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob(['content']), 'oven.txt');
    const response = await fetch(url, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    // Ceph names it in the body alone; nobody needs it.
    if (driver === 's3' && calls.s3.isCeph) expect(response.headers.get('etag')).toBeNull();
    else expect(response.headers.get('etag')).toMatch(/^".+"$/);
    expect(await calls.record(manager, fields['key'] ?? '', 7)).toMatchObject({ status: 201 });
  });

  it('take a file in parts, list them, and make them one that is recorded and comes back whole', async () => {
    const manager = await calls.newManager();
    const begun = await calls.begin(manager);
    expect(begun.bucket).toBe(driver === 's3' ? calls.s3.settings.bucket : undefined);
    const [first, second] = [randomBytes(5 * MB), randomBytes(4321)];
    const lastTag = await calls.sendPart(manager, begun, 2, second);
    const listed = await calls.service.call(manager, 'GET', addressOf(begun));
    expect(z.array(uploadedPartResponse).parse(listed.body)).toEqual([
      { PartNumber: 2, ETag: lastTag, Size: 4321 },
    ]);
    const firstTag = await calls.sendPart(manager, begun, 1, first);

    const early = await calls.record(manager, begun.key, first.length + second.length);
    expect(early.status).toBe(409);
    const completed = await calls.service.call(manager, 'POST', addressOf(begun, '/complete'), {
      parts: [
        // As the widget sends them: without quotes what it got itself, with quotes what was listed.
        { PartNumber: 1, ETag: firstTag.replaceAll('"', '') },
        { PartNumber: 2, ETag: lastTag },
      ],
    });
    expect(completed.status).toBe(200);
    const { location, key } = completedUploadResponse.parse(completed.body);
    expect(key).toBe(begun.key);
    expect(new URL(location).search).toBe('');
    expect((await calls.service.call(manager, 'GET', addressOf(begun))).status).toBe(404);

    const recorded = await calls.record(manager, location, first.length + second.length);
    expect(recorded.status).toBe(201);
    const { id } = attachmentResponse.parse(recorded.body);
    const { bytes } = await download(await downloadUrlOf(calls.service, manager, id));
    expect(bytes.equals(Buffer.concat([first, second]))).toBe(true);
  });

  it('begin one upload for a repeated request', async () => {
    const manager = await calls.newManager();
    const headers = { 'idempotency-key': 'once' };
    const responses = [];
    for (let call = 0; call < 3; call += 1) {
      responses.push(await calls.service.call(manager, 'POST', `${PATH}/multipart`, FILE, headers));
    }
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await calls.openGrants(manager)).toBe(1);
  });
});

describe("the widget's calls on S3", () => {
  let calls: CompanionCalls;
  beforeAll(async () => {
    calls = await CompanionCalls.start('s3', ({ sts }) => ({
      S3_STS_ROLE_ARN: sts.roleArn,
      S3_STS_ENDPOINT: sts.endpoint,
    }));
  });
  afterAll(() => calls.close());

  it('give credentials that can write one key and nothing else, when a role is set', async () => {
    const { status, body } = await calls.service.call(calls.service.managerA, 'GET', `${PATH}/sts`);
    expect(status).toBe(200);
    const { credentials, key, region } = temporaryCredentialsResponse.parse(body);
    expect(Math.abs(Date.parse(credentials.expiration) - Date.now() - 3_600_000)).toBeLessThan(10_000);
    expect(JSON.stringify(body)).not.toContain(calls.s3.settings.credentials.secretAccessKey);

    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const browser = new S3Storage({
      ...calls.s3.settings,
      region,
      credentials: { accessKeyId, secretAccessKey, sessionToken },
    });
    const soon = () => new Date(Date.now() + 60_000);
    expect(await upload(await browser.signUpload(key, soon()), 'content')).toBe(200);
    // Ceph 16.2 bounds them neither by the policy that comes with the call nor by the role's: the call is to be off there.
    const others = [
      await upload(await browser.signUpload(`uploads/${randomUUID()}`, soon()), 'x'),
      await upload(await browser.signUpload(`attachments/${randomUUID()}`, soon()), 'x'),
      (await download(await browser.signDownload(key, 'file', soon()))).status,
    ];
    expect(others).toEqual(calls.s3.isCeph ? [200, 200, 200] : [403, 403, 403]);

    const path = `/api/tickets/${calls.service.ticketA}/attachments`;
    const request = { fileName: 'oven.txt', fileSize: 7, objectPath: key };
    expect((await calls.service.call(calls.service.managerA, 'POST', path, request)).status).toBe(201);
  });

  it('are a 503 while it refuses, and leave no upload open', async () => {
    const open = async () =>
      (await calls.service.backends.admin.query('SELECT FROM attachments.upload_grants')).rowCount;
    const before = await open();
    await calls.s3.refuse(true);
    const begun = calls.s3.calls();
    const response = await calls.service.call(calls.service.managerA, 'POST', `${PATH}/multipart`, FILE);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    // The first call and the ten retries of the specification's companion.
    expect(calls.s3.calls() - begun).toBe(11);
    await calls.s3.refuse(false);
    expect(await open()).toBe(before);
    expect(calls.service.app.get<Storage>(STORAGE).bucket).toBe(calls.s3.settings.bucket);
  });
});
