import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compressible = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.html']);

/** Writes a `.br` and a `.gz` of the same time next to every text file below the folder, for the gateway to serve. */
export async function precompress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const queue = names.filter((name) => compressible.has(extname(name))).values();
  const work = async (): Promise<void> => {
    for (const name of queue) await compress(join(folder, name));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function compress(file: string): Promise<void> {
  const [{ mtime }, bytes] = await Promise.all([stat(file), readFile(file)]);
  for (const [ending, compressed] of [
    ['.br', await brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })],
    ['.gz', await gzipped(bytes, { level: constants.Z_BEST_COMPRESSION })],
  ] as const) {
    await writeFile(file + ending, compressed);
    await utimes(file + ending, mtime, mtime);
  }
}
