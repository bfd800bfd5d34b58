import { spawnSync } from 'node:child_process';
import { hostname, userInfo } from 'node:os';

/** The current user, for the log. */
export function currentUser(): string {
  return `${userInfo().username}@${hostname()}`;
}

/** The checked-out commit of a folder, with `-dirty` for uncommitted changes; null outside a repository. */
export function commitOf(folder: string): string | null {
  const git = (...args: string[]) =>
    spawnSync('git', ['--no-optional-locks', '-C', folder, ...args], { encoding: 'utf8' });
  const head = git('rev-parse', '--verify', 'HEAD');
  if (head.status !== 0) return null;
  const isDirty = git('status', '--porcelain', '--untracked-files=no').stdout !== '';
  return `${head.stdout.trim()}${isDirty ? '-dirty' : ''}`;
}
