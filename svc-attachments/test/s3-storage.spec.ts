import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import dns from 'node:dns';
import { Problem } from '@mainstay/service-kit';
import { S3Storage } from '../src/storage/s3-storage.ts';
import { ObjectChanged } from '../src/storage/storage.ts';
import { upload } from './running-service.ts';
import { openS3 } from './s3-server.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';
import { describeStorage } from './storage-contract.ts';

describeStorage('S3', async () => {
  const s3 = await openS3();
  return { storage: new S3Storage(s3.settings), close: () => s3.close(), isCeph: s3.isCeph };
});

describeStorage('S3, the bucket as a host name', async () => {
  const standIn = await S3StandIn.start();
  const endpoint = standIn.endpoint.replace('127.0.0.1', 's3.test');
  // No name server knows s3.test and what is below it.
  const lookup = jest.spyOn(dns, 'lookup').mockImplementation(resolveToLoopback);
  return {
    storage: new S3Storage({ ...standIn.settings, endpoint, forcePathStyle: false }),
    close: async () => {
      lookup.mockRestore();
      await standIn.close();
    },
  };
});

const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE } =
  process.env;
// `S3_ENDPOINT=https://… S3_BUCKET=… S3_ACCESS_KEY_ID=… S3_SECRET_ACCESS_KEY=… npm test -w svc-attachments -- s3-storage`
if (S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
  describeStorage(`S3 at ${S3_ENDPOINT}`, () =>
    Promise.resolve({
      storage: new S3Storage({
        bucket: S3_BUCKET,
        region: S3_REGION ?? 'us-east-1',
        endpoint: S3_ENDPOINT,
        credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
        forcePathStyle: S3_FORCE_PATH_STYLE === 'true',
        maxBytes: 10_485_760,
      }),
      close: () => Promise.resolve(),
    }),
  );
}

describe('S3 storage', () => {
  let standIn: S3StandIn;
  beforeAll(async () => {
    standIn = await S3StandIn.start();
  });
  afterAll(() => standIn.close());

  const statusOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof Problem ? error.getStatus() : error),
    );

  it('signs its own calls, and the stand-in notices when they are signed with another secret', async () => {
    const storage = new S3Storage(standIn.settings);
    await expect(storage.inspect('uploads/none')).resolves.toBeUndefined();

    const credentials = { ...standIn.settings.credentials, secretAccessKey: 'guessed' };
    const intruder = new S3Storage({ ...standIn.settings, credentials });
    expect(await statusOf(intruder.inspect('uploads/none'))).toBe(503);
    expect(await upload(await intruder.signUpload('uploads/none', new Date(Date.now() + 60_000)), 'x')).toBe(
      403,
    );
    expect(standIn.objects.size).toBe(0);
  });

  it('puts nothing but expiry, key and host under the signature, so that any browser can PUT', async () => {
    const url = new URL(
      await new S3Storage(standIn.settings).signUpload('uploads/1', new Date(Date.now() + 60_000)),
    );
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('host');
    expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });

  it('takes a file of exactly the size that an address was signed for', async () => {
    const storage = new S3Storage(standIn.settings);
    const url = await storage.signUpload('uploads/sized', new Date(Date.now() + 60_000), { exactly: 7 });
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    for (const content of ['', 'conten', 'contents', 'x'.repeat(10_485_761)]) {
      expect(await upload(url, content)).toBe(403);
    }
    expect(standIn.objects.has('uploads/sized')).toBe(false);
    expect(await upload(url, 'content')).toBe(200);
  });

  it('gives a copy a type that no browser renders', async () => {
    const storage = new S3Storage(standIn.settings);
    await upload(await storage.signUpload('uploads/page', new Date(Date.now() + 60_000)), '<p>', 'text/html');
    const object = await storage.inspect('uploads/page');
    await storage.copy('uploads/page', object?.version ?? '', 'attachments/page');
    expect(standIn.objects.get('attachments/page')?.type).toBe('application/octet-stream');
  });

  it('keeps no copy of another version where the server does not heed the condition', async () => {
    const lenient = await S3StandIn.start();
    lenient.heedsCopyCondition = false;
    const storage = new S3Storage(lenient.settings);
    const url = await storage.signUpload('uploads/1', new Date(Date.now() + 60_000));
    await upload(url, 'inspected');
    const version = (await storage.inspect('uploads/1'))?.version ?? '';
    await upload(url, 'slipped in');
    await expect(storage.copy('uploads/1', version, 'attachments/1')).rejects.toThrow(ObjectChanged);
    expect([...lenient.objects.keys()]).toEqual(['uploads/1']);
    await lenient.close();
  });

  it('addresses the bucket as a host name unless told otherwise', async () => {
    const storage = new S3Storage({ ...standIn.settings, endpoint: undefined, forcePathStyle: false });
    const url = await storage.signUpload('uploads/1', new Date(Date.now() + 60_000));
    expect(url).toMatch(/^https:\/\/mainstay-files\.s3\.eu-central-1\.amazonaws\.com\/uploads\/1\?/);
    expect(await storage.keyOf(url)).toBe('uploads/1');
  });

  it('is a 503 when S3 refuses or cannot be reached', async () => {
    const storage = new S3Storage(standIn.settings);
    standIn.fault = { status: 503, code: 'SlowDown' };
    for (const work of [
      storage.inspect('uploads/1'),
      storage.copy('uploads/1', '"x"', 'attachments/1'),
      storage.remove('uploads/1'),
    ]) {
      expect(await statusOf(work)).toBe(503);
    }
    standIn.fault = undefined;

    const nowhere = new S3Storage({ ...standIn.settings, endpoint: 'http://127.0.0.1:1' });
    expect(await statusOf(nowhere.inspect('uploads/1'))).toBe(503);
  });
});

/** Stands in for the resolver of names. */
function resolveToLoopback(...args: unknown[]): undefined {
  const callback = args.at(-1);
  const options = args[1];
  if (typeof callback !== 'function') throw new TypeError('no callback');
  const all = typeof options === 'object' && options !== null && Reflect.get(options, 'all') === true;
  process.nextTick(() => {
    if (all) Reflect.apply(callback, undefined, [null, [{ address: '127.0.0.1', family: 4 }]]);
    else Reflect.apply(callback, undefined, [null, '127.0.0.1', 4]);
  });
}
