import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const publishedVersion = z.object({
  version: z.string(),
  /** When this content was last made the current one, ISO 8601. */
  publishedAt: z.iso.datetime(),
});

const remoteEntry = z.object({
  name: z.string(),
  /** The version that new page loads get. */
  version: z.string(),
  /** Address of its mf-manifest.json. */
  manifest: z.string(),
  /** The versions whose files are kept, newest first, the current one among them. */
  versions: z.array(publishedVersion),
});

/** registry.json, as browsers read it: a newer field is kept, not dropped. */
const registrySchema = z.looseObject({ remotes: z.array(z.looseObject(remoteEntry.shape)) });

export type RemoteEntry = z.infer<typeof remoteEntry>;
export type Registry = z.infer<typeof registrySchema>;

/** Longest wait for another publisher; each holds the lock for milliseconds. */
const LOCK_WAIT_MS = 30_000;

/** The registry of a folder, empty when nothing was published. Throws when the file is not a registry. */
export function readRegistry(folder: string): Registry {
  const file = join(folder, 'registry.json');
  if (!existsSync(file)) return { remotes: [] };
  try {
    return registrySchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is not a registry of remotes: mend or remove it`, { cause: error });
  }
}

/**
 * Runs `change` on the registry while no other process does, and replaces registry.json at once with what it returns;
 * `undefined` leaves it as it is. The lock is SQLite's on a file of its own, so it ends with the process that holds it.
 */
export function changeRegistry(folder: string, change: (registry: Registry) => Registry | undefined): void {
  const lock = new DatabaseSync(join(folder, '.lock'), { timeout: LOCK_WAIT_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    const changed = change(readRegistry(folder));
    if (changed !== undefined) replace(join(folder, 'registry.json'), changed);
  } finally {
    lock.close();
  }
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
