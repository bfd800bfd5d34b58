import { describe, expect, it } from '@jest/globals';
import { problemSchema, RouteTable } from '@mainstay/service-kit';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import {
  completedUploadResponse,
  signedPartResponse,
  temporaryCredentialsResponse,
  uploadedPartResponse,
  uploadParamsResponse,
} from '../src/companion/companion.schemas.ts';
import { S3Storage } from '../src/storage/s3-storage.ts';
import { addressOf, CompanionCalls, FILE, PARAMS, PATH } from './companion-calls.ts';
import { CONTENT, download, downloadUrlOf, grantUpload, record, upload } from './file-calls.ts';
import { faultyFields, useService } from './running-service.ts';
import { useServiceOn } from './s3-server.ts';

const MB = 1024 * 1024;

describe.each(['disk', 'S3'] as const)("the widget's calls with the storage %s", (storage) => {
  const service = useServiceOn(storage);
  const calls = new CompanionCalls(service);

  it('give a form whose file is recorded like any other', async () => {
    const manager = await calls.newManager();
    const { status, body } = await service.call(manager, 'GET', PARAMS);
    expect(status).toBe(200);
    const { method, url, fields, expires } = uploadParamsResponse.parse(body);
    expect([method, expires]).toEqual(['POST', 604_800]);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob(['content']), 'oven.txt');
    const response = await fetch(url, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    // Ceph names it in the body alone; nobody needs it.
    if (service.s3?.isCeph) expect(response.headers.get('etag')).toBeNull();
    else expect(response.headers.get('etag')).toMatch(/^".+"$/);
    expect(await calls.record(manager, fields['key'] ?? '', 7)).toMatchObject({ status: 201 });
  });

  it('take a file in parts, list them, and make them one that is recorded and comes back whole', async () => {
    const manager = await calls.newManager();
    const begun = await calls.begin(manager);
    expect(begun.bucket).toBe(service.s3?.settings.bucket);
    const [first, second] = [randomBytes(5 * MB), randomBytes(4321)];
    const lastTag = await calls.sendPart(manager, begun, 2, second);
    const listed = await service.call(manager, 'GET', addressOf(begun));
    expect(z.array(uploadedPartResponse).parse(listed.body)).toEqual([
      { PartNumber: 2, ETag: lastTag, Size: 4321 },
    ]);
    const firstTag = await calls.sendPart(manager, begun, 1, first);

    const early = await calls.record(manager, begun.key, first.length + second.length);
    expect(early.status).toBe(409);
    const completed = await service.call(manager, 'POST', addressOf(begun, '/complete'), {
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
    expect((await service.call(manager, 'GET', addressOf(begun))).status).toBe(404);

    const recorded = await calls.record(manager, location, first.length + second.length);
    expect(recorded.status).toBe(201);
    const { id } = attachmentResponse.parse(recorded.body);
    const { bytes } = await download(await downloadUrlOf(service, manager, id));
    expect(bytes.equals(Buffer.concat([first, second]))).toBe(true);
  });

  it('begin one upload for a repeated request', async () => {
    const manager = await calls.newManager();
    const headers = { 'idempotency-key': 'once' };
    const responses = [];
    for (let call = 0; call < 3; call += 1) {
      responses.push(await service.call(manager, 'POST', `${PATH}/multipart`, FILE, headers));
    }
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await calls.openGrants(manager)).toBe(1);
  });

  it('know nothing of an upload but its own user’s, in the same words', async () => {
    const manager = await calls.newManager();
    const stranger = await calls.newManager();
    const begun = await calls.begin(manager);
    const strangers = await calls.begin(stranger);
    const tag = await calls.sendPart(manager, begun, 1, randomBytes(10));
    const body = { parts: [{ PartNumber: 1, ETag: tag }] };
    for (const target of [
      begun,
      { ...strangers, uploadId: begun.uploadId },
      { ...begun, uploadId: strangers.uploadId },
      { ...strangers, uploadId: randomUUID() },
      { ...strangers, key: '../../etc/passwd' },
      { ...strangers, key: `/${strangers.key}` },
    ]) {
      const responses = [
        await service.call(stranger, 'GET', addressOf(target)),
        await service.call(stranger, 'GET', addressOf(target, '/1')),
        await service.call(stranger, 'POST', addressOf(target, '/complete'), body),
        await service.call(stranger, 'DELETE', addressOf(target)),
      ];
      const problems = responses.map(({ status, body }) => [status, problemSchema.parse(body).detail]);
      expect([target, problems]).toEqual([
        target,
        Array(4).fill([404, 'There is no such upload in progress.']),
      ]);
    }
    const { body: parts } = await service.call(manager, 'GET', addressOf(begun));
    expect(parts).toHaveLength(1);
  });

  it('refuse what they cannot use', async () => {
    const manager = await calls.newManager();
    const begun = await calls.begin(manager);
    const create = (body: unknown) => service.call(manager, 'POST', `${PATH}/multipart`, body);
    expect(faultyFields(await create({ type: 'a/b' }))).toEqual(['filename']);
    expect(faultyFields(await create({ ...FILE, key: 'mine' }))).toEqual(['key']);
    expect(faultyFields(await create({ ...FILE, type: 7 }))).toEqual(['type']);
    expect(faultyFields(await service.call(manager, 'GET', `${PATH}/params`))).toEqual(['filename']);
    for (const path of [addressOf(begun), addressOf(begun, '/1')]) {
      for (const query of ['', '?key=', '?key=a%00b']) {
        const response = await service.call(manager, 'GET', `${path.split('?', 1)[0] ?? ''}${query}`);
        expect([response.status, faultyFields(response)]).toEqual([400, ['key']]);
      }
    }
    // A file of 10485760 bytes has two parts.
    for (const number of ['0', '3', '10001', '1e1', '-1', 'x', '1.0']) {
      const response = await service.call(manager, 'GET', addressOf(begun, `/${number}`));
      expect([number, response.status, faultyFields(response)]).toEqual([number, 400, ['partNumber']]);
    }
    for (const body of [
      { parts: [] },
      { parts: [{ PartNumber: 1, ETag: 'never-sent' }] },
      {},
      { parts: 'all' },
      { parts: [{ PartNumber: '1', ETag: 'x' }] },
    ]) {
      expect((await service.call(manager, 'POST', addressOf(begun, '/complete'), body)).status).toBe(400);
    }
  });

  it('are refused like every upload beyond twenty that have arrived, and free again after one was given up', async () => {
    const manager = await calls.newManager();
    const uploads = [];
    for (let open = 0; open < 20; open += 1) {
      const begun = await calls.begin(manager);
      await calls.sendPart(manager, begun, 1, randomBytes(1));
      uploads.push(begun);
    }
    for (const [method, path, body] of [
      ['GET', PARAMS, undefined],
      ['POST', `${PATH}/multipart`, FILE],
      ['POST', '/api/attachments/upload', undefined],
    ] as const) {
      const response = await service.call(manager, method, path, body);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const given = uploads[0] ?? (await calls.begin(manager));
    const { body } = await service.call(manager, 'GET', addressOf(given, '/1'));
    expect((await service.call(manager, 'DELETE', addressOf(given))).status).toBe(204);
    expect((await service.call(manager, 'GET', addressOf(given))).status).toBe(404);
    expect(await upload(signedPartResponse.parse(body).url, 'late')).toBe(404);
    await calls.begin(manager);
  });
});

describe("the widget's calls", () => {
  const service = useService();
  const calls = new CompanionCalls(service);

  it.each(['cross-site', 'same-site', 'same-origin', 'none'])(
    'hand out on a GET with Sec-Fetch-Site %s what is only for pages of this site',
    async (site) => {
      const { cookie, ...manager } = await calls.newManager();
      const begun = await calls.begin({ ...manager, cookie });
      const status = site.endsWith('-site') ? 403 : 200;
      for (const [path, expected] of [
        [PARAMS, status],
        [`${PATH}/sts`, status === 200 ? 404 : 403],
        [addressOf(begun, '/1'), status],
      ] as const) {
        const headers = { cookie, 'sec-fetch-site': site };
        const response = await service.call(undefined, 'GET', path, undefined, headers);
        expect([path, response.status]).toEqual([path, expected]);
      }
    },
  );

  it('say what is wrong as a companion does and as every call here does', async () => {
    for (const [caller, method, path, status] of [
      [undefined, 'GET', PARAMS, 401],
      [service.managerA, 'GET', `${PATH}/sts`, 404],
      [service.managerA, 'GET', `${PATH}/nothing`, 404],
      [service.managerA, 'PUT', `${PATH}/params`, 405],
      [service.managerA, 'GET', `${PATH}/params`, 400],
    ] as const) {
      const response = await service.call(caller, method, path);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      const problem = problemSchema
        .extend({ message: z.string(), requestId: z.string() })
        .parse(response.body);
      expect([problem.status, problem.message]).toEqual([status, problem.detail]);
    }
    const elsewhere = await service.call(undefined, 'GET', '/api/attachments/x/download');
    expect(elsewhere.body).not.toHaveProperty('message');
  });
});

describe("the widget's calls on S3", () => {
  const soon = () => new Date(Date.now() + 60_000);
  const service = useServiceOn('S3', ({ sts }) => ({ ...sts }));

  it('give credentials that can write one key and nothing else, when a role is set', async () => {
    if (!service.s3?.sts) return;
    const { status, body } = await service.call(service.managerA, 'GET', `${PATH}/sts`);
    expect(status).toBe(200);
    const { credentials, key, region } = temporaryCredentialsResponse.parse(body);
    const { expiration, ...keys } = credentials;
    expect(Math.abs(Date.parse(expiration) - Date.now() - 3_600_000)).toBeLessThan(10_000);
    expect(JSON.stringify(body)).not.toContain(service.s3.settings.credentials.secretAccessKey);

    const browser = new S3Storage({ ...service.s3.settings, region, credentials: keys });
    expect(await upload(await browser.signUpload(key, soon()), 'content')).toBe(200);
    // Ceph 16.2 bounds them neither by the policy that comes with the call nor by the role's: the call is to be off
    // there.
    const others = [
      await upload(await browser.signUpload(`uploads/${randomUUID()}`, soon()), 'x'),
      await upload(await browser.signUpload(`attachments/${randomUUID()}`, soon()), 'x'),
      (await download(await browser.signDownload(key, 'file', soon()))).status,
    ];
    expect(others).toEqual(service.s3.isCeph ? [200, 200, 200] : [403, 403, 403]);

    expect((await record(service, key, { fileSize: 7 })).status).toBe(201);
  });

  it('give credentials that end with their grant', async () => {
    // Ceph limits them by nothing.
    if (!service.s3?.sts || service.s3.isCeph) return;
    const { SIGNED_URL_TTL_S } = service.config;
    service.config.SIGNED_URL_TTL_S = 1;
    const { body } = await service.call(service.managerA, 'GET', `${PATH}/sts`);
    service.config.SIGNED_URL_TTL_S = SIGNED_URL_TTL_S;
    const { credentials, key } = temporaryCredentialsResponse.parse(body);
    const { expiration, ...keys } = credentials;
    expect(Date.parse(expiration) - Date.now()).toBeGreaterThan(890_000);
    await sleep(1000);
    const browser = new S3Storage({ ...service.s3.settings, credentials: keys });
    expect(await upload(await browser.signUpload(key, soon()), CONTENT)).toBe(403);
  });

  it('accept what S3 accepted beyond 10485760 bytes with no claim, and remove it', async () => {
    const { objectPath, uploadURL } = await grantUpload(service, service.managerA);
    for (const fileSize of [10_485_760, 10_485_761]) {
      expect(await upload(uploadURL, new Uint8Array(10_485_761))).toBe(200);
      expect((await record(service, objectPath, { fileSize })).status).toBe(413);
    }
    expect((await record(service, objectPath, { fileSize: 10_485_760 })).status).toBe(413);
    expect(await service.storage.inspect(objectPath)).toBeUndefined();
  });

  it('need no routes for objects, because those are at S3', () => {
    const paths = service.app.get(RouteTable).routes();
    expect(paths.filter(({ path }) => path.includes('/objects/'))).toEqual([]);
  });

  it('are a 503 while it refuses, and leave no upload open', async () => {
    const standIn = service.s3?.standIn;
    if (!standIn) return;
    const countOpen = async () => (await service.sql('SELECT FROM attachments.upload_grants')).rowCount;
    const before = await countOpen();
    standIn.fault = { status: 503, code: 'SlowDown' };
    for (const [method, path, body] of [
      ['POST', `${PATH}/multipart`, FILE],
      ['GET', `${PATH}/sts`, undefined],
    ] as const) {
      const begun = standIn.calls;
      const response = await service.call(service.managerA, method, path, body);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      // The first call and the ten retries of the specification's companion.
      expect(standIn.calls - begun).toBe(11);
    }
    standIn.fault = undefined;
    expect(await countOpen()).toBe(before);
  });
});
