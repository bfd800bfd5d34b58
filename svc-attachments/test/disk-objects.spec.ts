import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DiskStorage } from '../src/storage/disk-storage.ts';
import { download, upload } from './file-calls.ts';
import { acceptAnyAddress, HOLDER, runService, until, useService } from './running-service.ts';
import { CONTRACT_BYTES, describeStorage } from './storage-contract.ts';

describeStorage('disk', async () => {
  const run = await runService({ MAX_ATTACHMENT_BYTES: String(CONTRACT_BYTES) });
  acceptAnyAddress(run);
  return { storage: run.storage, close: () => run.close() };
});

const MAX = 10_485_760;

const service = useService();
let storage: DiskStorage;
beforeAll(() => {
  storage = service.app.get(DiskStorage);
  acceptAnyAddress(service);
});

const soon = () => new Date(Date.now() + 60_000);
async function newUpload(): Promise<{ key: string; url: string }> {
  const key = `uploads/${randomUUID()}`;
  return { key, url: await storage.signUpload(key, soon()) };
}

/** A PUT without a Content-Length: the size is known only after the transfer. */
async function uploadChunked(url: string, bytes: number): Promise<number> {
  const body = new Blob([new Uint8Array(bytes)]).stream();
  const response = await fetch(url, { method: 'PUT', body, duplex: 'half' });
  await response.arrayBuffer();
  return response.status;
}

const partsOf = (key: string) => readdir(join(service.directory, key)).catch(() => []);

