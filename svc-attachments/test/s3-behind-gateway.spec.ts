import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Storage } from '../src/storage/s3-storage.ts';
import { PAGES, startGatewayBefore } from './gateway-before.ts';
import { download, upload } from './file-calls.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';
import { CONTRACT_BYTES, describeStorage } from './storage-contract.ts';

async function open() {
  const standIn = await S3StandIn.start();
  const gateway = await startGatewayBefore(standIn.endpoint, standIn.settings.bucket).catch(
    async (error: unknown) => {
      // Otherwise it would keep the process from ending.
      await standIn.close();
      throw error;
    },
  );
  const storage = new S3Storage({
    ...standIn.settings,
    endpoint: gateway.url,
    innerEndpoint: standIn.endpoint,
    maxBytes: CONTRACT_BYTES,
  });
  const close = async () => {
    await gateway.close();
    await standIn.close();
  };
  return { standIn, gateway, storage, close };
}

describeStorage('S3 behind the gateway', open, 'brief');

describe('the gateway before the storage', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const soon = () => new Date(Date.now() + 60_000);
  const newKey = () => `uploads/${randomUUID()}`;
  const statusOf = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(opened.gateway.url + path, init);
    await response.arrayBuffer();
    return response.status;
  };

  it('says of every file what no signed address can ask for', async () => {
    const { storage } = opened;
    const key = newKey();
    await upload(await storage.signUpload(key, soon()), '<script>alert(1)</script>', 'text/html');
    await storage.store('thumbnails/7', Buffer.from('picture'));
    for (const url of [
      await storage.signDownload(key, 'page.html', soon()),
      await storage.signPicture('thumbnails/7', soon()),
      await storage.signDownload(newKey(), 'nothing', soon()),
      `${opened.gateway.url}/nothing`,
    ]) {
      const { headers } = await download(url);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.* sandbox$/);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('lets nothing through but files of the bucket and forms', async () => {
    const { calls } = opened.standIn;
    const { bucket } = opened.standIn.settings;
    for (const [method, path, status] of [
      ['GET', '/', 404],
      ['GET', '/health', 404],
      ['PATCH', '/create-user', 404],
      ['PUT', '/another-bucket', 404],
      ['GET', `/another-bucket/${newKey()}`, 404],
      ['GET', `/${bucket}/other/1`, 404],
      ['GET', `/${bucket}/uploads/a/../../../another-bucket/1`, 404],
      ['GET', `/${bucket}?list-type=2`, 405],
      ['PUT', `/${bucket}?policy`, 405],
      ['DELETE', `/${bucket}`, 405],
      ['DELETE', `/${bucket}/${newKey()}`, 405],
      ['POST', `/${bucket}/${newKey()}?uploads`, 405],
      ['PUT', `/${bucket}/attachments/${randomUUID()}`, 405],
    ] as const) {
      expect([method, path, await statusOf(path, { method })]).toEqual([method, path, status]);
    }
    expect(opened.standIn.calls).toBe(calls);
  });

  it('passes on neither a cookie nor a signature in a header', async () => {
    const { storage, standIn } = opened;
    const key = newKey();
    await upload(await storage.signUpload(key, soon()), 'content');
    const byHeader = new S3Storage({ ...standIn.settings, endpoint: opened.gateway.url });
    await expect(byHeader.inspect(key)).rejects.toMatchObject({ status: 503 });
    expect(await storage.inspect(key)).toMatchObject({ size: 7 });
  });

  it('refuses what is larger than a file may be, in a way that the page can read', async () => {
    const url = await opened.storage.signUpload(newKey(), soon());
    const response = await fetch(url, { method: 'PUT', body: new Uint8Array(10_485_760 + 70_000) });
    expect(response.status).toBe(413);
    expect(response.headers.get('access-control-allow-origin')).toBe(PAGES);
  });

  it('passes a file on while it arrives', async () => {
    const { calls } = opened.standIn;
    const url = await opened.storage.signUpload(newKey(), soon());
    const sent = request(url, { method: 'PUT', headers: { 'content-length': 2000 } });
    sent.write(Buffer.alloc(1000));
    for (let tries = 0; opened.standIn.calls === calls && tries < 100; tries += 1) await sleep(50);
    expect(opened.standIn.calls).toBe(calls + 1);
    sent.end(Buffer.alloc(1000));
    const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }];
    expect(statusCode).toBe(200);
  });
});
