import { prepareCheckout } from '../build/prepare.ts';
import type { CommandContext } from '../command-context.ts';

/** `mainstay build`: builds every package that is not up to date. */
export async function build({ progress, signal }: CommandContext): Promise<number> {
  await prepareCheckout(progress, signal);
  progress.say('All packages are built.');
  return 0;
}
