import { badRequest, Problem, tooLarge } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { readSignedAddress, signAddress, type SignedAddress } from './signed-address.ts';
import { ObjectChanged, type Storage, storageAway, type StoredObject } from './storage.ts';

/** The path under which the service itself takes and serves the objects. */
export const OBJECTS_PATH = '/api/attachments/objects/';

const KEY = /^[a-z]+\/[0-9a-f-]{36}$/;

export interface DiskStorageOptions {
  directory: string;
  /** Signs the URLs. */
  secret: string;
  /** The origin browsers see. */
  publicUrl: string;
  /** Bytes; a longer upload is refused while it arrives. */
  maxBytes: number;
}

/**
 * Objects as files. Each key has a folder of its own, with the object in it and the parts of uploads that are under
 * way, so that removing a key leaves nothing behind.
 */
export class DiskStorage implements Storage {
  constructor(private readonly options: DiskStorageOptions) {}

  get maxBytes(): number {
    return this.options.maxBytes;
  }

  signUpload(key: string, expiresAt: Date): Promise<string> {
    return Promise.resolve(this.urlOf({ method: 'PUT', key, fileName: '', expiresAt }));
  }

  signDownload(key: string, fileName: string, expiresAt: Date): Promise<string> {
    return Promise.resolve(this.urlOf({ method: 'GET', key, fileName, expiresAt }));
  }

  keyOf(url: string): Promise<string | undefined> {
    const base = new URL(OBJECTS_PATH, this.options.publicUrl).href;
    const { origin, pathname } = new URL(url);
    const address = origin + pathname;
    return Promise.resolve(address.startsWith(base) ? address.slice(base.length) : undefined);
  }

  async inspect(key: string): Promise<StoredObject | undefined> {
    try {
      return await describe(this.objectOf(key));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storageAway(error);
    }
  }

  async copy(from: string, version: string, to: string): Promise<void> {
    const target = this.objectOf(to);
    try {
      await this.makeFolder(to);
      // An object's file is replaced, never rewritten, so a second name for it is as good as a copy.
      await link(this.objectOf(from), target);
      if ((await describe(target)).version !== version) {
        await unlink(target);
        throw new ObjectChanged();
      }
      await syncFolder(this.folderOf(to));
    } catch (error) {
      if (error instanceof ObjectChanged) throw error;
      if (isMissing(error)) throw new ObjectChanged();
      throw storageAway(error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await rm(this.folderOf(key), { recursive: true, force: true });
    } catch (error) {
      throw storageAway(error);
    }
  }

  /** What the query of a request for an object allows; undefined unless this storage signed it. */
  permission(
    method: SignedAddress['method'],
    key: string,
    query: URLSearchParams,
  ): SignedAddress | undefined {
    return readSignedAddress({ method, key, query }, this.options.secret);
  }

  /**
   * Stores what `source` delivers; under the key there is the whole object or, before and after a failure, what was
   * there. The rest of a refused source stays unread.
   * @throws Problem 413 beyond `maxBytes`, 400 when the source breaks off.
   */
  async write(key: string, source: Readable): Promise<void> {
    const part = join(this.folderOf(key), `${randomUUID()}.part`);
    let file: FileHandle | undefined;
    try {
      await this.makeFolder(key);
      file = await open(part, 'wx', 0o600);
      await this.fill(file, source);
      await file.sync();
      await file.close();
      await rename(part, this.objectOf(key));
      await syncFolder(this.folderOf(key));
    } catch (error) {
      await file?.close().catch(() => undefined);
      await rm(part, { force: true }).catch(() => undefined);
      if (error instanceof Problem) throw error;
      throw isFileError(error) ? storageAway(error) : badRequest({}, 'The upload broke off.');
    }
  }

  /** The object's bytes; undefined when there is none. */
  async read(key: string): Promise<{ size: number; stream: Readable } | undefined> {
    try {
      const file = await open(this.objectOf(key));
      const { size } = await file.stat();
      return { size, stream: file.createReadStream() };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storageAway(error);
    }
  }

  private async fill(file: FileHandle, source: Readable): Promise<void> {
    // Destroying the source would cut the connection before the 413 is out.
    const chunks: AsyncIterable<unknown> = source.iterator({ destroyOnReturn: false });
    let size = 0;
    for await (const chunk of chunks) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('the source delivers something other than bytes');
      size += chunk.length;
      if (size > this.maxBytes) throw tooLarge(`A file may have at most ${this.maxBytes} bytes.`);
      await file.writeFile(chunk);
    }
  }

  private urlOf(address: SignedAddress): string {
    const url = new URL(OBJECTS_PATH + address.key, this.options.publicUrl);
    url.search = signAddress(address, this.options.secret);
    return url.href;
  }

  private async makeFolder(key: string): Promise<void> {
    const folder = this.folderOf(key);
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (created !== undefined) await syncFolder(dirname(folder));
  }

  private folderOf(key: string): string {
    // Only keys of our own making get here; none of them leaves the directory.
    if (!KEY.test(key)) throw new Error('not a key of this storage');
    return join(this.options.directory, key);
  }

  private objectOf(key: string): string {
    return join(this.folderOf(key), 'object');
  }
}

async function describe(path: string): Promise<StoredObject> {
  const { ino, mtimeNs, size } = await stat(path, { bigint: true });
  return { size: Number(size), version: `${ino}-${mtimeNs}-${size}` };
}

/** A rename is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** System calls on files name themselves; of the calls on a client's connection only `read` shows up here. */
const isFileError = (error: unknown): boolean => {
  const syscall = memberOf(error, 'syscall');
  return syscall !== undefined && syscall !== 'read';
};

const isMissing = (error: unknown): boolean => memberOf(error, 'code') === 'ENOENT';

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
