import { badRequest, Problem } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { storageUnavailable, type StoredObject } from './storage.ts';

/** Bytes collected for one write, because fewer, larger writes are faster. An upload uses twice this much memory. */
const WRITE_BYTES = 256 * 1024;

/** Bytes after which the kernel starts writing to disk. */
const SYNC_BYTES = 2 * 1024 * 1024;

/**
 * Timeout of a file system call in milliseconds: a call to a network file system whose server is down never returns.
 */
const CALL_MS = 8000;

/** Returns the result of `work`, or throws after {@link CALL_MS}; a later result is passed to `discard`. */
export async function inTime<Result>(
  work: Promise<Result>,
  discard: (late: Result) => unknown = () => undefined,
): Promise<Result> {
  const { promise: never, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    work.then(discard).catch(() => undefined);
    reject(new Error(`The disk has not responded within ${CALL_MS} ms.`));
  }, CALL_MS);
  try {
    return await Promise.race([work, never]);
  } finally {
    clearTimeout(timer);
  }
}

/** Maximum number of bytes, and the error to throw above it. */
interface ByteLimit {
  bytes: number;
  refusal: () => Problem;
}

/**
 * Stores the content of `source` in the file `name` of an existing folder, atomically: readers see the old file or the
 * complete new one, also after a failure. The file is synced to disk when this returns. The rest of a rejected source
 * stays unread.
 * @throws the Problem of `limit`, 400 when the source ends early, 503 when the disk fails.
 */
export async function storeFile(
  folder: string,
  name: string,
  source: Readable,
  limit: ByteLimit,
): Promise<void> {
  const part = join(folder, `${randomUUID()}.part`);
  let file: FileHandle | undefined;
  try {
    file = await open(part, 'wx', 0o600);
    await fill(file, source, limit);
    await file.sync();
    await file.close();
    await rename(part, join(folder, name));
    await syncFolder(folder);
  } catch (error) {
    await file?.close().catch(() => undefined);
    await rm(part, { force: true }).catch(() => undefined);
    if (error instanceof Problem) throw error;
    throw isFileError(error) ? storageUnavailable(error) : badRequest({}, 'The upload was interrupted.');
  }
}

/** Creates a folder and its parents, and syncs them to disk. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first) return;
  }
}

/** A rename is durable only after a sync of its folder. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Size and version of a file; the version is usable as an entity tag. */
export async function describeFile(file: string | FileHandle): Promise<StoredObject> {
  const stats: BigIntStats =
    typeof file === 'string' ? await stat(file, { bigint: true }) : await file.stat({ bigint: true });
  const { ino, mtimeNs, size } = stats;
  return { size: Number(size), version: `${ino}-${mtimeNs}-${size}` };
}

export const isMissing = (error: unknown): boolean => memberOf(error, 'code') === 'ENOENT';

/**
 * The result of `work`; undefined for a missing file.
 * @throws Problem 503 when it fails otherwise
 */
export async function unlessMissing<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw storageUnavailable(error);
  }
}

async function fill(file: FileHandle, source: Readable, limit: ByteLimit): Promise<void> {
  // Destroying the source would close the connection before the error response is sent.
  const chunks: AsyncIterable<unknown> = source.iterator({ destroyOnReturn: false });
  const writer = new GatheringWriter(file);
  let size = 0;
  try {
    for await (const chunk of chunks) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('the source delivers something other than bytes');
      size += chunk.length;
      if (size > limit.bytes) throw limit.refusal();
      await writer.add(chunk);
      discard(chunk);
    }
    await writer.flush();
  } finally {
    await writer.end();
  }
}

/** Collects bytes in one buffer while the other one is being written. */
class GatheringWriter {
  private gathering = Buffer.allocUnsafeSlow(WRITE_BYTES);
  private spare = Buffer.allocUnsafeSlow(WRITE_BYTES);
  private gathered = 0;
  private writing: Promise<void> = Promise.resolve();
  private syncing: Promise<void> | undefined;
  private unsynced = 0;

  constructor(private readonly file: FileHandle) {}

  async add(bytes: Buffer): Promise<void> {
    for (let taken = 0; taken < bytes.length;) {
      const copied = bytes.copy(this.gathering, this.gathered, taken);
      this.gathered += copied;
      taken += copied;
      if (this.gathered === WRITE_BYTES) await this.write();
    }
  }

  async flush(): Promise<void> {
    await this.write();
    await this.writing;
  }

  /**
   * Waits for a running write, also when it fails, because the file must not be closed during it. Nothing is written
   * afterwards.
   */
  async end(): Promise<void> {
    await Promise.allSettled([this.writing, this.syncing]);
    discard(this.gathering);
    discard(this.spare);
  }

  private async write(): Promise<void> {
    await this.writing;
    const bytes = this.gathering.subarray(0, this.gathered);
    [this.gathering, this.spare] = [this.spare, this.gathering];
    this.gathered = 0;
    this.writing = this.file.writeFile(bytes);
    // The next await reports a failure; this prevents an unhandled rejection until then.
    this.writing.catch(() => undefined);
    this.unsynced += bytes.length;
    if (this.unsynced >= SYNC_BYTES && !this.syncing) this.sync();
  }

  /**
   * Starts writing to disk while more data arrives, so that the final sync, which is the one that counts, has less to
   * do.
   */
  private sync(): void {
    this.unsynced = 0;
    this.syncing = this.file
      .datasync()
      .catch(() => undefined)
      .finally(() => (this.syncing = undefined));
  }
}

/**
 * Frees the memory of written bytes at once. The garbage collector frees memory outside its heap late, and a large
 * upload would add about 70 MB to the process.
 */
function discard({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/**
 * Errors of system calls on files have the syscall's name; of those on a client's connection only `read` occurs here.
 */
const isFileError = (error: unknown): boolean => {
  const syscall = memberOf(error, 'syscall');
  return syscall !== undefined && syscall !== 'read';
};

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
