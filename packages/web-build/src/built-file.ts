import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import webpack, { type Configuration, type Stats } from 'webpack';

/**
 * Builds one file with a compiler of its own, for a build that contains it.
 * @param depend called with each source file
 * @throws Error with what webpack found
 */
export async function builtFile(config: Configuration, depend: (file: string) => void): Promise<Buffer> {
  const compiler = webpack(config);
  try {
    const stats = await promisify<Stats | undefined>((done) => compiler.run(done))();
    for (const file of stats?.compilation.fileDependencies ?? []) depend(file);
    if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
    return await readFile(join(config.output?.path ?? '', String(config.output?.filename)));
  } finally {
    await promisify((done) => compiler.close(done))();
  }
}
