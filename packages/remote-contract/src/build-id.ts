import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const workspace = join(import.meta.dirname, '../../..');

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Twelve hex digits that follow from everything that goes into a build: equal sources give equal builds.
 * @param folders absolute paths; the lock file stands for all packages from outside, and the services' limits always count.
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
