import { prepareCheckout } from '../build/prepare.ts';
import type { CommandContext } from '../command-context.ts';
import { Failure } from '../failure.ts';
import { runInForeground } from '../processes/run-command.ts';

/**
 * `mainstay with-node <file> [arguments]`: a TypeScript file with the Node that the project needs, and its
 * dependencies.
 */
export async function withNode({ args, progress, signal }: CommandContext): Promise<number> {
  const [file, ...rest] = args;
  if (file === undefined) throw new Failure('with-node needs a file: with-node <file> [arguments]');
  await prepareCheckout(progress, signal, []);
  return runInForeground(process.execPath, [file, ...rest], { signal });
}
