import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder, root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';
import { listPackages } from './packages.ts';

/**
 * The built files of another commit.
 * @returns their folder
 * @throws Failure when it does not build
 */
export async function checkoutOf(commit: string, progress: Progress, signal: AbortSignal): Promise<string> {
  const failure = `There is no commit ${commit} here: a shallow clone needs "git fetch --unshallow".`;
  const resolve = ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`];
  const hash = (await run('git', resolve, { cwd: root, signal, failure })).trim();
  const folder = join(ownFolder, 'skew', hash);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    const unpack = 'git archive "$1" | tar -x -C "$2"';
    await run('sh', ['-ec', unpack, 'sh', hash, folder], { cwd: root, signal });
    linkPackages(folder);
  }
  // The package of this program was elsewhere in older versions.
  const program = ['tools/local-stack', 'local-stack'].find((path) => existsSync(join(folder, path))) ?? '';
  await progress.step(`Building ${hash.slice(0, 12)}`, () =>
    run(process.execPath, [join(program, 'bin/mainstay.mjs'), 'build'], {
      cwd: folder,
      signal,
      failure: `${hash} does not build.`,
    }),
  );
  return folder;
}

/**
 * Links this checkout's external packages into the other checkout, and its own packages to their folders. If its
 * lockfile needs others, its build installs them.
 */
function linkPackages(folder: string): void {
  const packages = listPackages().filter(({ path }) => existsSync(join(folder, path)));
  for (const path of ['.', ...packages.map((one) => one.path)]) {
    const from = join(root, path, 'node_modules');
    if (!existsSync(from)) continue;
    const to = join(folder, path, 'node_modules');
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) {
      if (name !== '@mainstay' && name !== '.cache') symlinkSync(join(from, name), join(to, name));
    }
  }
  mkdirSync(join(folder, 'node_modules/@mainstay'), { recursive: true });
  for (const { path, packageName } of packages) {
    symlinkSync(join(folder, path), join(folder, 'node_modules', packageName));
  }
}
