import { link, open, opendir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  describeFile,
  inTime,
  isMissing,
  makeFolder,
  storeFile,
  syncFolder,
  unlessMissing,
} from './disk-files.ts';
import { DiskMultipart } from './disk-multipart.ts';
import { readSignedAddress, signAddress, type SignedAddress } from './signed-address.ts';
import {
  fileTooLarge,
  type Holder,
  type ListedObject,
  ObjectChanged,
  orUnavailable,
  PICTURE_NAME,
  type SignedForm,
  type Storage,
  storageUnavailable,
  type StoredObject,
  type UploadSize,
} from './storage.ts';

/** Path under which the service itself accepts and serves the objects. */
export const OBJECTS_PATH = '/api/attachments/objects';

/** Area of objects created by the service itself; no upload URL exists for it. */
export const PICTURES = 'thumbnails';

/** The first segments of all keys. */
const AREAS = ['uploads', 'attachments', PICTURES];

const KEY = /^[a-z]+\/[0-9a-f-]{36}$/;

/** File name of an object in the folder of its key. */
const OBJECT_FILE = 'object';

/** Objects per page of a list. */
const LIST_PAGE = 500;

/** The form field with the object's key. */
const KEY_FIELD = 'key';

interface DiskStorageOptions {
  directory: string;
  /** The first signs the URLs, all of them verify. */
  secrets: readonly string[];
  /** The origin that browsers use. */
  publicUrl: string;
  /** Bytes; a larger upload is rejected during the transfer. */
  maxBytes: number;
  /** Whether the gateway sends the objects' files after this service has authorized the request. */
  sentByGateway: boolean;
}

/** An object opened for reading. Call `close` unless `bytes` is read to the end. */
interface OpenObject extends StoredObject {
  /** The bytes from `start` to `end`, both included; without them the whole object. */
  bytes(range?: { start: number; end: number }): Readable;
  close(): Promise<void>;
}

/**
 * Objects as files. Each key has its own folder with the object and the parts of multipart uploads, so that removing a
 * key leaves nothing behind.
 */
export class DiskStorage implements Storage {
  readonly bucket = undefined;
  readonly multipart: DiskMultipart;

  constructor(private readonly options: DiskStorageOptions) {
    this.multipart = new DiskMultipart({
      maxBytes: options.maxBytes,
      folderOf: (key) => this.folderOf(key),
      makeFolder: (key) => makeFolder(this.folderOf(key)),
      locationOf: (key) => this.locationOf(key),
      signPart: (key, uploadId, number, expiresAt) =>
        this.urlOf({ method: 'PUT', key, fileName: '', part: { uploadId, number }, expiresAt }),
    });
  }

  get maxBytes(): number {
    return this.options.maxBytes;
  }

  /** Path for the gateway to the object's file; undefined when this service sends the files. */
  gatewayPathOf(key: string): string | undefined {
    return this.options.sentByGateway ? join('/gateway/objects', key, OBJECT_FILE) : undefined;
  }

  signUpload(key: string, expiresAt: Date, { exactly, atMost = exactly }: UploadSize = {}): Promise<string> {
    return Promise.resolve(
      this.urlOf({ method: 'PUT', key, fileName: '', part: undefined, maxBytes: atMost, expiresAt }),
    );
  }

  signDownload(key: string, fileName: string, expiresAt: Date, holder: Holder): Promise<string> {
    return Promise.resolve(this.urlOf({ method: 'GET', key, fileName, part: undefined, expiresAt, holder }));
  }

  signForm(key: string, expiresAt: Date): Promise<SignedForm> {
    const address: SignedAddress = { method: 'POST', key, fileName: '', part: undefined, expiresAt };
    return Promise.resolve({
      url: new URL(OBJECTS_PATH, this.options.publicUrl).href,
      fields: { [KEY_FIELD]: key, ...Object.fromEntries(signAddress(address, this.options.secrets)) },
    });
  }

  keyOf(url: string): Promise<string | undefined> {
    const base = this.locationOf('');
    const { origin, pathname } = new URL(url);
    const address = origin + pathname;
    return Promise.resolve(address.startsWith(base) ? address.slice(base.length) : undefined);
  }

  inspect(key: string): Promise<StoredObject | undefined> {
    return unlessMissing(() => inTime(describeFile(this.objectOf(key))));
  }

  async copy(from: string, version: string, to: string): Promise<void> {
    try {
      await inTime(this.linkObject(from, version, to));
    } catch (error) {
      if (error instanceof ObjectChanged) throw error;
      if (isMissing(error)) throw new ObjectChanged();
      throw storageUnavailable(error);
    }
  }

