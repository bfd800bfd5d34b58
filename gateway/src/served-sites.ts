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

export interface Site {
  /** The pages, which are published together. */
  pages: readonly string[];
  /** Those that builds of the release before do not have: all of them are there, or none. */
  addedPages: readonly string[];
  /** The address of the folder `assets`. */
  assetsAt: string;
}

/** The apps that have pages of their own, by their names in the registry, which are those of their folders. */
export const sites = {
  /** For browsers with a session cookie, and for those without. */
  shell: { pages: ['index.html', 'signed-out.html'], addedPages: [], assetsAt: '/assets/' },
  /** The public pages, in each language. */
  intake: {
    pages: [
      'report.en.html',
      'report.es.html',
      'track.en.html',
      'track.es.html',
      'job.en.html',
      'job.es.html',
    ],
    addedPages: ['job.en.html', 'job.es.html'],
    assetsAt: '/r/assets/',
  },
} as const satisfies Record<string, Site>;

export type SiteName = keyof typeof sites;

export const siteNames: readonly SiteName[] = ['shell', 'intake'];

/** Whether a name in the registry is that of an app with pages of its own; all others are remotes. */
export const isSite = (name: string): name is SiteName => Object.hasOwn(sites, name);

/** Files with a content hash in their names, of all kept versions: their URLs never change. */
const assets = 'assets';

/** A symbolic link to the folder of the version whose pages are served. */
const pointer = 'current';
const nextPointer = '.current.next';

/** Other entries than versions in the folder of a site. */
export const besideVersions: readonly string[] = [assets, pointer, nextPointer];

/** The same rule as `$file_cache` in nginx/http/names.conf.template: browsers cache such a file for a year. */
const isHashed = (file: string): boolean => /[./-][0-9a-f]{8,}(\.[a-z0-9]+)+$/.test(file);

/** The version whose pages the gateway serves; undefined before the first one. */
export function servedVersion(folder: string, site: SiteName): string | undefined {
  const link = join(folder, site, pointer);
  return lstatSync(link, { throwIfNoEntry: false }) && basename(readlinkSync(link));
}

/** Serves the hashed files of a version together with those of the others. Existing files are kept. */
export function addAssets(folder: string, site: SiteName, version: string): void {
  const home = join(folder, site);
  for (const file of assetsOf(join(home, version))) {
    const target = join(home, assets, file);
    if (existsSync(target)) continue;
    const source = join(home, version, assets, file);
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
 * Serves the pages of a version, both at once, by renaming one link over the other. A version without
 * files changes nothing.
 */
export function servePages(folder: string, site: SiteName, version: string): void {
  const home = join(folder, site);
  if (servedVersion(folder, site) === version || !existsSync(join(home, version))) return;
  const next = join(home, nextPointer);
  rmSync(next, { force: true });
  symlinkSync(version, next);
  renameSync(next, join(home, pointer));
}

/** @throws Error naming a hashed file of the build that is already served with other content. */
export function refuseChangedAssets(folder: string, site: SiteName, dist: string): void {
  for (const file of assetsOf(dist)) {
    const served = join(folder, site, assets, file);
    if (/\.(?:br|gz)$/.test(file) || !existsSync(served)) continue;
    if (readFileSync(served).equals(readFileSync(join(dist, assets, file)))) continue;
    throw new Error(
      `${assets}/${file} is already published with other content, which browsers cache: give it another name`,
    );
  }
}

/** Stops serving hashed files that are in none of the versions. */
export function removeUnusedAssets(folder: string, site: SiteName, versions: Iterable<string>): void {
  const home = join(folder, site);
  const used = new Set([...versions].flatMap((version) => assetsOf(join(home, version))));
  for (const file of filesBelow(join(home, assets))) {
    if (!used.has(file)) rmSync(join(home, assets, file), { force: true });
  }
}

const assetsOf = (version: string): string[] => filesBelow(join(version, assets)).filter(isHashed);

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
