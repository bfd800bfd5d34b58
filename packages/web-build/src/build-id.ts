import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { lockedWith, type Manifest } from './locked-packages.ts';

const workspace = join(import.meta.dirname, '../../..');
const lockfile = join(workspace, 'package-lock.json');

/**
 * Hashes all inputs of a build to twelve hex digits: equal sources give equal ids. Not what other builds alone need, so
 * that a package of one remote does not change the files of the others.
 * @param folders absolute paths of the packages in the build: their `src`, the npm packages that they need, and the
 *   limits of the services that they name
 * @param lock the text of a package-lock.json
 */
export function buildId(folders: string[], lock = readFileSync(lockfile, 'utf8')): string {
  const manifests = folders.map((folder): [string, Manifest] => [
    relative(workspace, folder),
    // npm checks its shape.
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest,
  ]);
  const named = new Set(manifests.flatMap(([, { devDependencies = {} }]) => Object.keys(devDependencies)));
  const limits = globSync('svc-*/openapi.limits.ts', { cwd: workspace })
    .filter((file) => named.has(`@mainstay/${dirname(file)}`))
    .map((file) => join(workspace, file));
  const files = [...folders.flatMap((folder) => sourcesIn(join(folder, 'src'))), ...limits];
  const hash = createHash('sha256').update(lockedWith(manifests, lock).join('\n'));
  for (const file of files.map((path) => relative(workspace, path)).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(workspace, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(spec|stories)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
