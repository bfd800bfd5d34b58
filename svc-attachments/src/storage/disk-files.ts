import { badRequest, Problem } from '@mainstay/service-kit';
import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { storageAway, type StoredObject } from './storage.ts';

/** Bytes gathered for one write: fewer, larger ones are faster. An upload holds twice this much in memory. */
const WRITE_BYTES = 256 * 1024;

/** Bytes after which the disk is told to begin. */
const SYNC_BYTES = 2 * 1024 * 1024;

/** Milliseconds until a call to the disk is given up: one to a network's disk whose server is gone never ends. */
const CALL_MS = 8000;

/** What `work` gives, or an error after {@link CALL_MS}; what it gives later is handed to `discard`. */
export async function inTime<Result>(
  work: Promise<Result>,
  discard: (late: Result) => unknown = () => undefined,
): Promise<Result> {
  const { promise: never, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    work.then(discard).catch(() => undefined);
    reject(new Error(`The disk has not answered for ${CALL_MS} ms.`));
  }, CALL_MS);
  try {
    return await Promise.race([work, never]);
  } finally {
    clearTimeout(timer);
  }
}

/** How much may arrive, and what is thrown beyond. */
export interface ByteLimit {
  bytes: number;
  refusal: () => Problem;
}

/**
 * Puts what `source` delivers into the file `name` of an existing folder: under the name there is the whole content or,
 * before and after a failure, what was there. It is on the disk when this returns. The rest of a refused source stays
 * unread.
 * @throws Problem what `limit` says, 400 when the source breaks off, 503 when the disk does not take it.
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
    throw isFileError(error) ? storageAway(error) : badRequest({}, 'The upload broke off.');
  }
}

/** Makes a folder and its parents, and has them on the disk. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first) return;
  }
}

/** A rename is on the disk once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What a file looks like; its version is good as an entity tag. */
export async function describeFile(file: string | FileHandle): Promise<StoredObject> {
  const stats: BigIntStats =
    typeof file === 'string' ? await stat(file, { bigint: true }) : await file.stat({ bigint: true });
  const { ino, mtimeNs, size } = stats;
  return { size: Number(size), version: `${ino}-${mtimeNs}-${size}` };
}

export const isMissing = (error: unknown): boolean => memberOf(error, 'code') === 'ENOENT';

async function fill(file: FileHandle, source: Readable, limit: ByteLimit): Promise<void> {
  // Destroying the source would cut the connection before the refusal is out.
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

/** Gathers bytes in one buffer while those in the other are being written. */
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

  /** Waits for what is being written, however it ends: the file must not be closed under it. Then nothing more is. */
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
    // Whoever waits for it next hears of a failure; until then it is not an unhandled one.
    this.writing.catch(() => undefined);
    this.unsynced += bytes.length;
    if (this.unsynced >= SYNC_BYTES && !this.syncing) this.sync();
  }

  /** Lets the disk begin while more arrives. The sync at the end, which alone counts, has less to do then. */
  private sync(): void {
    this.unsynced = 0;
    this.syncing = this.file
      .datasync()
      .catch(() => undefined)
      .finally(() => (this.syncing = undefined));
  }
}

/**
 * Gives the memory of bytes that have served back at once. Left to the garbage collector, which is in no hurry for
 * memory outside its heap, a large upload would add some 70 MB to the process.
 */
function discard({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** System calls on files name themselves; of the calls on a client's connection only `read` shows up here. */
const isFileError = (error: unknown): boolean => {
  const syscall = memberOf(error, 'syscall');
  return syscall !== undefined && syscall !== 'read';
};

const memberOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
