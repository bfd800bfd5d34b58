import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** The shell's name in the registry, and its folder. */
export const shellName = 'shell';

/** Files with a content hash in their names, of all kept versions: their URLs never change. */
const assets = 'assets';

/** A symbolic link to the folder of the version whose pages are served. */
const pointer = 'current';
const nextPointer = '.current.next';

/** Other entries than versions in the shell's folder. */
export const besideVersions: readonly string[] = [assets, pointer, nextPointer];

/** The same rule as `$file_cache` in nginx/http/names.conf.template: browsers cache such a file for a year. */
const isHashed = (file: string): boolean => /[./-][0-9a-f]{8,}(\.[a-z0-9]+)+$/.test(file);

/** The version whose pages the gateway serves; undefined before the first one. */
export function servedVersion(folder: string): string | undefined {
  const link = join(folder, shellName, pointer);
  return lstatSync(link, { throwIfNoEntry: false }) && basename(readlinkSync(link));
}

/** Serves the hashed files of a version together with those of the others. Existing files are kept. */
export function addAssets(folder: string, version: string): void {
  const shell = join(folder, shellName);
  for (const file of assetsOf(join(shell, version))) {
    const target = join(shell, assets, file);
    if (existsSync(target)) continue;
    const source = join(shell, version, assets, file);
    // The gateway serves no dot files, so an incomplete file is never served.
    const unfinished = join(dirname(target), `.${basename(target)}.part`);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, unfinished);
    const { mtime } = statSync(source);
    utimesSync(unfinished, mtime, mtime);
    renameSync(unfinished, target);
  }
}

/**
 * Serves the pages of a version, both at once, by renaming one link over the other. A version without files changes
 * nothing.
 */
export function servePages(folder: string, version: string): void {
  const shell = join(folder, shellName);
  if (servedVersion(folder) === version || !existsSync(join(shell, version))) return;
  const next = join(shell, nextPointer);
  rmSync(next, { force: true });
  symlinkSync(version, next);
  renameSync(next, join(shell, pointer));
}

/** @throws Error naming a hashed file of the build that is already served with other content. */
export function refuseChangedAssets(folder: string, dist: string): void {
  for (const file of assetsOf(dist)) {
    const served = join(folder, shellName, assets, file);
    if (/\.(?:br|gz)$/.test(file) || !existsSync(served)) continue;
    if (readFileSync(served).equals(readFileSync(join(dist, assets, file)))) continue;
    throw new Error(
      `${assets}/${file} is already published with other content, which browsers cache: give it another name`,
    );
  }
}

/** Stops serving hashed files that are in none of the versions. */
export function removeUnusedAssets(folder: string, versions: Iterable<string>): void {
  const shell = join(folder, shellName);
  const used = new Set([...versions].flatMap((version) => assetsOf(join(shell, version))));
  for (const file of filesBelow(join(shell, assets))) {
    if (!used.has(file)) rmSync(join(shell, assets, file), { force: true });
  }
}

const assetsOf = (version: string): string[] => filesBelow(join(version, assets)).filter(isHashed);

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
