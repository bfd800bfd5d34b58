import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectChanged, type Storage } from '../src/storage/storage.ts';
import { describeForms, describeMultipart, describeRanges } from './storage-contract-transfers.ts';
import { eachParameterAltered } from './altered-urls.ts';
import { download, upload } from './running-service.ts';

/** The contract of every storage driver, tested over HTTP as browsers use it. */
export function describeStorage(
  name: string,
  open: () => Promise<{ storage: Storage; close: () => Promise<void>; isCeph?: boolean }>,
) {
  describe(`storage contract: ${name}`, () => {
    let storage: Storage;
    let close: () => Promise<void>;
    let isCeph: boolean;
    beforeAll(async () => {
      ({ storage, close, isCeph = false } = await open());
    });
    afterAll(() => close());

    const soon = () => new Date(Date.now() + 60_000);
    const newKey = () => `uploads/${randomUUID()}`;

    async function stored(bytes: Uint8Array<ArrayBuffer> | string = 'content'): Promise<string> {
      const key = newKey();
      expect(await upload(await storage.signUpload(key, soon()), bytes)).toBe(200);
      return key;
    }
    async function versionOf(key: string): Promise<string> {
      const object = await storage.inspect(key);
      if (!object) throw new Error(`nothing under ${key}`);
      return object.version;
    }
    async function contentOf(key: string): Promise<Buffer> {
      const { status, bytes } = await download(await storage.signDownload(key, 'file', soon()));
      expect(status).toBe(200);
      return bytes;
    }

    it('stores a file through its URL and returns it unchanged', async () => {
      const bytes = randomBytes(10_485_760);
      const key = await stored(bytes);
      expect(await storage.inspect(key)).toMatchObject({ size: bytes.length });
      expect((await contentOf(key)).equals(bytes)).toBe(true);
    });

    it('stores an empty file', async () => {
      expect(await storage.inspect(await stored(''))).toMatchObject({ size: 0 });
    });

    it('finds nothing that was not uploaded', async () => {
      const key = newKey();
      await storage.signUpload(key, soon());
      expect(await storage.inspect(key)).toBeUndefined();
      expect(await download(await storage.signDownload(key, 'file', soon()))).toMatchObject({ status: 404 });
    });

    it('replaces a file uploaded again, as another version', async () => {
      const key = newKey();
      const url = await storage.signUpload(key, soon());
      await upload(url, 'first');
      const version = await versionOf(key);
      await upload(url, 'other');
      expect(await versionOf(key)).not.toBe(version);
      expect((await contentOf(key)).toString()).toBe('other');
    });

    it('copies to where the upload URL is not valid', async () => {
      const key = newKey();
      const url = await storage.signUpload(key, soon());
      await upload(url, 'recorded');
      const copy = `attachments/${randomUUID()}`;
      await storage.copy(key, await versionOf(key), copy);
      expect(await upload(url, 'replaced')).toBe(200);
      expect((await contentOf(copy)).toString()).toBe('recorded');
      await storage.remove(key);
      expect((await contentOf(copy)).toString()).toBe('recorded');
    });

    it('copies only the inspected version', async () => {
      const key = newKey();
      const url = await storage.signUpload(key, soon());
      await upload(url, 'inspected');
      const version = await versionOf(key);
      await upload(url, 'slipped in');
      const copy = `attachments/${randomUUID()}`;
      await expect(storage.copy(key, version, copy)).rejects.toThrow(ObjectChanged);
      expect(await storage.inspect(copy)).toBeUndefined();

      await storage.remove(key);
      await expect(storage.copy(key, version, copy)).rejects.toThrow(ObjectChanged);
    });

    it('reads the first bytes', async () => {
      const key = await stored('content');
      for (const [limit, bytes] of [
        [4, 'cont'],
        [7, 'content'],
        [100, 'content'],
      ] as const) {
        expect((await storage.readBytes(key, limit))?.toString()).toBe(bytes);
      }
      expect(await storage.readBytes(await stored(''), 100)).toHaveLength(0);
      expect(await storage.readBytes(newKey(), 100)).toBeUndefined();
    });

    it('serves a thumbnail so that pages can show it', async () => {
      const key = `thumbnails/${randomUUID()}`;
      await storage.store(key, Buffer.from('picture'));
      const { status, headers, bytes } = await download(await storage.signPicture(key, soon()));
      expect([status, bytes.toString()]).toEqual([200, 'picture']);
      expect(headers.get('content-type')).toBe('image/webp');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="thumbnail.webp"/);
      expect(headers.get('cache-control')).toBe('private, max-age=86400');
    });

    it('lists what is stored', async () => {
      const listed = async (key?: string) => {
        const objects = [];
        for await (const page of storage.list(key)) objects.push(...page);
        return objects;
      };
      const before = (await listed()).length;
      const keys = await Promise.all([stored(), stored(''), stored()]);
      const copy = `attachments/${randomUUID()}`;
      const picture = `thumbnails/${randomUUID()}`;
      await storage.copy(keys[0], await versionOf(keys[0]), copy);
      await storage.store(picture, Buffer.from('picture'));
      const objects = await listed();
      expect(objects.map(({ key }) => key)).toEqual(expect.arrayContaining([...keys, copy, picture]));
      expect(new Set(objects.map(({ key }) => key)).size).toBe(before + 5);
      for (const { key, storedAt } of objects) {
        if ([...keys, copy, picture].includes(key)) {
          expect(Math.abs(storedAt.getTime() - Date.now())).toBeLessThan(10_000);
        }
      }
      expect((await listed(picture)).map(({ key }) => key)).toEqual([picture]);
      await storage.remove(picture);
      expect(await listed(picture)).toEqual([]);
      expect(await listed()).toHaveLength(before + 4);
    });

    it('is at most 10485760 bytes in these tests', () => {
      expect(storage.maxBytes).toBe(10_485_760);
    });

    it('lists unfinished uploads, however many, and removes them by their keys', async () => {
      const keys = Array.from({ length: 12 }, newKey);
      for (const key of keys) await storage.multipart.create(key);
      const listed = async (key?: string) => {
        const found: string[] = [];
        for await (const page of storage.list(key)) found.push(...page.map((object) => object.key));
        return found;
      };
      expect(await listed()).toEqual(expect.arrayContaining(keys));
      for (const key of keys) {
        expect(await listed(key)).toEqual([key]);
        await storage.remove(key);
        expect(await listed(key)).toEqual([]);
      }
    });

    it('removes objects, also missing ones', async () => {
      const key = await stored();
      await storage.remove(key);
      expect(await storage.inspect(key)).toBeUndefined();
      await expect(storage.remove(key)).resolves.toBeUndefined();
    });

    it('serves whatever was stored as an attachment of unknown type under its original name', async () => {
      const key = newKey();
      await upload(await storage.signUpload(key, soon()), '<script>alert(1)</script>', 'text/html');
      const { headers } = await download(await storage.signDownload(key, 'Größe "1".html', soon()));
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="Gr__e _1_.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.html`,
      );
    });

    it('recognizes only its own upload URLs', async () => {
      const key = newKey();
      const url = await storage.signUpload(key, soon());
      expect(await storage.keyOf(url)).toBe(key);
      expect(await storage.keyOf(url.replace(new URL(url).hostname, 'evil.example'))).toBeUndefined();
      // Where the host names the bucket every path is a key, though never one that was granted.
      expect([undefined, 'etc/passwd']).toContain(await storage.keyOf(new URL('/etc/passwd', url).href));
      expect(await storage.keyOf('javascript:alert(1)')).toBeUndefined();
    });

    it('refuses every URL it did not sign', async () => {
      const key = await stored();
      const other = await stored('other');
      const uploadUrl = await storage.signUpload(key, soon());
      const downloadUrl = await storage.signDownload(key, 'name', soon());

      // S3 returns 400 for a malformed signature, and the gateway in front of it 405 for writes elsewhere.
      const refusals = [403, 400, 405];
      const forged = [
        uploadUrl.replace(key, other),
        uploadUrl.replace(key, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`),
        uploadUrl.replace(key, key.replace('uploads', 'attachments')),
        uploadUrl.split('?', 1)[0] ?? '',
        `${uploadUrl}0`,
        ...eachParameterAltered(uploadUrl),
        downloadUrl,
      ];
      for (const url of forged) expect(refusals).toContain(await upload(url, 'forged'));
      for (const url of [uploadUrl, downloadUrl.replace(key, other), ...eachParameterAltered(downloadUrl)]) {
        expect(refusals).toContain((await download(url)).status);
      }
      expect((await contentOf(key)).toString()).toBe('content');
      expect((await contentOf(other)).toString()).toBe('other');
    });

    it('refuses its own URLs once they have expired', async () => {
      const key = await stored();
      const expiresAt = new Date(Date.now() + 2000);
      const uploadUrl = await storage.signUpload(key, expiresAt);
      const downloadUrl = await storage.signDownload(key, 'name', expiresAt);
      await sleep(3100);
      expect(await upload(uploadUrl, 'late')).toBe(403);
      expect(await download(downloadUrl)).toMatchObject({ status: 403 });
      expect((await contentOf(key)).toString()).toBe('content');
    });

    describeRanges(
      () => storage,
      () => isCeph,
    );
    describeForms(() => storage);
    describeMultipart(
      () => storage,
      () => isCeph,
    );
  });
}
