import { join } from 'node:path';
import { takeLock } from '../processes/folder-lock.ts';
import type { Progress } from '../progress.ts';
import { untilAborted } from '../until-aborted.ts';
import { ownFolder } from './folders.ts';

const ONE_HOUR_MS = 3_600_000;

/** Runs `work` while no other command installs or builds in this checkout. */
export async function whileAlone<Result>(
  progress: Progress,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(ownFolder, 'work.lock');
  let lock = await takeLock(path, 0);
  if (typeof lock === 'number') {
    progress.say(`Waiting for another command of this folder to finish building (process ${lock}) …`);
    lock = await untilAborted(signal, takeLock(path, ONE_HOUR_MS));
  }
  if (typeof lock === 'number') throw new Error(`process ${lock} has held ${path} for an hour`);
  try {
    return await work();
  } finally {
    lock.release();
  }
}
