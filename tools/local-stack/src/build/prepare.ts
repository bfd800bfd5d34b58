import { areDependenciesCurrent, installDependencies } from '../machine/dependencies.ts';
import { whileAlone } from '../machine/work-lock.ts';
import type { Progress } from '../progress.ts';
import { build } from './build.ts';

/** Installs the dependencies and builds the packages at `paths`, by default all, where not up to date. */
export async function prepareCheckout(
  progress: Progress,
  signal: AbortSignal,
  paths?: string[],
): Promise<void> {
  await whileAlone(progress, signal, async () => {
    if (!areDependenciesCurrent()) await installDependencies(progress, signal);
    await build(progress, signal, paths);
  });
}
