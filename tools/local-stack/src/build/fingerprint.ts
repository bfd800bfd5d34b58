import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** Not an input of a build: results, tests, files left by tools. */
const ignoredFolders = new Set(['node_modules', 'dist', 'test', 'coverage', 'test-results']);
const isNoInput = (name: string) => /\.spec\.tsx?$/.test(name) || name === 'CHANGELOG.md';

/**
 * A hash over the names and contents of the given files and of every source file below the given folders. It does not
 * depend on the checkout's location.
 * @param paths below the checkout
 */
export function fingerprintOfSources(checkout: string, paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.map((below) => join(checkout, below))) {
    const files = statSync(path).isDirectory() ? filesBelow(path) : [path];
    for (const file of files) {
      hash
        .update(`${relative(checkout, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * A hash over the external packages in a lockfile. It leaves out the checkout's own, so that a new one causes no
 * other build.
 */
export function fingerprintOfPackages(lockfile: string): string {
  const lock: unknown = JSON.parse(lockfile);
  const packages = isRecord(lock) && isRecord(lock['packages']) ? lock['packages'] : {};
  const fromOutside = Object.entries(packages).filter(
    ([path, entry]) => path.includes('node_modules/') && isRecord(entry) && entry['link'] !== true,
  );
  return createHash('sha256').update(JSON.stringify(fromOutside)).digest('hex');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A hash over names, sizes and times of everything in a result folder: shows whether it was changed since. */
export function fingerprintOfResult(folder: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const entry of entries) {
    const { size, mtimeMs } = statSync(join(folder, entry));
    hash.update(`${entry}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return isIgnored(path) ? [] : filesBelow(path);
      return entry.isFile() && !isNoInput(entry.name) ? [path] : [];
    });
}

const isIgnored = (folder: string): boolean =>
  ignoredFolders.has(basename(folder)) || basename(folder).startsWith('.');
