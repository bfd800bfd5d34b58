import { readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compressible = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.html']);

const encodings = [
  {
    ending: '.br',
    compress: (bytes: Buffer) =>
      brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  },
  { ending: '.gz', compress: (bytes: Buffer) => gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }) },
];

/**
 * Writes a `.br` and a `.gz` next to every text file below the folder, for the gateway to serve instead. Up-to-date
 * ones (with the same modification time) are kept.
 */
export async function precompress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const queue = names.filter((name) => compressible.has(extname(name))).values();
  const work = async (): Promise<void> => {
    for (const name of queue) await compressFile(join(folder, name));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function compressFile(file: string): Promise<void> {
  const { mtime } = await stat(file);
  for (const { ending, compress } of encodings) {
    const target = file + ending;
    if (await isOfSameTime(target, mtime)) continue;
    const unfinished = `${target}.part`;
    await writeFile(unfinished, await compress(await readFile(file)));
    await utimes(unfinished, mtime, mtime);
    await rename(unfinished, target);
  }
}

async function isOfSameTime(file: string, mtime: Date): Promise<boolean> {
  try {
    // Tolerates rounding of the modification time, which is set as a fraction of seconds.
    return Math.abs((await stat(file)).mtimeMs - mtime.getTime()) < 2;
  } catch {
    return false;
  }
}
