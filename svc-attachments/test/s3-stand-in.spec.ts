import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';

/** Altered requests of the SDK: what the stand-in accepts of them, a test of the storage would not notice. */
describe('the stand-in for S3', () => {
  let standIn: S3StandIn;
  beforeAll(async () => {
    standIn = await S3StandIn.start();
  });
  afterAll(() => standIn.close());
  beforeEach(() => standIn.objects.clear());

  interface Signed {
    path: string;
    query: Record<string, unknown>;
    headers: Record<string, string>;
    body: unknown;
  }
  const OBJECT = { Bucket: 'mainstay-files', Key: 'uploads/1' };

  /** The status of a PUT that was altered after it was signed. */
  async function put(
    alter: (signed: Signed) => void = () => undefined,
    input: Partial<PutObjectCommandInput> = {},
    credentials = standIn.settings.credentials,
  ): Promise<number | undefined> {
    const client = new S3Client({
      ...standIn.settings,
      credentials,
      maxAttempts: 1,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
    // This step comes after signing.
    client.middlewareStack.add(
      (next) => (args) => {
        alter(args.request as Signed);
        return next(args);
      },
      { step: 'deserialize', name: 'alter' },
    );
    try {
      const command = new PutObjectCommand({ ...OBJECT, Body: 'content', ...input });
      return (await client.send(command)).$metadata.httpStatusCode;
    } catch (error) {
      if (error instanceof S3ServiceException) return error.$metadata.httpStatusCode;
      throw error;
    }
  }
  const hash = (algorithm: string, text: string) => createHash(algorithm).update(text);

  it('accepts what the SDK signs', async () => {
    expect(await put()).toBe(200);
    const { Body } = await new S3Client(standIn.settings).send(new GetObjectCommand(OBJECT));
    expect(await Body?.transformToString()).toBe('content');
  });

  it.each<[string, (signed: Signed) => void]>([
    ['signature', ({ headers }) => (headers['authorization'] = `${headers['authorization']?.slice(0, -1)}x`)],
    [
      'length of the signature',
      ({ headers }) => (headers['authorization'] = headers['authorization']?.slice(0, -2) ?? ''),
    ],
    ['signature, which is missing', ({ headers }) => delete headers['authorization']],
    ['path', (signed) => (signed.path += '1')],
    ['query', ({ query }) => (query['partNumber'] = '1')],
    ['header that is not signed', ({ headers }) => (headers['x-amz-acl'] = 'public-read')],
    ['signed header, which is missing', ({ headers }) => delete headers['content-type']],
    ['date', ({ headers }) => (headers['x-amz-date'] = '20300101T000000Z')],
    ['body', (signed) => (signed.body = 'CONTENT')],
    [
      'hash of the body',
      ({ headers }) => (headers['x-amz-content-sha256'] = hash('sha256', 'CONTENT').digest('hex')),
    ],
  ])('rejects another %s, and stores nothing', async (_what, alter) => {
    const input = { ContentType: 'image/png' };
    expect(await put(undefined, input)).toBe(200);
    standIn.objects.clear();
    expect([400, 403]).toContain(await put(alter, input));
    expect(standIn.objects.size).toBe(0);
  });

  it('rejects other keys and old requests', async () => {
    const { credentials, ...settings } = standIn.settings;
    expect(await put(undefined, {}, { ...credentials, secretAccessKey: 'guessed' })).toBe(403);
    expect(await put(undefined, {}, { ...credentials, accessKeyId: 'FOREIGN' })).toBe(403);
    const slow = new S3Client({ ...settings, credentials, systemClockOffset: -16 * 60_000, maxAttempts: 1 });
    await expect(slow.send(new GetObjectCommand(OBJECT))).rejects.toMatchObject({
      name: 'RequestTimeTooSkewed',
    });
  });

  it('accepts a checksum only if it matches the body', async () => {
    const sums = (text: string): Partial<PutObjectCommandInput>[] => [
      { ContentMD5: hash('md5', text).digest('base64') },
      { ChecksumSHA1: hash('sha1', text).digest('base64') },
      { ChecksumSHA256: hash('sha256', text).digest('base64') },
    ];
    for (const right of sums('content')) expect(await put(undefined, right)).toBe(200);
    standIn.objects.clear();
    for (const wrong of [
      ...sums('other'),
      { ContentMD5: 'nonsense' },
      { ChecksumCRC64NVME: 'AAAAAAAAAAA=' },
    ]) {
      expect([400, 501]).toContain(await put(undefined, wrong));
    }
    expect(standIn.objects.size).toBe(0);
  });

  it('requires the length', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'transfer-encoding': 'chunked' };
      const client = request(`${standIn.endpoint}/mainstay-files/uploads/1`, { method: 'PUT', headers });
      client.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
      client.on('error', reject).end('content');
    });
    expect(status).toBe(411);
  });

  it('rejects a form with a field that its policy does not name, or another value', async () => {
    const { url, fields } = await createPresignedPost(new S3Client(standIn.settings), {
      ...OBJECT,
      Conditions: [['content-length-range', 1, 10]],
    });
    const post = async (extra: Record<string, string>, content = 'content') => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...extra })) form.set(name, value);
      form.set('file', new Blob([content]));
      const response = await fetch(url, { method: 'POST', body: form });
      await response.arrayBuffer();
      return response.status;
    };
    const policy = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString()) as object;
    const wider = Buffer.from(JSON.stringify({ ...policy, conditions: [] })).toString('base64');
    expect(await post({ acl: 'public-read' })).toBe(403);
    expect(await post({ key: 'uploads/2' })).toBe(403);
    expect(await post({ Policy: wider })).toBe(403);
    expect(await post({}, '')).toBe(400);
    expect(await post({}, '12345678901')).toBe(400);
    expect(standIn.objects.size).toBe(0);
    expect(await post({})).toBe(204);
  });
});
