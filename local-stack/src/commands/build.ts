import { Builder } from '../build/build.ts';
import type { CommandContext } from './command-context.ts';
import { areDependenciesCurrent, installDependencies } from '../machine/dependencies.ts';
import { whileAlone } from '../machine/work-lock.ts';

/** Builds every room that is not up to date. */
export async function build({ progress, signal }: CommandContext): Promise<number> {
  await whileAlone(progress, async () => {
    if (!areDependenciesCurrent()) await installDependencies(progress, signal);
    const builder = new Builder(progress, signal);
    await builder.build(builder.allPaths());
  });
  progress.say('All rooms are built.');
  return 0;
}
