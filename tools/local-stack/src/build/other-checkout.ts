import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownFolder, root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';
import { listPackages } from './packages.ts';

/** The built files of another commit, in a folder of their own. @returns the folder. @throws Failure when it does not build. */
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
  await progress.step(`Building ${hash.slice(0, 12)}`, () =>
    run(process.execPath, ['tools/local-stack/bin/mainstay.mjs', 'build'], {
      cwd: folder,
      signal,
      failure: `${hash} does not build.`,
    }),
  );
  return folder;
}

/** A copy of this checkout with its uncommitted changes and its builds. @param folder does not exist yet. */
export async function copyCheckout(folder: string, signal: AbortSignal): Promise<void> {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = (await run('git', listing, { cwd: root, signal })).split('\0');
  for (const file of files) {
    // A file whose removal is not yet committed is listed, too.
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  for (const { path } of listPackages()) {
    const dist = join(root, path, 'dist');
    if (existsSync(dist)) cpSync(dist, join(folder, path, 'dist'), { recursive: true });
  }
  linkPackages(folder);
}

/**
 * Links this checkout's external packages into the other checkout, and its own packages to their folders. If its
 * lockfile needs others, its build installs them.
 */
function linkPackages(folder: string): void {
  for (const path of ['.', ...listPackages().map((one) => one.path)]) {
    const from = join(root, path, 'node_modules');
    if (!existsSync(from) || !existsSync(join(folder, path))) continue;
    const to = join(folder, path, 'node_modules');
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) {
      if (name === '@mainstay' || name === '.cache') continue;
      symlinkSync(join(from, name), join(to, name));
    }
  }
  const own = join(folder, 'node_modules/@mainstay');
  for (const { path, packageName } of listPackages()) {
    const link = join(own, packageName.replace('@mainstay/', ''));
    mkdirSync(dirname(link), { recursive: true });
    if (existsSync(join(folder, path))) symlinkSync(join(folder, path), link);
  }
}
