import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from './failure.ts';
import { inParallel } from './in-parallel.ts';

/** Lists every other file with its SHA-256, in the format of `sha256sum --check`; the seal has that of the list. */
const LIST = 'SHA256SUMS';
const SEAL = 'SHA256SUMS.sha256';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The folder of a backup that is being taken. It gets its name once it is complete. */
export interface NewFolder {
  /**
   * Stores a stream as a file, through `encode`.
   * @returns the size of the file in bytes
   */
  write(name: string, source: Readable, ...encode: Transform[]): Promise<number>;
  complete(): Promise<void>;
  remove(): Promise<void>;
}

/** @throws Failure when it exists already, or cannot be written */
export async function newFolder(folder: string): Promise<NewFolder> {
  if (existsSync(folder)) throw new Failure(`${folder} is there already: name a folder that is not.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true })
    .then(() => mkdir(unfinished, { recursive: true, mode: 0o700 }))
    .catch((cause: unknown) => {
      const user = process.getuid?.() ?? 'unknown';
      throw new Failure(
        `The backup cannot be written to ${folder} by user ${user}: ${String(cause)}. ` +
          'In a container, create the folder first and pass --user "$(id -u):$(id -g)".',
        { cause },
      );
    });
  const sums: string[] = [];
  return {
    async write(name, source, ...encode) {
      const path = join(unfinished, name);
      await mkdir(dirname(path), { recursive: true });
      const hash = createHash('sha256');
      const target = createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 });
      const hashing = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline([source, ...encode, hashing, target]);
      sums.push(`${hash.digest('hex')}  ${name}\n`);
      return target.bytesWritten;
    },
    async complete() {
      const list = sums.sort().join('');
      await writeFile(join(unfinished, LIST), list, { flush: true });
      await writeFile(join(unfinished, SEAL), `${sha256(list)}  ${LIST}\n`, { flush: true });
      await rename(unfinished, folder);
    },
    remove: () => rm(unfinished, { recursive: true, force: true }),
  };
}

/**
 * Compares every file with its checksum.
 * @returns the names of all
 * @throws Failure naming missing and changed ones
 */
export async function checkFolder(folder: string): Promise<string[]> {
  const read = (name: string) =>
    readFile(join(folder, name), 'utf8').catch((cause: unknown) => {
      throw new Failure(`There is no complete backup in ${folder}: ${name} cannot be read.`, { cause });
    });
  const list = await read(LIST);
  if ((await read(SEAL)) !== `${sha256(list)}  ${LIST}\n`)
    throw new Failure(`${join(folder, LIST)} does not match its checksum: the backup is damaged.`);
  const lines = list.split('\n').filter((line) => line !== '');
  const faults: string[] = [];
  await inParallel(lines, async (line) => {
    const [sum, name] = [line.slice(0, 64), line.slice(66)];
    const hash = createHash('sha256');
    const isInside = !isAbsolute(name) && !name.split('/').includes('..');
    const isRead =
      isInside &&
      (await pipeline(createReadStream(join(folder, name)), hash).then(
        () => true,
        () => false,
      ));
    if (!isRead || hash.digest('hex') !== sum)
      faults.push(`  ${name}: ${isRead ? 'was changed' : 'is missing'}`);
  });
  if (faults.length > 0)
    throw new Failure(`The backup in ${folder} is damaged.\n${faults.sort().join('\n')}`);
  return lines.map((line) => line.slice(66));
}
