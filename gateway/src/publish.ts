import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBuilt } from './built-artefact.ts';
import type { BuiltRemote } from './built-remote.ts';
import { refuseTaken } from './declaration.ts';
import { type Author, findRemote, isDisabled, pointedTo, versionBefore, withEntry } from './pointer.ts';
import { precompress } from './precompress.ts';
import { type Change, changeRegistry, type Registry, type RemoteEntry } from './registry-file.ts';
import { besideVersions, isSite, refuseChangedAssets, removeUnusedAssets } from './served-sites.ts';

/** Other names in addresses, logs and commands, with which a remote could be confused. */
const takenNames: readonly string[] = ['gateway', 'registry', 'remotes'];

/** How many versions of a remote or a site keep their files, for tabs opened before a newer one was published. */
const KEPT_VERSIONS = 5;

/** A staging folder of this age was left by a killed publisher. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

const stagingPrefix = '.staging-';

interface Publication {
  version: string;
  /** The version for new page loads; another one if the current version did not change. */
  current: string;
  isPinned: boolean;
  isDisabled: boolean;
  /** False if this content was the current version already. */
  isNew: boolean;
}

export interface PublishOptions extends Author {
  /** The commit it was built from; null when unknown. */
  commit: string | null;
  /**
   * What to do with a build that is already published: refuse it, make it the current version, or ignore it, so that
   * a rollback from it is kept.
   */
  whenKnown: 'refuse' | 'move' | 'leave';
}

/**
 * Publishes the build in `dist` as a version of `name`, a remote or a site, in the registry folder and, unless that is
 * pinned, makes it the current one. The version is the hash of the content; its files are complete before anything
 * refers to them. Throws an Error with a message for an invalid name, a folder without such a build, a path of
 * another remote, and an existing version.
 */
export async function publish(
  name: string,
  dist: string,
  registryFolder: string,
  options: PublishOptions,
): Promise<Publication> {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
    throw new Error(`"${name}" is no name for a remote: use small letters, digits and hyphens`);
  }
  if (takenNames.includes(name)) throw new Error(`"${name}" is taken: give the remote another name`);
  const built = readBuilt(name, dist);
  if (built.name !== null && built.name !== name) {
    throw new Error(`${dist} is a build of ${built.name}, not of ${name}`);
  }
  const target = join(registryFolder, name, built.version);
  await mkdir(dirname(target), { recursive: true });
  await removeAbandoned(registryFolder);
  const staging = await mkdtemp(join(registryFolder, `${stagingPrefix}${name}-`));
  try {
    const isComplete = existsSync(target);
    if (!isComplete) await stage(dist, built, staging);
    const publication = changeRegistry(registryFolder, (registry) => {
      const known = findRemote(registry, name)?.versions.find(({ version }) => version === built.version);
      if (known !== undefined && options.whenKnown === 'refuse') {
        throw new Error(
          `${name} ${built.version} is published already, since ${known.publishedAt}: "current" moves to it`,
        );
      }
      if (isSite(name)) refuseChangedAssets(registryFolder, name, dist);
      refuseTaken(registry, name, built.screens);
      if (!existsSync(target)) {
        if (isComplete) {
          throw new Error(`${name} ${built.version} was removed by another publisher: publish again`);
        }
        renameSync(staging, target);
      }
      const change = withVersion(registry, name, built, registryFolder, options);
      const after = findRemote(change?.registry ?? registry, name);
      const result = {
        version: built.version,
        current: after?.version ?? built.version,
        isPinned: after?.pinned === true,
        isDisabled: isDisabled(registry, name),
        isNew: change !== undefined,
      };
      return [result, change];
    });
    removePruned(registryFolder, name);
    return publication;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The registry with the version added, and made current unless the remote is pinned. */
function withVersion(
  registry: Registry,
  name: string,
  { version }: BuiltRemote,
  folder: string,
  { by, reason, commit, whenKnown }: PublishOptions,
): Change | undefined {
  const before = findRemote(registry, name);
  const isPinned = before?.pinned === true;
  const isKnown = before?.versions.some((each) => each.version === version) === true;
  const stays = isPinned || (isKnown && whenKnown === 'leave');
  if (isKnown && (stays || before.version === version)) return undefined;

  const now = new Date().toISOString();
  const versions = [
    { version, publishedAt: now, currentAt: null, commit },
    ...(before?.versions ?? []).filter((each) => each.version !== version),
  ];
  const current = stays ? before.version : version;
  const listed: RemoteEntry = { name, version: '', ...before, versions };
  const entry = withoutOld(pointedTo(folder, listed, current, now));
  const disabled = isDisabled(registry, name);
  return {
    registry: withEntry(registry, entry, disabled),
    move: {
      at: now,
      by,
      action: 'publish',
      remote: name,
      commit,
      from: disabled ? null : (before?.version ?? null),
      to: disabled ? null : current,
      ...((disabled || stays) && { published: version }),
      ...(reason !== undefined && { reason }),
    },
  };
}

function withoutOld(entry: RemoteEntry): RemoteEntry {
  const always = [entry.version, versionBefore(entry)];
  const versions = entry.versions.filter((each, at) => at < KEPT_VERSIONS || always.includes(each.version));
  return { ...entry, versions };
}

/** Removes the files of versions that the registry no longer lists, also those that a killed publisher left. */
function removePruned(folder: string, name: string): void {
  changeRegistry(folder, (registry) => {
    const kept = new Set(findRemote(registry, name)?.versions.map(({ version }) => version));
    if (isSite(name)) removeUnusedAssets(folder, name, kept);
    for (const version of readdirSync(join(folder, name))) {
      if (isSite(name) && besideVersions.includes(version)) continue;
      if (!kept.has(version)) rmSync(join(folder, name, version), { recursive: true, force: true });
    }
    return [undefined];
  });
}

/**
 * Copies the build so that the gateway's workers can read it, whatever the builder's umask was. nginx derives a
 * file's ETag from its time and length: a time derived from the content distinguishes two versions published within
 * one second.
 */
async function stage(dist: string, built: BuiltRemote, staging: string): Promise<void> {
  await chmod(staging, 0o755);
  for (const [file, hash] of Object.entries(built.integrity)) {
    const copy = join(staging, file);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(dist, file), copy);
    await chmod(copy, 0o644);
    const time = timeOf(hash);
    await utimes(copy, time, time);
  }
  await precompress(staging);
}

/** A time between 2000 and 2017, in whole seconds, derived from `<algorithm>-<base64>`. */
function timeOf(hash: string): Date {
  const bits = Buffer.from(hash.slice(hash.indexOf('-') + 1), 'base64').readUInt32BE();
  return new Date(Date.UTC(2000, 0) + (bits % 2 ** 29) * 1000);
}

async function removeAbandoned(registryFolder: string): Promise<void> {
  for (const name of await readdir(registryFolder)) {
    if (!name.startsWith(stagingPrefix)) continue;
    const folder = join(registryFolder, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