  readBytes(key: string, limit: number): Promise<Buffer<ArrayBuffer> | undefined> {
    return unlessMissing(() => inTime(readStart(this.objectOf(key), limit)));
  }

  async store(key: string, bytes: Buffer): Promise<void> {
    // A copy, because the buffer is discarded after writing.
    await this.write(key, Readable.from([Buffer.from(bytes)]));
  }

  signPicture(key: string, expiresAt: Date, holder: Holder): Promise<string> {
    return this.signDownload(key, PICTURE_NAME, expiresAt, holder);
  }

  async *list(key?: string): AsyncIterable<ListedObject[]> {
    let page: ListedObject[] = [];
    try {
      for await (const stored of key === undefined ? this.keys() : [key]) {
        const storedAt = await changedAt(this.folderOf(stored));
        if (storedAt) page.push({ key: stored, storedAt });
        if (page.length < LIST_PAGE) continue;
        yield page;
        page = [];
      }
    } catch (error) {
      throw storageUnavailable(error);
    }
    yield page;
  }

  remove(key: string): Promise<void> {
    return orUnavailable(() => rm(this.folderOf(key), { recursive: true, force: true, maxRetries: 3 }));
  }

  /** The permission in the query of a request for an object; undefined unless signed by this storage. */
  permission(
    method: SignedAddress['method'],
    key: string,
    query: URLSearchParams,
  ): SignedAddress | undefined {
    return readSignedAddress({ method, key, query }, this.options.secrets);
  }

  /** The permission in the fields of a form; undefined unless signed by this storage. */
  formPermission(fields: URLSearchParams): SignedAddress | undefined {
    return this.permission('POST', fields.get(KEY_FIELD) ?? '', fields);
  }

  /**
   * Stores the content of `source` atomically: the key has the old object or the complete new one, also after a
   * failure. The rest of a rejected source stays unread.
   * @returns the object's ETag.
   * @param maxBytes below that of the storage
   * @throws Problem 413 beyond `maxBytes`, 400 when the source ends early.
   */
  async write(key: string, source: Readable, maxBytes = this.maxBytes): Promise<string> {
    await orUnavailable(() => inTime(makeFolder(this.folderOf(key))));
    await storeFile(this.folderOf(key), OBJECT_FILE, source, {
      bytes: maxBytes,
      refusal: () => fileTooLarge(maxBytes),
    });
    return `"${(await this.inspect(key))?.version ?? ''}"`;
  }

  /** Opens an object for reading; undefined when there is none. */
  open(key: string): Promise<OpenObject | undefined> {
    return unlessMissing(() => inTime(openObject(this.objectOf(key)), (late) => late.close()));
  }

  private async linkObject(from: string, version: string, to: string): Promise<void> {
    const target = this.objectOf(to);
    await makeFolder(this.folderOf(to));
    // An object's file is replaced, never rewritten, so a hard link is as good as a copy.
    await link(this.objectOf(from), target);
    if ((await describeFile(target)).version !== version) {
      await unlink(target);
      throw new ObjectChanged();
    }
    await syncFolder(this.folderOf(to));
  }

  private async *keys(): AsyncIterable<string> {
    for (const area of AREAS) {
      for await (const name of namesIn(join(this.options.directory, area))) {
        const key = `${area}/${name}`;
        if (KEY.test(key)) yield key;
      }
    }
  }

  private urlOf(address: SignedAddress): string {
    return `${this.locationOf(address.key)}?${signAddress(address, this.options.secrets).toString()}`;
  }

  private locationOf(key: string): string {
    return new URL(`${OBJECTS_PATH}/${key}`, this.options.publicUrl).href;
  }

  private folderOf(key: string): string {
    // Defense in depth: only keys created by the service reach this, and none leaves the directory.
    if (!KEY.test(key)) throw new Error('not a key of this storage');
    return join(this.options.directory, key);
  }

  private objectOf(key: string): string {
    return join(this.folderOf(key), OBJECT_FILE);
  }
}

/** Bytes per read, because fewer, larger reads are faster. */
const READ_BYTES = 256 * 1024;

async function openObject(path: string): Promise<OpenObject> {
  const file = await open(path);
  try {
    const { size, version } = await describeFile(file);
    return {
      size,
      version,
      bytes: (range = { start: 0, end: Math.max(0, size - 1) }) =>
        file.createReadStream({ ...range, highWaterMark: READ_BYTES }),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readStart(path: string, limit: number): Promise<Buffer<ArrayBuffer>> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, limit)), { position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The entries of a folder, one by one; none when it does not exist yet. */
async function* namesIn(path: string): AsyncIterable<string> {
  try {
    for await (const { name } of await opendir(path)) yield name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Undefined when it no longer exists. */
async function changedAt(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
