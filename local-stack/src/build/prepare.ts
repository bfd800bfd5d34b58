import { areDependenciesCurrent, installDependencies } from '../machine/dependencies.ts';
import { whileAlone } from '../machine/work-lock.ts';
import type { Progress } from '../progress.ts';
import { Builder } from './build.ts';

/** Brings the dependencies to the lockfile and the packages at `paths` (all that have a build, if absent) to their sources. */
export async function prepareCheckout(
  progress: Progress,
  signal: AbortSignal,
  paths?: string[],
): Promise<void> {
  await whileAlone(progress, signal, async () => {
    if (!areDependenciesCurrent()) await installDependencies(progress, signal);
    const builder = new Builder(progress, signal);
    await builder.build(paths ?? builder.allPaths());
  });
}
