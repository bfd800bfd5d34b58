import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackages } from '../machine/lockfile.ts';

/** No inputs of a build: results, tests and files of tools. */
const noInput = /^(\..*|node_modules|dist|test|coverage|test-results|CHANGELOG\.md|.*\.spec\.tsx?)$/;

/**
 * A hash over the names and contents of the given files and of every source file below the given folders; the same
 * wherever the checkout is.
 * @param paths below the checkout
 */
export function fingerprintOfSources(checkout: string, paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((each) => filesAt(checkout, each))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(checkout, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesAt(checkout: string, path: string): string[] {
  if (!statSync(join(checkout, path)).isDirectory()) return [path];
  return readdirSync(join(checkout, path), { withFileTypes: true })
    .filter((entry) => !noInput.test(entry.name) && (entry.isDirectory() || entry.isFile()))
    .flatMap(({ name }) => filesAt(checkout, join(path, name)))
    .sort();
}

/** A hash over the external packages of a lockfile. Without the checkout's own: a new one causes no other build. */
export function fingerprintOfPackages(lockfile: string): string {
  const external = Object.entries(lockedPackages(lockfile)).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );
  return createHash('sha256').update(JSON.stringify(external)).digest('hex');
}

/** A hash over names, sizes and times of all files of a folder: shows whether they were changed since. */
export function fingerprintOfResult(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(folder, entry));
    hash.update(`${entry}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}
