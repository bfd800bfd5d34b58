import { spawnSync } from 'node:child_process';
import { hostname, userInfo } from 'node:os';

/** Whoever runs this, for the log. */
export function currentUser(): string {
  return `${userInfo().username}@${hostname()}`;
}

/** The commit that is checked out around a folder, `-dirty` with changes on top of it; null outside a repository. */
export function commitOf(folder: string): string | null {
  const git = (...args: string[]) =>
    spawnSync('git', ['--no-optional-locks', '-C', folder, ...args], { encoding: 'utf8' });
  const head = git('rev-parse', '--verify', 'HEAD');
  if (head.status !== 0) return null;
  const isDirty = git('status', '--porcelain', '--untracked-files=no').stdout !== '';
  return `${head.stdout.trim()}${isDirty ? '-dirty' : ''}`;
}
