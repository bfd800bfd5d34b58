import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { takeFileLock } from './file-lock.ts';
import { addAssets, servePages, type SiteName, siteNames } from './served-sites.ts';

const publishedVersion = z.looseObject({
  version: z.string(),
  /** When this content was last published, ISO 8601. */
  publishedAt: z.iso.datetime(),
  /** When it last became the current one; null for never. Missing in older entries: when it was published. */
  currentAt: z.iso.datetime().nullish(),
  /** It was rolled back, so a later rollback skips it. */
  rolledBack: z.boolean().optional(),
  /** The commit it was built from; null when unknown. */
  commit: z.string().nullish(),
});

const remoteEntry = z.looseObject({
  name: z.string(),
  /** The version for new page loads. */
  version: z.string(),
  /** URL of its mf-manifest.json; a site has none. */
  manifest: z.string().optional(),
  /** Since when that version is the current one, ISO 8601. */
  since: z.iso.datetime().optional(),
  commit: z.string().nullish(),
  /** The contract version it was built with; null when the build does not give it. */
  contract: z.number().nullish(),
  /** The screens that version declares; a site has none. */
  screens: z.array(z.looseObject({ path: z.string() })).optional(),
  headerItem: z.boolean().optional(),
  live: z.record(z.string(), z.array(z.string())).optional(),
  /** Its manifest, from which a page loads its initial files; a site has none. */
  build: z.record(z.string(), z.unknown()).nullish(),
  /** The hash of each of its files by path below the version's folder. */
  integrity: z.record(z.string(), z.string()).optional(),
  /** Publishing does not change the current version. */
  pinned: z.boolean().optional(),
  /** The versions whose files are kept, most recently used first, including the current one. */
  versions: z.array(publishedVersion),
});

/**
 * registry.json, as browsers read it: a newer field is kept, not dropped. Disabled remotes are in a list of their
 * own, so that a shell that does not know this list does not load them either. No shell loads the members of the sites:
 * their pages are served from the versions there.
 */
const registrySchema = z.looseObject({
  shell: remoteEntry.optional(),
  intake: remoteEntry.optional(),
  remotes: z.array(remoteEntry),
  disabled: z.array(remoteEntry).optional(),
});

const moveSchema = z.looseObject({
  at: z.iso.datetime(),
  by: z.string(),
  action: z.string(),
  remote: z.string(),
  /** The version for new page loads before and after the move; null for none. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** The published version, when it is not the current one. */
  published: z.string().optional(),
  commit: z.string().nullish(),
  reason: z.string().optional(),
});

export type PublishedVersion = z.infer<typeof publishedVersion>;
export type RemoteEntry = z.infer<typeof remoteEntry>;
export type Registry = z.infer<typeof registrySchema>;
export type Move = z.infer<typeof moveSchema>;

/** A changed registry and its line for the log. */
export interface Change {
  registry: Registry;
  move: Move;
}

/** Maximum wait for another publisher; each holds the lock for milliseconds. */
const LOCK_WAIT_MS = 30_000;

const registryFile = (folder: string): string => join(folder, 'registry.json');
const logFile = (folder: string): string => join(folder, 'log.jsonl');

/** The registry of a folder, empty when nothing was published. Throws when the file is not a registry. */
export function readRegistry(folder: string): Registry {
  const file = registryFile(folder);
  if (!existsSync(file)) return { remotes: [] };
  try {
    return registrySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is not a registry: repair or remove it`, { cause: error });
  }
}

/**
 * Runs `change` on the registry while no other process does, writes its line to the log, replaces registry.json at
 * once, and serves its sites; without a change nothing is written. In this order, so that every change is in the log. A
 * site that a killed process wrote into registry.json but did not serve yet is served first.
 * @param change gives also what is returned
 * @throws when another process changes the registry for half a minute
 */
export function changeRegistry<Result>(
  folder: string,
  change: (registry: Registry) => [result: Result, change?: Change | undefined],
): Result {
  const lock = takeFileLock(join(folder, '.lock'), LOCK_WAIT_MS);
  if (!lock) throw new Error(`another process has been changing the registry in ${folder} for half a minute`);
  try {
    const registry = readRegistry(folder);
    for (const [site, version] of versionsOfSites(registry)) {
      addAssets(folder, site, version);
      servePages(folder, site, version);
    }
    const [result, changed] = change(registry);
    if (changed === undefined) return result;
    const current = versionsOfSites(changed.registry);
    for (const [site, version] of current) addAssets(folder, site, version);
    appendToLog(logFile(folder), changed.move);
    replace(registryFile(folder), changed.registry);
    for (const [site, version] of current) servePages(folder, site, version);
    return result;
  } finally {
    lock.close();
  }
}

const versionsOfSites = (registry: Registry): [SiteName, string][] =>
  siteNames.flatMap((site): [SiteName, string][] => {
    const entry = registry[site];
    return entry === undefined ? [] : [[site, entry.version]];
  });

/** The moves of a registry, oldest first. An incomplete line, for example after a full disk, is skipped. */
export function readLog(folder: string): Move[] {
  const file = logFile(folder);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').flatMap(parseMove);
}

function parseMove(line: string): Move[] {
  try {
    return [moveSchema.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}

function appendToLog(file: string, move: Move): void {
  const isCutShort = existsSync(file) && !/(?:^|\n)$/.test(readFileSync(file, 'utf8'));
  appendFileSync(file, `${isCutShort ? '\n' : ''}${JSON.stringify(move)}\n`, { mode: 0o644, flush: true });
}

function replace(file: string, registry: Registry): void {
  const next = `${file}.next`;
  const handle = openSync(next, 'w', 0o644);
  try {
    writeSync(handle, `${JSON.stringify(registry, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(next, file);
}
