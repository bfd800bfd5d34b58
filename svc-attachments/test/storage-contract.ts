import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { ObjectChanged, PartsRefused, type SignedForm, type Storage } from '../src/storage/storage.ts';
import { download, upload } from './file-calls.ts';
import { HOLDER } from './running-service.ts';

const MB = 1024 * 1024;

/** Maximum bytes of a file here: more than the first part of an upload, which has at least 5 MB. */
export const CONTRACT_BYTES = 5 * MB + 2000;

interface Opened {
  storage: Storage;
  close: () => Promise<void>;
  /** Ceph differs from S3 in a few ways, which the tests state. */
  isCeph?: boolean;
}

const soon = () => new Date(Date.now() + 60_000);
const newKey = () => `uploads/${randomUUID()}`;

/** The URL with one query parameter changed, once for each parameter of the permission. */
const eachParameterAltered = (url: string): string[] =>
  [...new URL(url).searchParams].map(([name, value]) => {
    const altered = new URL(url);
    altered.searchParams.set(name, changed(value));
    return altered.href;
  });
const changed = (value: string) => value.replace(/.$/, (last) => (last === '1' ? '2' : '1'));

/** What `sign` would have returned two minutes ago. */
async function twoMinutesAgo<Result>(sign: () => Promise<Result>): Promise<Result> {
  const now = Date.now() - 120_000;
  const real = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const;
  jest.useFakeTimers({ now, doNotFake: [...real, 'setInterval', 'setTimeout'] });
  try {
    return await sign();
  } finally {
    jest.useRealTimers();
  }
}

async function post({ url, fields }: SignedForm, content: Uint8Array<ArrayBuffer> | string): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([content]), 'photo.png');
  const response = await fetch(url, { method: 'POST', body: form });
  await response.arrayBuffer();
  return response.status;
}

/**
 * The contract of every storage, tested over HTTP as browsers use it.
 * @param extent `brief` for another way to a storage that is tested in full elsewhere
 */
