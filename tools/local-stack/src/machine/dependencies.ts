import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { holderOf } from '../processes/folder-lock.ts';
import { run } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';
import { ownFolder, root } from './folders.ts';
import { lockedPackages } from './lockfile.ts';

/** Whether node_modules matches the lockfile, according to npm's own record of its last install. */
export function areDependenciesCurrent(folder = root): boolean {
  const record = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = lockedPackages(readFileSync(record, 'utf8'));
  const wanted = lockedPackages(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, { version, optional }]) => {
      const found = installed[path];
      // Optional packages are not installed on other platforms.
      return found ? withoutV(found['version']) === withoutV(version) : optional === true;
    });
}

/** Some packages write a "v" before their version, which "npm install" records although it ignores it. */
const withoutV = (version: unknown): string => String(version).replace(/^v/, '');

/**
 * The scripts of all packages run with the Node that was fetched, where that of the machine is too old: npm puts this
 * folder first on their PATH.
 */
function linkNode(): void {
  const link = join(root, 'node_modules/.bin/node');
  rmSync(link, { force: true });
  symlinkSync(process.execPath, link);
}

/**
 * Installs the lockfile with `npm ci`.
 * @throws Failure while a system of this checkout uses node_modules.
 */
export async function installDependencies(progress: Progress, signal: AbortSignal): Promise<void> {
  const running = holderOf(join(ownFolder, 'run', 'lock.json'));
  if (running !== undefined && running !== process.pid) {
    throw new Failure(
      `The dependencies have changed: stop the running npm start (process ${running}) first.`,
    );
  }
  await progress.step('Installing the dependencies', async () => {
    // No package needs its install script, and without them no foreign code runs during the installation.
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const npmCli = process.env['npm_execpath'];
    const [command, ...before] = npmCli?.endsWith('npm-cli.js') ? [process.execPath, npmCli] : ['npm'];
    const failure = 'The dependencies could not be installed (npm ci failed).';
    await run(command, [...before, ...args], { cwd: root, signal, failure });
    if (process.env['MAINSTAY_LAUNCHER']) linkNode();
  });
}
