import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBuilt } from './built-artefact.ts';
import type { BuiltRemote } from './built-remote.ts';
import { refuseTaken } from './declaration.ts';
import { type Author, findRemote, isDisabled, pointedTo, versionBefore, withEntry } from './pointer.ts';
import { precompress } from './precompress.ts';
import { type Change, changeRegistry, type Registry, type RemoteEntry } from './registry-file.ts';
import { besideVersions, refuseChangedAssets, removeUnusedAssets, shellName } from './served-shell.ts';

/** What else is named in addresses, logs and commands; a remote of that name would be taken for it. */
const takenNames: readonly string[] = ['gateway', 'registry', 'remotes'];

/** Versions of one remote, or of the shell, whose files stay, for the tabs that were open when a newer one came. */
const KEPT_VERSIONS = 5;

/** A staging folder this old belongs to a publisher that died. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

const stagingPrefix = '.staging-';

export interface Publication {
  version: string;
  /** The version that new page loads get from now on: another one when it stays where it is. */
  current: string;
  isPinned: boolean;
  isDisabled: boolean;
  /** False when this content was the current version already. */
  isNew: boolean;
}

export interface PublishOptions extends Author {
  /** The commit it was built from; null when nobody knows. */
  commit: string | null;
  /**
   * What becomes of a build that is published already: it is refused, made the current version, or left as it is, so that
   * a roll-back from it holds.
   */
  whenKnown: 'refuse' | 'move' | 'leave';
}

/**
 * Publishes the build in `dist` as a version of `name`, a remote or the shell, in the registry folder and, unless that is
 * pinned, makes it the current one. The version is the hash of the content; its files are complete before anything points
 * to them. Throws an Error with a sentence on a wrong name, a folder without such a build, a path that another remote has,
 * and a version that is there.
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
    let publication: Publication | undefined;
    changeRegistry(registryFolder, (registry) => {
      const known = findRemote(registry, name)?.versions.find(({ version }) => version === built.version);
      if (known !== undefined && options.whenKnown === 'refuse') {
        throw new Error(
          `${name} ${built.version} is published already, since ${known.publishedAt}: "current" moves to it`,
        );
      }
      if (name === shellName) refuseChangedAssets(registryFolder, dist);
      refuseTaken(registry, name, built.screens);
      if (!existsSync(target)) {
        if (isComplete) {
          throw new Error(`${name} ${built.version} was removed by another publisher: publish again`);
        }
        renameSync(staging, target);
      }
      const change = withVersion(registry, name, built, registryFolder, options);
      const after = findRemote(change?.registry ?? registry, name);
      publication = {
        version: built.version,
        current: after?.version ?? built.version,
        isPinned: after?.pinned === true,
        isDisabled: isDisabled(registry, name),
        isNew: change !== undefined,
      };
      return change;
    });
    if (publication === undefined) throw new Error(`${name} could not be published`);
    removePruned(registryFolder, name);
    return publication;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The registry with the version in it, and the pointer on it unless the remote is pinned. */
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
  // What an older publisher wrote lacks the hashes, the screens or the manifest, and is written anew.
  const isComplete =
    name === shellName ||
    (before?.integrity !== undefined && before.screens !== undefined && before.build !== undefined);
  const stays = isPinned || (isKnown && whenKnown === 'leave');
  if (isKnown && isComplete && (stays || before.version === version)) return undefined;

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
    if (name === shellName) removeUnusedAssets(folder, kept);
    for (const version of readdirSync(join(folder, name))) {
      if (name === shellName && besideVersions.includes(version)) continue;
      if (!kept.has(version)) rmSync(join(folder, name, version), { recursive: true, force: true });
    }
    return undefined;
  });
}

/**
 * Copies the build; whatever the builder's umask was, the gateway's workers can read it. nginx makes a file's ETag of its
 * time and length: a time made of the content tells two versions apart that are published within one second.
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

/** A moment between 2000 and 2017, in whole seconds, made of `<algorithm>-<base64>`. */
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
