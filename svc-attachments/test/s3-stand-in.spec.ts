import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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
    ['hash of the body', ({ headers }) => (headers['x-amz-content-sha256'] = sha256('CONTENT'))],
    ['checksum', ({ headers }) => (headers['content-md5'] = 'other')],
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
});
