import { join } from 'node:path';
import { run } from './command.ts';
import { root } from './document.ts';

/** The commit of a name. @throws Error when it is missing, as in a shallow clone */
export async function commitOf(name: string): Promise<string> {
  try {
    return (await run('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: root })).trim();
  } catch {
    throw new Error(`There is no commit ${name} here: a shallow clone needs "git fetch --unshallow".`);
  }
}

/** Whether the checkout has changes that are in no commit. */
export const hasChanges = async (): Promise<boolean> =>
  (await run('git', ['status', '--porcelain'], { cwd: root })) !== '';

/** A checkout of one commit in a folder of its own, as an operator has it. @returns the folder */
export async function checkOut(commit: string, parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder]);
  await run('git', ['checkout', '--quiet', commit], { cwd: folder });
  return folder;
}
