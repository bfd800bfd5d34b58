import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Problem } from '@mainstay/service-kit';
import dns from 'node:dns';
import { S3Storage, type S3StorageOptions } from '../src/storage/s3-storage.ts';
import { ObjectChanged } from '../src/storage/storage.ts';
import { upload } from './file-calls.ts';
import { openS3 } from './s3-server.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';
import { CONTRACT_BYTES, describeStorage } from './storage-contract.ts';

describeStorage('S3', async () => {
  const s3 = await openS3();
  const storage = new S3Storage({ ...s3.settings, maxBytes: CONTRACT_BYTES });
  return { storage, close: () => s3.close(), isCeph: s3.isCeph };
});

describeStorage(
  'S3, the bucket as a host name',
  async () => {
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
  },
  'brief',
);

describe('S3', () => {
  let standIn: S3StandIn;
  let storage: S3Storage;
  beforeAll(async () => {
    standIn = await S3StandIn.start();
    storage = new S3Storage(standIn.settings);
  });
  afterAll(() => standIn.close());

  const soon = () => new Date(Date.now() + 60_000);
  const storageWith = (other: Partial<S3StorageOptions>) => new S3Storage({ ...standIn.settings, ...other });
  const statusOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof Problem ? error.getStatus() : error),
    );

  it('signs its own calls, and the stand-in notices when they are signed with another secret', async () => {
    await expect(storage.inspect('uploads/none')).resolves.toBeUndefined();
    const credentials = { ...standIn.settings.credentials, secretAccessKey: 'guessed' };
    const intruder = storageWith({ credentials });
    expect(await statusOf(intruder.inspect('uploads/none'))).toBe(503);
    expect(await upload(await intruder.signUpload('uploads/none', soon()), 'x')).toBe(403);
    expect(standIn.objects.size).toBe(0);
  });

  it('signs only expiry, key and host, so that any browser can PUT', async () => {
    const { searchParams } = new URL(await storage.signUpload('uploads/1', soon()));
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('host');
    expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });

  it('accepts a file of exactly the size that an address was signed for', async () => {
    const url = await storage.signUpload('uploads/sized', soon(), { exactly: 7 });
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    for (const content of ['', 'conten', 'contents']) expect(await upload(url, content)).toBe(403);
    expect(standIn.objects.has('uploads/sized')).toBe(false);
    expect(await upload(url, 'content')).toBe(200);
  });

  it('gives a copy a type that no browser renders', async () => {
    await upload(await storage.signUpload('uploads/page', soon()), '<p>', 'text/html');
    const object = await storage.inspect('uploads/page');
    await storage.copy('uploads/page', object?.version ?? '', 'attachments/page');
    expect(standIn.objects.get('attachments/page')?.type).toBe('application/octet-stream');
  });

  it('leaves no copy of another version where the server ignores the condition', async () => {
    standIn.ignoresCopyCondition = true;
    const url = await storage.signUpload('uploads/1', soon());
    await upload(url, 'inspected');
    const version = (await storage.inspect('uploads/1'))?.version ?? '';
    await upload(url, 'slipped in');
    await expect(storage.copy('uploads/1', version, 'attachments/1')).rejects.toThrow(ObjectChanged);
    expect(standIn.objects.has('attachments/1')).toBe(false);
    standIn.ignoresCopyCondition = false;
  });

  it('addresses the bucket as a host name unless told otherwise', async () => {
    const onAws = storageWith({ endpoint: undefined, forcePathStyle: false });
    const url = await onAws.signUpload('uploads/1', soon());
    expect(url).toMatch(/^https:\/\/mainstay-files\.s3\.eu-central-1\.amazonaws\.com\/uploads\/1\?/);
    expect(await onAws.keyOf(url)).toBe('uploads/1');
  });

  it('is a 503 when S3 refuses or cannot be reached', async () => {
    standIn.fault = { status: 503, code: 'SlowDown' };
    const nowhere = storageWith({ endpoint: 'http://127.0.0.1:1' });
    const statuses = await Promise.all(
      [
        storage.inspect('uploads/1'),
        storage.copy('uploads/1', '"x"', 'attachments/1'),
        storage.remove('uploads/1'),
        nowhere.inspect('uploads/1'),
      ].map(statusOf),
    );
    standIn.fault = undefined;
    expect(statuses).toEqual([503, 503, 503, 503]);
  });
});

/** In place of the name resolver. */
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
