import { notFound } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describeFile, storeFile, syncFolder, unlessMissing } from './disk-files.ts';
import {
  type ClaimedPart,
  fileTooLarge,
  MIN_PART_BYTES,
  type MultipartUploads,
  ObjectChanged,
  orUnavailable,
  PartsRefused,
  storageUnavailable,
  type StoredPart,
} from './storage.ts';

/** What the multipart uploads need of their storage. */
interface PartsHome {
  /** The folder of a key, which may not exist; the object is its file `object`. */
  folderOf(key: string): string;
  makeFolder(key: string): Promise<void>;
  locationOf(key: string): string;
  signPart(key: string, uploadId: string, partNumber: number, expiresAt: Date): string;
  readonly maxBytes: number;
}

const UPLOAD_ID = /^[0-9a-f-]{36}$/;
const SUFFIX = '.multipart';

/** Stores parts as numbered files, in a folder for each upload next to the future object. */
export class DiskMultipart implements MultipartUploads {
  constructor(private readonly home: PartsHome) {}

  async create(key: string): Promise<string> {
    const uploadId = randomUUID();
    await orUnavailable(async () => {
      await this.home.makeFolder(key);
      await mkdir(this.folderOf(key, uploadId), { mode: 0o700 });
      await syncFolder(this.home.folderOf(key));
    });
    return uploadId;
  }

  async find(key: string): Promise<string | undefined> {
    const names = await this.namesIn(this.home.folderOf(key));
    return names?.find((name) => name.endsWith(SUFFIX))?.slice(0, -SUFFIX.length);
  }

  signPart(key: string, uploadId: string, partNumber: number, expiresAt: Date): Promise<string> {
    return Promise.resolve(this.home.signPart(key, uploadId, partNumber, expiresAt));
  }

  async parts(key: string, uploadId: string): Promise<StoredPart[] | undefined> {
    if (!UPLOAD_ID.test(uploadId)) return undefined;
    const folder = this.folderOf(key, uploadId);
    const names = await this.namesIn(folder);
    const numbers = names?.filter((name) => /^\d+$/.test(name)).map(Number);
    if (!numbers) return undefined;
    const sorted = numbers.toSorted((a, b) => a - b);
    return unlessMissing(() => Promise.all(sorted.map((number) => this.part(folder, number))));
  }

  /**
   * Stores a part.
   * @returns its ETag.
   * @throws Problem 404 when there is no such upload, 413 when the whole would be too large, 400 when the request ends
   * early.
   */
  async write(key: string, uploadId: string, partNumber: number, source: Readable): Promise<string> {
    const others = (await this.parts(key, uploadId))?.filter(({ number }) => number !== partNumber);
    if (!others) throw noSuchUpload();
    const folder = this.folderOf(key, uploadId);
    try {
      await storeFile(folder, String(partNumber), source, {
        bytes: this.home.maxBytes - totalOf(others),
        refusal: () => fileTooLarge(this.home.maxBytes),
      });
      const { etag } = await this.part(folder, partNumber);
      // Parts that arrive at the same time are together too large only when they are there.
      if (totalOf((await this.parts(key, uploadId)) ?? []) <= this.home.maxBytes) return etag;
      await orUnavailable(() => rm(join(folder, String(partNumber)), { force: true }));
      throw fileTooLarge(this.home.maxBytes);
    } catch (error) {
      throw (await this.parts(key, uploadId)) ? error : noSuchUpload();
    }
  }

  async complete(key: string, uploadId: string, claimed: readonly ClaimedPart[]): Promise<string> {
    const stored = await this.parts(key, uploadId);
    if (!stored) throw new ObjectChanged();
    const parts = chosenParts(stored, claimed);
    if (totalOf(parts) > this.home.maxBytes) throw fileTooLarge(this.home.maxBytes);
    const folder = this.folderOf(key, uploadId);
    const paths = parts.map(({ number }) => join(folder, String(number)));
    try {
      await storeFile(this.home.folderOf(key), 'object', Readable.from(concatenated(paths)), {
        bytes: this.home.maxBytes,
        refusal: () => fileTooLarge(this.home.maxBytes),
      });
    } catch (error) {
      throw (await this.parts(key, uploadId)) ? storageUnavailable(error) : new ObjectChanged();
    }
    await this.abort(key, uploadId);
    return this.home.locationOf(key);
  }

  async abort(key: string, uploadId: string): Promise<void> {
    if (!UPLOAD_ID.test(uploadId)) return;
    await orUnavailable(() =>
      rm(this.folderOf(key, uploadId), { recursive: true, force: true, maxRetries: 3 }),
    );
  }

  private async part(folder: string, number: number): Promise<StoredPart> {
    const { size, version } = await describeFile(join(folder, String(number)));
    return { number, size, etag: `"${version}"` };
  }

  private namesIn(folder: string): Promise<string[] | undefined> {
    return unlessMissing(() => readdir(folder));
  }

  private folderOf(key: string, uploadId: string): string {
    return join(this.home.folderOf(key), uploadId + SUFFIX);
  }
}

const noSuchUpload = () => notFound('There is no such upload in progress.');

/** Bytes per read while parts are joined. */
const READ_BYTES = 256 * 1024;

async function* concatenated(paths: string[]): AsyncGenerator<Buffer> {
  for (const path of paths) {
    yield* createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>;
  }
}

/** The stored parts named by the client, if they can be joined. */
function chosenParts(stored: readonly StoredPart[], claimed: readonly ClaimedPart[]): StoredPart[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  const parts = claimed.map(({ number, etag }) => {
    const part = byNumber.get(number);
    if (part?.etag.replaceAll('"', '') !== etag.replaceAll('"', '')) {
      throw new PartsRefused(`Part ${number} was not received with this ETag. Please send it again.`);
    }
    return part;
  });
  if (parts.length === 0) throw new PartsRefused('Parts are missing. Please send at least one.');
  parts.forEach((part, index) => {
    if (index > 0 && part.number <= (parts[index - 1]?.number ?? 0)) {
      throw new PartsRefused('The parts must be in ascending order of their numbers.');
    }
    if (index < parts.length - 1 && part.size < MIN_PART_BYTES) {
      throw new PartsRefused(`Every part except the last must have at least ${MIN_PART_BYTES} bytes.`);
    }
  });
  return parts;
}

const totalOf = (parts: readonly StoredPart[]): number => parts.reduce((sum, { size }) => sum + size, 0);
