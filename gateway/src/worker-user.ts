import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

const nobody = 'nobody';

/**
 * The `user` directive for nginx started as root: workers run as nobody when that user can read all served folders;
 * otherwise (a checkout in a private home) as root, the only user that can. No directive without root.
 */
export function workerUserDirective(folders: string[]): string {
  if (process.getuid?.() !== 0) return '';
  const group = spawnSync('id', ['-gn', nobody], { encoding: 'utf8' }).stdout.trim();
  return group !== '' && folders.every(isOpenToAll) ? `user ${nobody} ${group};` : 'user root;';
}

/** Whether everyone may list the folder and enter all the folders above it. */
function isOpenToAll(folder: string): boolean {
  const mayRead = (statSync(folder).mode & 0o005) === 0o005;
  return mayRead && isReachable(dirname(folder));
}

function isReachable(folder: string): boolean {
  const mayWalk = (statSync(folder).mode & 0o001) === 0o001;
  return mayWalk && (folder === dirname(folder) || isReachable(dirname(folder)));
}
