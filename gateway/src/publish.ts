import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { precompress } from './precompress.ts';
import { changeRegistry, type Registry, type RemoteEntry } from './registry-file.ts';

/** Versions of one remote whose files stay, for the tabs that were open when a newer one came. */
const KEPT_VERSIONS = 5;

/** A staging folder this old belongs to a publisher that died. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

const manifestName = 'mf-manifest.json';
const stagingPrefix = '.staging-';

export interface Publication {
  version: string;
  /** False when this content was the current version already. */
  isNew: boolean;
}

/**
 * Makes the built remote in `dist` the current version of `name` in the registry folder. The version is the hash of the
 * content; its files are complete before anything points to them. Throws an Error with a sentence on a wrong name or
 * a folder without a built remote.
 */
export async function publish(name: string, dist: string, registryFolder: string): Promise<Publication> {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
    throw new Error(`"${name}" is no name for a remote: use small letters, digits and hyphens`);
  }
  if (!existsSync(join(dist, manifestName))) {
    throw new Error(`${dist} has no ${manifestName}: build the remote first`);
  }
  const files = await listFiles(dist);
  const version = await hashOf(dist, files);
  const target = join(registryFolder, name, version);
  await mkdir(dirname(target), { recursive: true });
  await removeAbandoned(registryFolder);
  const staging = await mkdtemp(join(registryFolder, `${stagingPrefix}${name}-`));
  try {
    const isComplete = existsSync(target);
    if (!isComplete) await stage(dist, files, staging);
    let isNew = false;
    changeRegistry(registryFolder, (registry) => {
      if (!existsSync(target)) {
        if (isComplete) throw new Error(`${name} ${version} was removed by another publisher: publish again`);
        renameSync(staging, target);
      }
      const current = registry.remotes.find((remote) => remote.name === name);
      isNew = current?.version !== version;
      return isNew ? withCurrent(registry, name, version, registryFolder) : undefined;
    });
    return { version, isNew };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Moves the pointer to `version` and removes the files of the versions that are no longer kept. */
function withCurrent(registry: Registry, name: string, version: string, registryFolder: string): Registry {
  const before = registry.remotes.find((remote) => remote.name === name);
  const versions = [
    { version, publishedAt: new Date().toISOString() },
    ...(before?.versions ?? []).filter((each) => each.version !== version),
  ];
  for (const old of versions.splice(KEPT_VERSIONS)) {
    rmSync(join(registryFolder, name, old.version), { recursive: true, force: true });
  }
  const entry: RemoteEntry = {
    ...before,
    name,
    version,
    manifest: `/remotes/${name}/${version}/${manifestName}`,
    versions,
  };
  const others = registry.remotes.filter((remote) => remote.name !== name);
  return { ...registry, remotes: [...others, entry].sort((a, b) => a.name.localeCompare(b.name)) };
}

/** The files of a build by path, without those that the publisher itself writes beside them. */
async function listFiles(dist: string): Promise<string[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
    .sort();
}

async function hashOf(dist: string, files: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = await readFile(join(dist, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 12);
}

/** Copies the build; whatever the builder's umask was, the gateway's workers can read it. */
async function stage(dist: string, files: string[], staging: string): Promise<void> {
  await chmod(staging, 0o755);
  for (const file of files) {
    const copy = join(staging, file);
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(join(dist, file), copy);
    await chmod(copy, 0o644);
  }
  await precompress(staging);
}

async function removeAbandoned(registryFolder: string): Promise<void> {
  for (const name of await readdir(registryFolder)) {
    if (!name.startsWith(stagingPrefix)) continue;
    const folder = join(registryFolder, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
