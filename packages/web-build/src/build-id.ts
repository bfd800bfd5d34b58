import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const workspace = join(import.meta.dirname, '../../..');

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(spec|stories)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Hashes all inputs of a build to twelve hex digits: equal sources give equal ids.
 * @param folders absolute paths. The lock file, which stands for all npm packages, and the services' limits are always
 *   included.
 */
export function buildId(folders: string[]): string {
  const outside = ['package-lock.json', ...globSync('svc-*/openapi.limits.ts', { cwd: workspace })];
  const files = [...folders.flatMap(sourcesIn), ...outside.map((file) => join(workspace, file))];
  const hash = createHash('sha256');
  for (const file of files.map((path) => relative(workspace, path)).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(workspace, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}
