import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inParallel } from './in-parallel.ts';
import { Failure } from './failure.ts';

/** Lists every other file with its SHA-256, in the format of `sha256sum --check`. */
const LIST = 'SHA256SUMS';
/** The SHA-256 of the list itself. */
const SEAL = 'SHA256SUMS.sha256';

const FILES_AT_ONCE = 4;

/** Writes the files of a new backup and records the checksum of each. */
export class ChecksummedFolder {
  readonly folder: string;
  private readonly sums = new Map<string, string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Stores a stream as the file `name`, through `encode` if given. @returns the number of bytes in `source`. */
  async write(name: string, source: Readable, ...encode: Transform[]): Promise<number> {
    const path = join(this.folder, name);
    await mkdir(dirname(path), { recursive: true });
    let bytes = 0;
    const count = passing((chunk) => (bytes += chunk.length));
    const hash = createHash('sha256');
    const target = createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 });
    await pipeline([source, count, ...encode, passing((chunk) => hash.update(chunk)), target]);
    this.sums.set(name, hash.digest('hex'));
    return bytes;
  }

  /** Writes the list of all files and its checksum, which completes a backup. */
  async seal(): Promise<void> {
    const lines = [...this.sums].map(([name, sum]) => `${sum}  ${name}\n`).sort();
    const list = lines.join('');
    await writeFile(join(this.folder, LIST), list, { flush: true });
    await writeFile(join(this.folder, SEAL), `${sha256(list)}  ${LIST}\n`, { flush: true });
  }
}

/**
 * Compares every file of a backup with its checksum.
 * @returns the names of all files.
 * @throws Failure naming missing and changed files.
 */
export async function checkFolder(folder: string): Promise<string[]> {
  const list = await readText(folder, LIST);
  if ((await readText(folder, SEAL)) !== `${sha256(list)}  ${LIST}\n`) {
    throw new Failure(`${join(folder, LIST)} does not match its checksum: the backup is damaged.`);
  }
  const entries = list
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ sum: line.slice(0, 64), name: line.slice(66) }));
  const faults: string[] = [];
  await inParallel(FILES_AT_ONCE, entries, async ({ sum, name }) => {
    const found = await sha256Of(folder, name);
    if (found !== sum) faults.push(`  ${name}: ${found === undefined ? 'is missing' : 'was changed'}`);
  });
  if (faults.length > 0)
    throw new Failure(`The backup in ${folder} is damaged.\n${faults.sort().join('\n')}`);
  return entries.map(({ name }) => name);
}

async function readText(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    throw new Failure(`There is no complete backup in ${folder}: ${name} cannot be read.`, { cause: error });
  }
}

async function sha256Of(folder: string, name: string): Promise<string | undefined> {
  if (isAbsolute(name) || name.split('/').includes('..')) return undefined;
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, name)) as AsyncIterable<Buffer>)
      hash.update(chunk);
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A stream that passes each chunk to `look` and forwards it. */
const passing = (look: (chunk: Buffer) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      look(chunk);
      done(null, chunk);
    },
  });
