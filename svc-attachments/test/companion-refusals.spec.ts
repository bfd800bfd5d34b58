import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, problemSchema } from '@mainstay/service-kit';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type MultipartUploadResponse, signedPartResponse } from '../src/companion/companion.schemas.ts';
import { addressOf, CompanionCalls, FILE, PARAMS, PATH } from './companion-calls.ts';
import { faultyFields, upload } from './running-service.ts';

describe.each(['disk', 's3'] as const)("the widget's calls with the storage %s", (driver) => {
  let calls: CompanionCalls;
  beforeAll(async () => {
    calls = await CompanionCalls.start(driver);
  });
  afterAll(() => calls.close());

  it('know nothing of an upload but its own user’s, in the same words', async () => {
    const manager = await calls.newManager();
    const stranger = await calls.newManager();
    const begun = await calls.begin(manager);
    const strangers = await calls.begin(stranger);
    const tag = await calls.sendPart(manager, begun, 1, randomBytes(10));
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
      const responses = [
        await calls.service.call(stranger, 'GET', addressOf(target)),
        await calls.service.call(stranger, 'GET', addressOf(target, '/1')),
        await calls.service.call(stranger, 'POST', addressOf(target, '/complete'), body),
        await calls.service.call(stranger, 'DELETE', addressOf(target)),
      ];
      expect([what, ...responses.map(({ status }) => status)]).toEqual([what, 404, 404, 404, 404]);
      const details = responses.map((response) => problemSchema.parse(response.body).detail);
      expect(new Set(details)).toEqual(new Set(['There is no such upload in progress.']));
    }
    const { body: parts } = await calls.service.call(manager, 'GET', addressOf(begun));
    expect(parts).toHaveLength(1);
  });

  it('refuse what they cannot use', async () => {
    const manager = await calls.newManager();
    const begun = await calls.begin(manager);
    const create = (body: unknown) => calls.service.call(manager, 'POST', `${PATH}/multipart`, body);
    expect(faultyFields(await create({ type: 'a/b' }))).toEqual(['filename']);
    expect(faultyFields(await create({ ...FILE, key: 'mine' }))).toEqual(['key']);
    expect(faultyFields(await create({ ...FILE, type: 7 }))).toEqual(['type']);
    expect(faultyFields(await calls.service.call(manager, 'GET', `${PATH}/params`))).toEqual(['filename']);
    for (const path of [addressOf(begun), addressOf(begun, '/1')]) {
      for (const query of ['', '?key=', '?key=a%00b']) {
        const response = await calls.service.call(manager, 'GET', `${path.split('?', 1)[0] ?? ''}${query}`);
        expect([response.status, faultyFields(response)]).toEqual([400, ['key']]);
      }
    }
    // A file of 10485760 bytes has two parts.
    for (const number of ['0', '3', '10001', '1e1', '-1', 'x', '1.0']) {
      const response = await calls.service.call(manager, 'GET', addressOf(begun, `/${number}`));
      expect([number, response.status, faultyFields(response)]).toEqual([number, 400, ['partNumber']]);
    }
    for (const body of [
      { parts: [] },
      { parts: [{ PartNumber: 1, ETag: 'never-sent' }] },
      {},
      { parts: 'all' },
      { parts: [{ PartNumber: '1', ETag: 'x' }] },
    ]) {
      expect((await calls.service.call(manager, 'POST', addressOf(begun, '/complete'), body)).status).toBe(
        400,
      );
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
      const response = await calls.service.call(manager, method, path, body);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const [given] = uploads;
    if (!given) throw new Error('nothing was begun');
    const { body } = await calls.service.call(manager, 'GET', addressOf(given, '/1'));
    expect((await calls.service.call(manager, 'DELETE', addressOf(given))).status).toBe(204);
    expect((await calls.service.call(manager, 'GET', addressOf(given))).status).toBe(404);
    expect(await upload(signedPartResponse.parse(body).url, 'late')).toBe(404);
    await calls.begin(manager);
  });

  it('refuse a body of 20,000 levels with an Idempotency-Key', async () => {
    const manager = await calls.newManager();
    const metadata = `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const response = await fetch(`${calls.service.config.PUBLIC_URL}${PATH}/multipart`, {
      method: 'POST',
      headers: {
        cookie: manager.cookie,
        'content-type': 'application/json',
        'idempotency-key': 'deep',
      },
      body: `${JSON.stringify(FILE).slice(0, -1)},"metadata":${metadata}}`,
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ detail: 'The body is nested too deeply.' }),
    ]);
    expect(await calls.openGrants(manager)).toBe(0);
  });

  it('hand out nothing on a GET from another site, or for a token that only reads', async () => {
    const manager = await calls.newManager();
    const begun = await calls.begin(manager);
    const token = `mst_${randomUUID()}`;
    await calls.service.backends.admin.query(
      `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, true)`,
      [manager.userId, hashToken(token)],
    );
    for (const path of [PARAMS, `${PATH}/sts`, addressOf(begun, '/1')]) {
      const statusWith = async (headers: Record<string, string>) =>
        (await calls.service.call(undefined, 'GET', path, undefined, headers)).status;
      expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(403);
      expect(await statusWith({ cookie: manager.cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
      expect(await statusWith({ cookie: manager.cookie, 'sec-fetch-site': 'same-site' })).toBe(403);
    }
    expect(await calls.openGrants(manager)).toBe(1);
  });

  it.each(['same-origin', 'none'])('hand out on a GET with Sec-Fetch-Site %s', async (site) => {
    const manager = await calls.newManager();
    const begun = await calls.begin(manager);
    const headers = { cookie: manager.cookie, 'sec-fetch-site': site };
    const response = await calls.service.call(undefined, 'GET', addressOf(begun, '/1'), undefined, headers);
    expect(response.status).toBe(200);
  });

  it('say what is wrong as a companion does and as every call here does', async () => {
    for (const [caller, method, path, status] of [
      [undefined, 'GET', PARAMS, 401],
      [calls.service.managerA, 'GET', `${PATH}/sts`, 404],
      [calls.service.managerA, 'GET', `${PATH}/nothing`, 404],
      [calls.service.managerA, 'PUT', `${PATH}/params`, 405],
      [calls.service.managerA, 'GET', `${PATH}/params`, 400],
    ] as const) {
      const response = await calls.service.call(caller, method, path);
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      const problem = problemSchema
        .extend({ message: z.string(), requestId: z.string() })
        .parse(response.body);
      expect([problem.status, problem.message]).toEqual([status, problem.detail]);
    }
    const elsewhere = await calls.service.call(undefined, 'GET', '/api/attachments/x/download');
    expect(elsewhere.body).not.toHaveProperty('message');
  });
});
