import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownFolder, root } from '../machine/folders.ts';
import { run } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';
import { listRooms } from './rooms.ts';

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
    run(process.execPath, ['local-stack/bin/mainstay.mjs', 'build'], {
      cwd: folder,
      signal,
      failure: `${hash} does not build.`,
    }),
  );
  return folder;
}

/**
 * Gives the other checkout this one's packages from outside; its own rooms it finds below itself. Where its lockfile asks
 * for others, its build installs them.
 */
function linkPackages(folder: string): void {
  for (const room of ['.', ...listRooms().map(({ path }) => path)]) {
    const from = join(root, room, 'node_modules');
    if (!existsSync(from) || !existsSync(join(folder, room))) continue;
    const to = join(folder, room, 'node_modules');
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) {
      if (name === '@mainstay' || name === '.cache') continue;
      symlinkSync(join(from, name), join(to, name));
    }
  }
  const own = join(folder, 'node_modules/@mainstay');
  for (const { path, packageName } of listRooms()) {
    const link = join(own, packageName.replace('@mainstay/', ''));
    mkdirSync(dirname(link), { recursive: true });
    if (existsSync(join(folder, path))) symlinkSync(join(folder, path), link);
  }
}
