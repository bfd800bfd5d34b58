import { join } from 'node:path';
import { prepareCheckout } from '../build/prepare.ts';
import type { CommandContext } from '../command-context.ts';
import { root } from '../machine/folders.ts';
import { runInForeground } from '../processes/run-command.ts';

/**
 * `mainstay new …`: a new domain's folders; new-domain/ makes them.
 * @returns its exit code
 */
export async function newDomain({ args, progress, signal }: CommandContext): Promise<number> {
  await prepareCheckout(progress, signal, ['packages/service-kit']);
  const script = join(root, 'tools/new-domain/src/main.ts');
  return runInForeground(process.execPath, [script, ...args], { cwd: root });
}
