import { join, resolve } from 'node:path';
import { setting } from '../command-context.ts';
import { ownFolder } from '../machine/folders.ts';
import { takeLock } from '../processes/folder-lock.ts';
import { stopOrphans, Supervisor } from '../processes/supervisor.ts';
import type { Progress } from '../progress.ts';

/** The folder with all the state of the system of `npm start`. */
export const stateFolder = (): string => resolve(setting('MAINSTAY_STATE_DIR') ?? ownFolder);

/**
 * `work` while no other process uses the state folder, and after the processes of a killed run are stopped. What it
 * starts is stopped at its end.
 * @param waitMs how long to wait for another process to end
 * @returns the result of `work`, or of `otherwise` with the pid of the process that uses the folder
 */
export async function withStateFolder<Result>(
  { stateDir, waitMs = 0, progress }: { stateDir: string; waitMs?: number; progress: Progress },
  work: (supervisor: Supervisor) => Promise<Result>,
  otherwise: (pid: number) => Promise<Result>,
): Promise<Result> {
  const lock = await takeLock(join(stateDir, 'run', 'lock.json'), waitMs);
  if (typeof lock === 'number') return otherwise(lock);
  const supervisor = new Supervisor(stateDir, (text) => progress.say(text));
  try {
    const orphans = await stopOrphans(stateDir);
    if (orphans.length > 0) progress.say(`Stopped what an earlier run left behind: ${orphans.join(', ')}.`);
    return await work(supervisor);
  } finally {
    await supervisor.stop();
    lock.release();
  }
}