describe('PUT of an object', () => {
  it('accepts 10485760 bytes and not one more, with or without a Content-Length', async () => {
    for (const send of [(url: string, size: number) => upload(url, new Uint8Array(size)), uploadChunked]) {
      const { key, url } = await newUpload();
      expect(await send(url, MAX + 1)).toBe(413);
      expect(await storage.inspect(key)).toBeUndefined();
      expect(await partsOf(key)).toEqual([]);
      expect(await send(url, MAX)).toBe(200);
      expect(await storage.inspect(key)).toMatchObject({ size: MAX });
    }
  });

  it('rejects a file with too large a Content-Length before the transfer', async () => {
    const { url } = await newUpload();
    const client = request(url, { method: 'PUT', headers: { 'content-length': MAX + 1 } });
    client.flushHeaders();
    const status = await new Promise((resolve, reject) => {
      client.on('error', reject).on('response', ({ statusCode }) => resolve(statusCode));
    });
    client.on('error', () => undefined).destroy();
    expect(status).toBe(413);
  });

  it.each([
    ['a file that is too large without a Content-Length', 413, MAX + 1, (url: string) => url],
    ['an upload without permission', 403, 100_000, (url: string) => url.slice(0, -1)],
  ])('leaves the connection usable for the next request after %s', async (_what, status, bytes, address) => {
    const { url } = await newUpload();
    const { pathname, search, host, port } = new URL(address(url));
    const connection = connect(Number(port), '127.0.0.1');
    const rest = 500_000;
    connection.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    // Like a client that sends faster than the service rejects.
    for (const size of [bytes, rest]) {
      connection.write(`${size.toString(16)}\r\n`);
      connection.write(Buffer.alloc(size));
      connection.write('\r\n');
    }
    connection.write(`0\r\n\r\nGET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect((await text(connection)).match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
  });

  it.each([
    ['application/json', '{ "not": json'],
    ['application/x-www-form-urlencoded', 'a=b&c=d'],
    ['multipart/form-data; boundary=x', '--x--'],
    [null, 'text'],
    ['image/png', '<svg onload=alert(1)>'],
  ])('stores bytes of type %s unchanged', async (type, content) => {
    const { key, url } = await newUpload();
    expect(await upload(url, content, type)).toBe(200);
    const { bytes } = await download(await storage.signDownload(key, 'file', soon(), HOLDER));
    expect(bytes.toString()).toBe(content);
  });

  it('leaves nothing of an upload whose client disconnects halfway', async () => {
    const { key, url } = await newUpload();
    const client = request(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
    client.on('error', () => undefined);
    client.write(Buffer.alloc(500_000));
    await until(async () => (await partsOf(key)).length === 1);
    client.destroy();
    await until(async () => (await partsOf(key)).length === 0);
    expect(await storage.inspect(key)).toBeUndefined();
  });

  it.each([
    ['', undefined],
    [' with an error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })],
  ])('blames the client, not the storage, for an interrupted upload%s', async (_how, error) => {
    const { key } = await newUpload();
    const source = new Readable({ read: () => undefined });
    const written = storage.write(key, source);
    source.push('half');
    await until(async () => (await partsOf(key)).length === 1);
    source.destroy(error);
    await expect(written).rejects.toMatchObject({ status: 400 });
  });

  it('keeps the stored file until a new one is complete', async () => {
    const { key, url } = await newUpload();
    await upload(url, 'complete');
    const client = request(url, { method: 'PUT', headers: { 'content-length': 1000 } });
    client.on('error', () => undefined);
    client.write('half');
    await until(async () => (await partsOf(key)).length === 2);
    const { bytes } = await download(await storage.signDownload(key, 'file', soon(), HOLDER));
    expect(bytes.toString()).toBe('complete');
    client.destroy();
    await until(async () => (await partsOf(key)).length === 1);
  });

  it('stores one of two files sent at the same time, complete', async () => {
    const { key, url } = await newUpload();
    const files = ['a', 'b'].map((letter) => letter.repeat(2_000_000));
    expect(await Promise.all(files.map((file) => upload(url, file)))).toEqual([200, 200]);
    const { bytes } = await download(await storage.signDownload(key, 'file', soon(), HOLDER));
    expect(files).toContain(bytes.toString());
  });

  it('keeps no two parts that are together too large, also when they arrive at the same time', async () => {
    const { multipart } = storage;
    const key = `uploads/${randomUUID()}`;
    const uploadId = await multipart.create(key);
    const sources = [1, 2].map(() => new Readable({ read: () => undefined }));
    const writes = sources.map((source, at) => multipart.write(key, uploadId, at + 1, source));
    const arriving = () => partsOf(`${key}/${uploadId}.multipart`);
    await until(async () => (await arriving()).length === 2);
    for (const source of sources) {
      source.push(new Uint8Array(MAX / 2 + 1));
      source.push(null);
    }
    const results = await Promise.allSettled(writes);
    expect(results).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ status: 413 }) });
    expect((await multipart.parts(key, uploadId))?.length).toBeLessThan(2);
  });

  it('accepts only JSON in other operations', async () => {
    for (const type of ['application/octet-stream', 'image/png', 'text/plain']) {
      const response = await fetch(`${service.url}/api/tickets/${service.ticketA}/attachments`, {
        method: 'POST',
        headers: { cookie: service.admin.cookie, 'content-type': type },
        body: '{}',
      });
      await response.arrayBuffer();
      expect(response.status).toBe(415);
    }
  });
});

describe('GET of an object', () => {
  it('does not let a browser render the file, and supports HEAD', async () => {
    const { key, url } = await newUpload();
    await upload(url, '<script>alert(1)</script>', 'text/html');
    const target = await storage.signDownload(key, 'page.html', soon(), HOLDER);
    const [get, head] = [await fetch(target), await fetch(target, { method: 'HEAD' })];
    expect([get.status, head.status]).toEqual([200, 200]);
    for (const [name, value] of [
      ['content-type', 'application/octet-stream'],
      ['content-disposition', `attachment; filename="page.html"; filename*=UTF-8''page.html`],
      ['x-content-type-options', 'nosniff'],
      ['content-security-policy', "default-src 'none'; sandbox"],
      ['cache-control', 'private, no-store'],
      ['accept-ranges', 'bytes'],
      ['content-length', '25'],
    ] as const) {
      expect([name, get.headers.get(name), head.headers.get(name)]).toEqual([name, value, value]);
    }
    expect(await get.text()).toBe('<script>alert(1)</script>');
    expect(await head.text()).toBe('');
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'));
  });

  it('lets the gateway send the file where configured, after authorization', async () => {
    const behindGateway = await runService({ FILES_SENT_BY_GATEWAY: 'true' });
    try {
      acceptAnyAddress(behindGateway);
      const files = behindGateway.app.get(DiskStorage);
      const key = `uploads/${randomUUID()}`;
      await upload(await files.signUpload(key, soon()), 'x');
      const target = await files.signDownload(key, 'page.html', soon(), HOLDER);
      const { status, headers } = await fetch(target);
      expect(status).toBe(200);
      for (const [name, value] of [
        ['x-accel-redirect', `/gateway/objects/${key}/object`],
        ['content-type', 'application/octet-stream'],
        ['content-disposition', `attachment; filename="page.html"; filename*=UTF-8''page.html`],
        ['cache-control', 'private, no-store'],
        ['content-length', '0'],
      ] as const) {
        expect([name, headers.get(name)]).toEqual([name, value]);
      }
      const forged = await fetch(target.replace('page.html', 'other.html'));
      expect([forged.status, forged.headers.get('x-accel-redirect')]).toEqual([403, null]);
      await files.remove(key);
      const gone = await fetch(target);
      expect([gone.status, gone.headers.get('x-accel-redirect')]).toEqual([404, null]);
    } finally {
      await behindGateway.close();
    }
  });
});

describe('an object URL', () => {
  it.each([
    '/api/attachments/objects/uploads/../../../../etc/passwd',
    '/api/attachments/objects/uploads/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/api/attachments/objects/..%2f..%2fetc/passwd',
    '/api/attachments/objects/uploads/x?expires=99999999999&signature=AAAA',
    '/api/attachments/objects/uploads/x?expires=NaN&signature=',
    '/api/attachments/objects/uploads/%00?expires=99999999999&signature=AAAA',
  ])('without a valid signature reveals nothing: %s', async (path) => {
    for (const method of ['GET', 'PUT']) {
      const status = await new Promise((resolve, reject) => {
        const client = request(service.url, { method, path }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        client.on('error', reject).end(method === 'PUT' ? 'x' : undefined);
      });
      expect([403, 404]).toContain(status);
    }
  });
});