export function describeStorage(
  name: string,
  open: () => Promise<Opened>,
  extent: 'full' | 'brief' = 'full',
) {
  describe(`storage contract: ${name}`, () => {
    let storage: Storage;
    let close: () => Promise<void>;
    let isCeph: boolean;
    beforeAll(async () => {
      ({ storage, close, isCeph = false } = await open());
    });
    afterAll(() => close());

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
      const { status, bytes } = await download(await storage.signDownload(key, 'file', soon(), HOLDER));
      expect(status).toBe(200);
      return bytes;
    }
    const textOf = async (key: string) => (await contentOf(key)).toString();
    async function listed(key?: string) {
      const objects = [];
      for await (const page of storage.list(key)) objects.push(...page);
      return objects;
    }

    const [first, second] = [randomBytes(5 * MB), randomBytes(1234)];
    const begin = async () => {
      const key = newKey();
      return { key, uploadId: await storage.multipart.create(key) };
    };
    async function putPart(
      { key, uploadId }: { key: string; uploadId: string },
      number: number,
      body: Uint8Array<ArrayBuffer>,
      status = 200,
    ) {
      const url = await storage.multipart.signPart(key, uploadId, number, soon());
      const response = await fetch(url, { method: 'PUT', body });
      await response.arrayBuffer();
      expect(response.status).toBe(status);
      return { number, etag: response.headers.get('etag') ?? '' };
    }

    it('stores a file through its URL and returns it unchanged', async () => {
      const bytes = randomBytes(300_000);
      const key = await stored(bytes);
      expect(await storage.inspect(key)).toMatchObject({ size: bytes.length });
      expect((await contentOf(key)).equals(bytes)).toBe(true);
      expect(await storage.inspect(await stored(''))).toMatchObject({ size: 0 });
    });

    it('copies only the inspected version', async () => {
      const key = newKey();
      const url = await storage.signUpload(key, soon());
      await upload(url, 'inspected');
      const version = await versionOf(key);
      await upload(url, 'slipped in');
      expect(await textOf(key)).toBe('slipped in');
      const copy = `attachments/${randomUUID()}`;
      await expect(storage.copy(key, version, copy)).rejects.toThrow(ObjectChanged);
      expect(await storage.inspect(copy)).toBeUndefined();

      await storage.remove(key);
      await expect(storage.copy(key, version, copy)).rejects.toThrow(ObjectChanged);
      expect((await download(await storage.signDownload(key, 'file', soon(), HOLDER))).status).toBe(404);
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
      const downloadUrl = await storage.signDownload(key, 'name', soon(), HOLDER);

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
      expect([await textOf(key), await textOf(other)]).toEqual(['content', 'other']);
    });

    it('refuses its own URLs once they have expired', async () => {
      const key = await stored();
      const { uploadId } = await begin();
      const expired = await twoMinutesAgo(async () => ({
        upload: await storage.signUpload(key, soon()),
        download: await storage.signDownload(key, 'name', soon(), HOLDER),
        part: await storage.multipart.signPart(key, uploadId, 1, soon()),
        form: await storage.signForm(key, soon()),
      }));
      expect(await upload(expired.upload, 'late')).toBe(403);
      expect(await upload(expired.part, 'late')).toBe(403);
      expect(await post(expired.form, 'late')).toBe(403);
      expect(await download(expired.download)).toMatchObject({ status: 403 });
      expect(await textOf(key)).toBe('content');
    });

    it('stores the file of a form under the key it was signed for', async () => {
      const key = newKey();
      const bytes = randomBytes(300_000);
      const form = await storage.signForm(key, soon());
      expect(form.fields['key']).toBe(key);
      expect(await post(form, bytes)).toBe(201);
      expect((await contentOf(key)).equals(bytes)).toBe(true);
    });

    it('makes an object from parts in any order, also repeated ones', async () => {
      const { multipart } = storage;
      const begun = await begin();
      const { key, uploadId } = begun;
      expect(await multipart.find(key)).toBe(uploadId);
      const last = await putPart(begun, 2, second);
      await putPart(begun, 1, randomBytes(5 * MB));
      const one = await putPart(begun, 1, first);
      expect(await storage.inspect(key)).toBeUndefined();
      expect(await multipart.parts(key, uploadId)).toEqual([
        { number: 1, etag: one.etag, size: 5 * MB },
        { number: 2, etag: last.etag, size: 1234 },
      ]);

      const unquoted = { number: 2, etag: last.etag.replaceAll('"', '') };
      const location = await multipart.complete(key, uploadId, [one, unquoted]);
      expect(await storage.keyOf(location)).toBe(key);
      expect((await contentOf(key)).equals(Buffer.concat([first, second]))).toBe(true);
      expect(await multipart.parts(key, uploadId)).toBeUndefined();
      expect(await multipart.find(key)).toBeUndefined();
    });

    if (extent === 'brief') return;

    it('copies to where the upload URL is not valid', async () => {
      const key = newKey();
      const url = await storage.signUpload(key, soon());
      await upload(url, 'recorded');
      const copy = `attachments/${randomUUID()}`;
      await storage.copy(key, await versionOf(key), copy);
      expect(await upload(url, 'replaced')).toBe(200);
      await storage.remove(key);
      expect(await textOf(copy)).toBe('recorded');
    });

    it('reads the first bytes', async () => {
      const key = await stored('content');
      const texts = [4, 7, 100].map(async (limit) => (await storage.readBytes(key, limit))?.toString());
      expect(await Promise.all(texts)).toEqual(['cont', 'content', 'content']);
      expect(await storage.readBytes(await stored(''), 100)).toHaveLength(0);
      expect(await storage.readBytes(newKey(), 100)).toBeUndefined();
    });

    it('serves a thumbnail so that pages can show it', async () => {
      const key = `thumbnails/${randomUUID()}`;
      await storage.store(key, Buffer.from('picture'));
      const { status, headers, bytes } = await download(await storage.signPicture(key, soon(), HOLDER));
      expect([status, bytes.toString()]).toEqual([200, 'picture']);
      expect(headers.get('content-type')).toBe('image/webp');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="thumbnail.webp"/);
      expect(headers.get('cache-control')).toBe('private, max-age=86400');
    });

    it('serves whatever was stored as an attachment of unknown type under its original name', async () => {
      const key = newKey();
      await upload(await storage.signUpload(key, soon()), '<script>alert(1)</script>', 'text/html');
      const { headers } = await download(await storage.signDownload(key, 'Größe "1".html', soon(), HOLDER));
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="Gr__e _1_.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.html`,
      );
    });

    it('lists what is stored and removes it, also what is missing', async () => {
      const before = (await listed()).length;
      const uploads = await Promise.all([stored(), stored(''), stored()]);
      const [copy, picture] = [`attachments/${randomUUID()}`, `thumbnails/${randomUUID()}`];
      await storage.copy(uploads[0], await versionOf(uploads[0]), copy);
      await storage.store(picture, Buffer.from('picture'));
      const keys = [...uploads, copy, picture];
      const objects = await listed();
      expect(new Set(objects.map(({ key }) => key)).size).toBe(before + 5);
      for (const key of keys) {
        const storedAt = objects.find((object) => object.key === key)?.storedAt.getTime() ?? 0;
        expect(Math.abs(storedAt - Date.now())).toBeLessThan(10_000);
      }
      expect((await listed(picture)).map(({ key }) => key)).toEqual([picture]);
      for (let time = 0; time < 2; time += 1) await storage.remove(picture);
      expect([await listed(picture), await storage.inspect(picture)]).toEqual([[], undefined]);
      expect(await listed()).toHaveLength(before + 4);
    });

    it('lists unfinished uploads, however many, and removes them by their keys', async () => {
      const keys = Array.from({ length: 12 }, newKey);
      for (const key of keys) await storage.multipart.create(key);
      expect((await listed()).map(({ key }) => key)).toEqual(expect.arrayContaining(keys));
      for (const key of keys) {
        expect(await listed(key)).toMatchObject([{ key }]);
        await storage.remove(key);
        expect(await listed(key)).toEqual([]);
      }
    });

    describe('a range of a download (RFC 9110, section 14)', () => {
      const content = randomBytes(100_000);
      const ask = async (headers: Record<string, string>) => {
        const url = await storage.signDownload(await stored(content), 'file', soon(), HOLDER);
        const response = await fetch(url, { headers });
        return { url, response, bytes: Buffer.from(await response.arrayBuffer()) };
      };

      it.each([
        ['bytes=0-99', 0, 99],
        ['bytes=99999-', 99_999, 99_999],
        ['bytes=500-200000', 500, 99_999],
      ])('%s is a 206 with those bytes', async (range, start, end) => {
        const { response, bytes } = await ask({ range });
        expect(response.status).toBe(206);
        expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/100000`);
        expect(response.headers.get('content-length')).toBe(String(end - start + 1));
        expect(response.headers.get('content-disposition')).toMatch(/^attachment;/);
        expect(bytes.equals(content.subarray(start, end + 1))).toBe(true);
      });

      it('that the file does not have is a 416; of another version it is the whole file', async () => {
        expect((await ask({ range: 'bytes=100000-' })).response.status).toBe(416);
        const { response, bytes } = await ask({ range: 'bytes=0-99', 'if-range': '"another"' });
        // Ceph does not support If-Range. An attachment's bytes never change, so there is no other version of one.
        expect(response.status).toBe(isCeph ? 206 : 200);
        expect(bytes.equals(isCeph ? content.subarray(0, 100) : content)).toBe(true);
      });

      it('of this version completes an interrupted download', async () => {
        const { url, response, bytes } = await ask({ range: 'bytes=0-39999' });
        const etag = response.headers.get('etag') ?? '';
        const rest = await fetch(url, { headers: { range: 'bytes=40000-', 'if-range': etag } });
        expect([response.status, rest.status]).toEqual([206, 206]);
        const whole = Buffer.concat([bytes, Buffer.from(await rest.arrayBuffer())]);
        expect(whole.equals(content)).toBe(true);
      });
    });

    describe('a form', () => {
      it('accepts as many bytes as a file may have and not one more', async () => {
        const key = newKey();
        const form = await storage.signForm(key, soon());
        expect([400, 413]).toContain(await post(form, new Uint8Array(CONTRACT_BYTES + 1)));
        expect(await storage.inspect(key)).toBeUndefined();
        expect(await post(form, new Uint8Array(CONTRACT_BYTES))).toBe(201);
      });

      it('is refused with any field altered or missing, and stores nothing', async () => {
        const [key, other] = [newKey(), newKey()];
        const { url, fields } = await storage.signForm(key, soon());
        for (const [name, value] of Object.entries(fields)) {
          // S3 takes the bucket only from the address.
          if (name === 'bucket') continue;
          const { [name]: _missing, ...without } = fields;
          for (const forged of [{ ...fields, [name]: changed(value) }, without]) {
            expect([400, 403]).toContain(await post({ url, fields: forged }, 'forged'));
          }
        }
        expect([400, 403]).toContain(await post({ url, fields: { ...fields, key: other } }, 'forged'));
        for (const unwritten of [key, other]) expect(await storage.inspect(unwritten)).toBeUndefined();
      });
    });

    describe('an upload in parts', () => {
      it('lists more parts than fit on one page', async () => {
        const begun = await begin();
        const numbers = Array.from({ length: 13 }, (_, index) => index + 1);
        for (const number of numbers) await putPart(begun, number, randomBytes(10));
        const parts = await storage.multipart.parts(begun.key, begun.uploadId);
        expect(parts?.map(({ number }) => number)).toEqual(numbers);
      });

      it('is not completed with wrong, unordered or too small parts, or without any', async () => {
        const { multipart } = storage;
        const begun = await begin();
        const { key, uploadId } = begun;
        const small = await putPart(begun, 1, second);
        const big = await putPart(begun, 2, first);
        for (const parts of [
          [small, big],
          [big, small],
          [{ ...big, etag: '"0"' }],
          [big, { number: 3, etag: big.etag }],
          [],
        ]) {
          await expect(multipart.complete(key, uploadId, parts)).rejects.toThrow(PartsRefused);
        }
        expect(await storage.inspect(key)).toBeUndefined();
        expect(await multipart.parts(key, uploadId)).toHaveLength(2);
      });

      it('is not completed with more bytes than a file may have', async () => {
        const { multipart } = storage;
        const begun = await begin();
        const { key, uploadId } = begun;
        const parts = [await putPart(begun, 1, first), await putPart(begun, 2, new Uint8Array(2000))];
        // A folder refuses the last part; S3 accepts it, and this service refuses the completion.
        if (storage.bucket === undefined) {
          await putPart(begun, 3, new Uint8Array(1), 413);
          expect(await multipart.parts(key, uploadId)).toHaveLength(2);
        } else {
          const tooMuch = [...parts, await putPart(begun, 3, new Uint8Array(1))];
          await expect(multipart.complete(key, uploadId, tooMuch)).rejects.toMatchObject({ status: 413 });
        }
        if (isCeph) {
          // It creates a file from all uploaded parts, or none; the widget never leaves one out.
          await expect(multipart.complete(key, uploadId, parts)).rejects.toThrow(PartsRefused);
          return;
        }
        await multipart.complete(key, uploadId, parts);
        expect(await storage.inspect(key)).toMatchObject({ size: CONTRACT_BYTES });
      });

      it.each(['aborted', 'removed by its key'])('is removed with its parts once it is %s', async (how) => {
        const { multipart } = storage;
        const begun = await begin();
        const { key, uploadId } = begun;
        const part = await putPart(begun, 1, second);
        await (how === 'aborted' ? multipart.abort(key, uploadId) : storage.remove(key));
        expect(await multipart.parts(key, uploadId)).toBeUndefined();
        expect(await multipart.find(key)).toBeUndefined();
        await expect(multipart.complete(key, uploadId, [part])).rejects.toThrow(ObjectChanged);
        await putPart(begun, 2, second, 404);
        expect(await storage.inspect(key)).toBeUndefined();
        await multipart.abort(key, uploadId);
      });

      it('belongs to its key, and an unknown id finds nothing', async () => {
        const { key, uploadId } = await begin();
        const other = newKey();
        expect(await storage.multipart.parts(other, uploadId)).toBeUndefined();
        for (const id of [randomUUID(), '../../etc', '..%2f..', '']) {
          expect(await storage.multipart.parts(key, id)).toBeUndefined();
        }
        await putPart({ key: other, uploadId }, 1, second, 404);
      });

      it('accepts no part through an altered URL', async () => {
        const { key, uploadId } = await begin();
        const url = await storage.multipart.signPart(key, uploadId, 11, soon());
        for (const forged of [...eachParameterAltered(url), url.replace(key, newKey())]) {
          expect([400, 403]).toContain(await upload(forged, 'forged'));
        }
        const whole = await storage.signUpload(key, soon());
        expect(await upload(`${whole}&uploadId=${uploadId}&partNumber=1`, 'forged')).toBe(403);
        expect(await storage.multipart.parts(key, uploadId)).toEqual([]);
        expect(await storage.inspect(key)).toBeUndefined();
      });
    });
  });
}
