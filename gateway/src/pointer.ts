import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readBuilt } from './built-artefact.ts';
import { manifestName } from './built-remote.ts';
import { refuseTaken } from './declaration.ts';
import { changeRegistry, type PublishedVersion, type Registry, type RemoteEntry } from './registry-file.ts';
import { isSite } from './served-sites.ts';

/** Who changes the registry, and why. */
export interface Author {
  by: string;
  reason?: string | undefined;
}

/** The remote of that name, enabled or not, or the site. */
export function findRemote(registry: Registry, name: string): RemoteEntry | undefined {
  if (isSite(name)) return registry[name];
  return [...registry.remotes, ...(registry.disabled ?? [])].find((remote) => remote.name === name);
}

/**
 * The same.
 * @throws Error when it was not published
 */
export function entryOf(registry: Registry, name: string, folder: string): RemoteEntry {
  const entry = findRemote(registry, name);
  if (entry === undefined) throw new Error(`${name} is not published in ${folder}`);
  return entry;
}

export const isDisabled = (registry: Registry, name: string): boolean =>
  registry.disabled?.some((remote) => remote.name === name) === true;

/** The registry with `entry` in place of the one with the same name. */
export function withEntry(registry: Registry, entry: RemoteEntry, disabled: boolean): Registry {
  if (isSite(entry.name)) return { ...registry, [entry.name]: entry };
  const others = (list: RemoteEntry[] = []) => list.filter((remote) => remote.name !== entry.name);
  const sorted = (list: RemoteEntry[]) => list.sort((a, b) => a.name.localeCompare(b.name));
  return {
    ...registry,
    remotes: sorted([...others(registry.remotes), ...(disabled ? [] : [entry])]),
    disabled: sorted([...others(registry.disabled), ...(disabled ? [entry] : [])]),
  };
}

/**
 * The entry with `version` as the current one, after checking its files.
 * @throws Error when they differ from what was published.
 */
export function pointedTo(folder: string, entry: RemoteEntry, version: string, now: string): RemoteEntry {
  const files = join(folder, entry.name, version);
  if (!existsSync(files))
    throw new Error(`The files of ${entry.name} ${version} are missing: publish it again`);
  const built = readBuilt(entry.name, files);
  if (built.version !== version) {
    throw new Error(
      `The files of ${entry.name} ${version} differ from those that were published: publish again`,
    );
  }
  const since = version === entry.version && entry.since !== undefined ? entry.since : now;
  const versions = entry.versions.map((each) =>
    each.version === version ? { ...each, currentAt: since, rolledBack: false } : each,
  );
  const pointed = {
    ...entry,
    version,
    since,
    commit: entry.versions.find((each) => each.version === version)?.commit ?? null,
    versions: versions.sort((a, b) => lastUse(b).localeCompare(lastUse(a))),
  };
  // Only remotes need the rest: every page load reads the registry, but no page loads a site from it.
  if (isSite(entry.name)) return pointed;
  return {
    ...pointed,
    manifest: `/remotes/${entry.name}/${version}/${manifestName}`,
    contract: built.contract,
    screens: built.screens,
    headerItem: built.headerItem,
    live: built.live,
    build: built.build,
    integrity: built.integrity,
  };
}

const currentAt = ({ currentAt: at, publishedAt }: PublishedVersion): string | null =>
  at === undefined ? publishedAt : at;

const lastUse = (version: PublishedVersion): string => currentAt(version) ?? version.publishedAt;

/** The last current version before this one that was not rolled back. */
export function versionBefore(entry: RemoteEntry): string | undefined {
  return entry.versions.find(
    (each) => each.version !== entry.version && !each.rolledBack && currentAt(each) !== null,
  )?.version;
}

/** Makes a published version of a remote the current one; a prefix of its hash is enough. */
export function setCurrent(folder: string, name: string, author: Author, wanted: string): string {
  return change(folder, name, 'current', author, (entry, now) => {
    const version = versionOf(entry, wanted);
    return version === entry.version ? undefined : pointedTo(folder, entry, version, now);
  }).version;
}

/** Makes the previous version of a remote the current one. */
export function rollBack(folder: string, name: string, author: Author): string {
  return change(folder, name, 'rollback', author, (entry, now) => {
    const before = versionBefore(entry);
    if (before === undefined)
      throw new Error(`${name} has no version before ${entry.version} to roll back to`);
    const versions = entry.versions.map((each) =>
      each.version === entry.version ? { ...each, rolledBack: true } : each,
    );
    return pointedTo(folder, { ...entry, versions }, before, now);
  }).version;
}

/** Keeps a remote at its current version, or at `wanted`, regardless of what is published. */
export function pin(folder: string, name: string, author: Author, wanted?: string): string {
  return change(folder, name, 'pin', author, (entry, now) => {
    const version = versionOf(entry, wanted ?? entry.version);
    if (entry.pinned && version === entry.version) return undefined;
    const moved = version === entry.version ? entry : pointedTo(folder, entry, version, now);
    return { ...moved, pinned: true };
  }).version;
}

/** Lets publishing change the current version of a remote again. */
export function unpin(folder: string, name: string, author: Author): string {
  return change(folder, name, 'unpin', author, ({ pinned, ...entry }) => (pinned ? entry : undefined))
    .version;
}

/** Disables or enables a remote in the shell. Its versions are kept. */
export const switching =
  (action: 'disable' | 'enable') =>
  (folder: string, name: string, author: Author): string => {
    if (isSite(name)) throw new Error(`The ${name} cannot be disabled: its pages would be missing`);
    return change(folder, name, action, author, (entry, _now, registry) =>
      isDisabled(registry, name) === (action === 'disable') ? undefined : entry,
    ).version;
  };

function versionOf(entry: RemoteEntry, wanted: string): string {
  const found = entry.versions.filter(({ version }) => version.startsWith(wanted));
  const [only] = found;
  if (only === undefined || found.length > 1 || wanted === '') {
    const kept = entry.versions.map(({ version }) => version).join(', ');
    throw new Error(
      `${entry.name} has ${found.length > 1 ? 'several versions' : 'no version'} "${wanted}"; it has ${kept}`,
    );
  }
  return only.version;
}

/**
 * Changes a remote's entry, unless `work` returns `undefined`.
 * @returns the resulting entry.
 */
function change(
  folder: string,
  name: string,
  action: string,
  { by, reason }: Author,
  work: (entry: RemoteEntry, now: string, registry: Registry) => RemoteEntry | undefined,
): RemoteEntry {
  if (!existsSync(folder)) throw new Error(`${folder} is not a registry: nothing was published there`);
  return changeRegistry(folder, (registry) => {
    const entry = entryOf(registry, name, folder);
    const now = new Date().toISOString();
    const changed = work(entry, now, registry);
    if (changed === undefined) return [entry];
    // Another remote may have taken a path since this version was current.
    if (changed.version !== entry.version) refuseTaken(registry, name, changed.screens ?? []);
    const wasDisabled = isDisabled(registry, name);
    const disabled = action === 'disable' || (wasDisabled && action !== 'enable');
    const move = {
      at: now,
      by,
      action,
      remote: name,
      commit: changed.commit ?? null,
      from: wasDisabled ? null : entry.version,
      to: disabled ? null : changed.version,
      ...(reason !== undefined && { reason }),
    };
    return [changed, { registry: withEntry(registry, changed, disabled), move }];
  });
}
