import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, problemSchema } from '@mainstay/service-kit';
import { createTestUser, type TestUser } from '@mainstay/service-kit/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import {
  completedUploadResponse,
  type MultipartUploadResponse,
  multipartUploadResponse,
  signedPartResponse,
  temporaryCredentialsResponse,
  uploadedPartResponse,
  uploadParamsResponse,
} from '../src/companion/companion.schemas.ts';
import { S3Storage } from '../src/storage/s3-storage.ts';
import { STORAGE, type Storage } from '../src/storage/storage.ts';
import {
  type Answer,
  download,
  downloadUrlOf,
  faultyFields,
  type RunningService,
  runService,
  upload,
} from './running-service.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';

const PATH = '/api/attachments/s3';
const PARAMS = `${PATH}/params?filename=oven.txt&type=text/plain&metadata%5Bname%5D=oven.txt`;
const MB = 1024 * 1024;
const FILE = {
  filename: 'oven.bin',
  type: 'application/pdf',
  metadata: { name: 'oven.bin', relativePath: null },
};
const BUCKET = 'mainstay-files';

describe.each(['disk', 's3'] as const)("the widget's calls with the storage %s", (driver) => {
  let standIn: S3StandIn;
  let service: RunningService;
  beforeAll(async () => {
    standIn = await S3StandIn.start();
    service = await runService(
      driver === 's3'
        ? {
            STORAGE_DRIVER: 's3',
            S3_BUCKET: BUCKET,
            S3_REGION: standIn.settings.region,
            S3_ENDPOINT: standIn.endpoint,
            S3_ACCESS_KEY_ID: standIn.settings.credentials.accessKeyId,
            S3_SECRET_ACCESS_KEY: standIn.settings.credentials.secretAccessKey,
            S3_FORCE_PATH_STYLE: 'true',
          }
        : {},
    );
  });
  afterAll(async () => {
    await service.close();
    await standIn.close();
  });

  async function newManager(): Promise<TestUser> {
    const manager = await createTestUser(service.backends, service.config, { role: 'district_manager' });
    await service.backends.admin.query(
      'INSERT INTO core.manager_assignments (manager_id, location_id) VALUES ($1, $2)',
      [manager.userId, service.locationA],
    );
    return manager;
  }
  async function begin(user: TestUser): Promise<MultipartUploadResponse> {
    const { status, body } = await service.call(user, 'POST', `${PATH}/multipart`, FILE);
    expect(status).toBe(201);
    return multipartUploadResponse.parse(body);
  }
  const address = ({ uploadId, key }: MultipartUploadResponse, suffix = '') =>
    `${PATH}/multipart/${encodeURIComponent(uploadId)}${suffix}?${new URLSearchParams({ key }).toString()}`;
  async function sendPart(
    user: TestUser,
    begun: MultipartUploadResponse,
    number: number,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<string> {
    const { body } = await service.call(user, 'GET', address(begun, `/${number}`));
    const response = await fetch(signedPartResponse.parse(body).url, { method: 'PUT', body: bytes });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    return response.headers.get('etag') ?? '';
  }
  async function record(user: TestUser, objectPath: string, fileSize: number): Promise<Answer> {
    const path = `/api/tickets/${service.ticketA}/attachments`;
    return service.call(user, 'POST', path, { fileName: 'oven.bin', fileSize, objectPath });
  }
  async function openGrants(user: TestUser): Promise<number> {
    const { rowCount } = await service.backends.admin.query(
      'SELECT FROM attachments.upload_grants WHERE granted_to = $1',
      [user.userId],
    );
    return rowCount ?? 0;
  }

  it('give a form whose file is recorded like any other', async () => {
    const manager = await newManager();
    const { status, body } = await service.call(manager, 'GET', PARAMS);
    expect(status).toBe(200);
    const { method, url, fields, expires } = uploadParamsResponse.parse(body);
    expect([method, expires]).toEqual(['POST', 604_800]);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob(['content']), 'oven.txt');
    const response = await fetch(url, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    expect(response.headers.get('etag')).toMatch(/^".+"$/);
    expect(await record(manager, fields['key'] ?? '', 7)).toMatchObject({ status: 201 });
  });

  it('take a file in parts, list them, and make them one that is recorded and comes back whole', async () => {
    const manager = await newManager();
    const begun = await begin(manager);
    expect(begun.bucket).toBe(driver === 's3' ? BUCKET : undefined);
    const [first, second] = [randomBytes(5 * MB), randomBytes(4321)];
    const lastTag = await sendPart(manager, begun, 2, second);
    const listed = await service.call(manager, 'GET', address(begun));
    expect(z.array(uploadedPartResponse).parse(listed.body)).toEqual([
      { PartNumber: 2, ETag: lastTag, Size: 4321 },
    ]);
    const firstTag = await sendPart(manager, begun, 1, first);

    const early = await record(manager, begun.key, first.length + second.length);
    expect(early.status).toBe(409);
    const completed = await service.call(manager, 'POST', address(begun, '/complete'), {
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
    expect((await service.call(manager, 'GET', address(begun))).status).toBe(404);

    const recorded = await record(manager, location, first.length + second.length);
    expect(recorded.status).toBe(201);
    const { id } = attachmentResponse.parse(recorded.body);
    const { bytes } = await download(await downloadUrlOf(service, manager, id));
    expect(bytes.equals(Buffer.concat([first, second]))).toBe(true);
  });

  it('know nothing of an upload but its own user’s, in the same words', async () => {
    const manager = await newManager();
    const stranger = await newManager();
    const begun = await begin(manager);
    const strangers = await begin(stranger);
    const tag = await sendPart(manager, begun, 1, randomBytes(10));
    const body = { parts: [{ PartNumber: 1, ETag: tag }] };
    const attempts: [MultipartUploadResponse, string][] = [
      [begun, 'foreign upload and key'],
      [{ ...strangers, uploadId: begun.uploadId }, 'foreign upload, own key'],
      [{ ...begun, uploadId: strangers.uploadId }, 'own upload, foreign key'],
      [{ ...strangers, uploadId: randomUUID() }, 'unknown upload'],
      [{ ...strangers, key: '../../etc/passwd' }, 'no key'],
      [{ ...strangers, key: `/${strangers.key}` }, 'no key of ours'],
    ];
    for (const [target, what] of attempts) {
      const answers = [
        await service.call(stranger, 'GET', address(target)),
        await service.call(stranger, 'GET', address(target, '/1')),
        await service.call(stranger, 'POST', address(target, '/complete'), body),
        await service.call(stranger, 'DELETE', address(target)),
      ];
      expect([what, ...answers.map(({ status }) => status)]).toEqual([what, 404, 404, 404, 404]);
      const details = answers.map((answer) => problemSchema.parse(answer.body).detail);
      expect(new Set(details)).toEqual(new Set(['There is no such upload under way.']));
    }
    const { body: parts } = await service.call(manager, 'GET', address(begun));
    expect(parts).toHaveLength(1);
  });

  it('refuse what they cannot use', async () => {
    const manager = await newManager();
    const begun = await begin(manager);
    const create = (body: unknown) => service.call(manager, 'POST', `${PATH}/multipart`, body);
    expect(faultyFields(await create({ type: 'a/b' }))).toEqual(['filename']);
    expect(faultyFields(await create({ ...FILE, key: 'mine' }))).toEqual(['key']);
    expect(faultyFields(await create({ ...FILE, type: 7 }))).toEqual(['type']);
    expect(faultyFields(await service.call(manager, 'GET', `${PATH}/params`))).toEqual(['filename']);
    for (const path of [address(begun), address(begun, '/1')]) {
      for (const query of ['', '?key=', '?key=a%00b']) {
        const answer = await service.call(manager, 'GET', `${path.split('?', 1)[0] ?? ''}${query}`);
        expect([answer.status, faultyFields(answer)]).toEqual([400, ['key']]);
      }
    }
    // A file of 10485760 bytes has two parts.
    for (const number of ['0', '3', '10001', '1e1', '-1', 'x', '1.0']) {
      const answer = await service.call(manager, 'GET', address(begun, `/${number}`));
      expect([number, answer.status, faultyFields(answer)]).toEqual([number, 400, ['partNumber']]);
    }
    for (const body of [
      { parts: [] },
      { parts: [{ PartNumber: 1, ETag: 'never-sent' }] },
      {},
      { parts: 'all' },
      { parts: [{ PartNumber: '1', ETag: 'x' }] },
    ]) {
      expect((await service.call(manager, 'POST', address(begun, '/complete'), body)).status).toBe(400);
    }
  });

  it('are refused like every upload beyond twenty that have arrived, and free again after one was given up', async () => {
    const manager = await newManager();
    const uploads = [];
    for (let open = 0; open < 20; open += 1) {
      const begun = await begin(manager);
      await sendPart(manager, begun, 1, randomBytes(1));
      uploads.push(begun);
    }
    for (const [method, path, body] of [
      ['GET', PARAMS, undefined],
      ['POST', `${PATH}/multipart`, FILE],
      ['POST', '/api/attachments/upload', undefined],
    ] as const) {
      const answer = await service.call(manager, method, path, body);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const [given] = uploads;
    if (!given) throw new Error('nothing was begun');
    const { body } = await service.call(manager, 'GET', address(given, '/1'));
    expect((await service.call(manager, 'DELETE', address(given))).status).toBe(204);
    expect((await service.call(manager, 'GET', address(given))).status).toBe(404);
    expect(await upload(signedPartResponse.parse(body).url, 'late')).toBe(404);
    await begin(manager);
  });

  it('begin one upload for a repeated request', async () => {
    const manager = await newManager();
    const headers = { 'idempotency-key': 'once' };
    const answers = [];
    for (let call = 0; call < 3; call += 1) {
      answers.push(await service.call(manager, 'POST', `${PATH}/multipart`, FILE, headers));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await openGrants(manager)).toBe(1);
  });

  it('refuse a body of 20,000 levels with an Idempotency-Key', async () => {
    const manager = await newManager();
    const metadata = `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const response = await fetch(`${service.config.PUBLIC_URL}${PATH}/multipart`, {
      method: 'POST',
      headers: {
        ...{ cookie: manager.cookie, 'content-type': 'application/json', 'idempotency-key': 'deep' },
      },
      body: `${JSON.stringify(FILE).slice(0, -1)},"metadata":${metadata}}`,
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ detail: 'The body is nested too deeply.' }),
    ]);
    expect(await openGrants(manager)).toBe(0);
  });

  it('hand out nothing on a GET from another site, or for a token that only reads', async () => {
    const manager = await newManager();
    const begun = await begin(manager);
    const token = `mst_${randomUUID()}`;
    await service.backends.admin.query(
      `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, true)`,
      [manager.userId, hashToken(token)],
    );
    for (const path of [PARAMS, `${PATH}/sts`, address(begun, '/1')]) {
      const statusWith = async (headers: Record<string, string>) =>
        (await service.call(undefined, 'GET', path, undefined, headers)).status;
      expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(403);
      expect(await statusWith({ cookie: manager.cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await statusWith({ cookie: manager.cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
    }
    expect(await openGrants(manager)).toBe(1);
  });

  it('say what is wrong as a companion does and as every call here does', async () => {
    for (const [caller, method, path, status] of [
      [undefined, 'GET', PARAMS, 401],
      [service.managerA, 'GET', `${PATH}/sts`, 404],
      [service.managerA, 'GET', `${PATH}/nothing`, 404],
      [service.managerA, 'PUT', `${PATH}/params`, 405],
      [service.managerA, 'GET', `${PATH}/params`, 400],
    ] as const) {
      const answer = await service.call(caller, method, path);
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      const problem = problemSchema.extend({ message: z.string(), requestId: z.string() }).parse(answer.body);
      expect([problem.status, problem.message]).toEqual([status, problem.detail]);
    }
    const elsewhere = await service.call(undefined, 'GET', '/api/attachments/x/download');
    expect(elsewhere.body).not.toHaveProperty('message');
  });
});

describe("the widget's calls on S3", () => {
  let standIn: S3StandIn;
  let service: RunningService;
  beforeAll(async () => {
    standIn = await S3StandIn.start();
    service = await runService({
      STORAGE_DRIVER: 's3',
      S3_BUCKET: BUCKET,
      S3_REGION: standIn.settings.region,
      S3_ENDPOINT: standIn.endpoint,
      S3_ACCESS_KEY_ID: standIn.settings.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: standIn.settings.credentials.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
      S3_STS_ROLE_ARN: 'arn:aws:iam::123456789012:role/uploader',
      S3_STS_ENDPOINT: `${standIn.endpoint}/sts`,
    });
  });
  afterAll(async () => {
    await service.close();
    await standIn.close();
  });

  it('give credentials that can write one key and nothing else, when a role is set', async () => {
    const { status, body } = await service.call(service.managerA, 'GET', `${PATH}/sts`);
    expect(status).toBe(200);
    const { credentials, key, region } = temporaryCredentialsResponse.parse(body);
    expect(Math.abs(Date.parse(credentials.expiration) - Date.now() - 3_600_000)).toBeLessThan(10_000);
    expect(JSON.stringify(body)).not.toContain(standIn.settings.credentials.secretAccessKey);

    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const browser = new S3Storage({
      ...standIn.settings,
      region,
      credentials: { accessKeyId, secretAccessKey, sessionToken },
    });
    const soon = () => new Date(Date.now() + 60_000);
    expect(await upload(await browser.signUpload(key, soon()), 'content')).toBe(200);
    expect(await upload(await browser.signUpload(`uploads/${randomUUID()}`, soon()), 'x')).toBe(403);
    expect((await download(await browser.signDownload(key, 'file', soon()))).status).toBe(403);

    const path = `/api/tickets/${service.ticketA}/attachments`;
    const request = { fileName: 'oven.txt', fileSize: 7, objectPath: key };
    expect((await service.call(service.managerA, 'POST', path, request)).status).toBe(201);
  });

  it('are a 503 while it refuses, and leave no upload open', async () => {
    const open = async () =>
      (await service.backends.admin.query('SELECT FROM attachments.upload_grants')).rowCount;
    const before = await open();
    standIn.fault = { status: 503, code: 'SlowDown' };
    const begun = standIn.calls;
    const answer = await service.call(service.managerA, 'POST', `${PATH}/multipart`, FILE);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    // The first call and the ten retries of the specification's companion.
    expect(standIn.calls - begun).toBe(11);
    standIn.fault = undefined;
    expect(await open()).toBe(before);
    expect(service.app.get<Storage>(STORAGE).bucket).toBe(BUCKET);
  });
});
