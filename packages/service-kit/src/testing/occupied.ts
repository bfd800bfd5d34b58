import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** Frees what earlier tests left: otherwise a piece of work may wait for that. Takes up to 0.2 s. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

/**
 * Runs `work` and returns what it costs this thread, in milliseconds of processor time, so that a busy machine
 * changes nothing: `all` of it, and the `longest` time in one piece, for which every other request waits.
 * @throws what `work` throws
 */
export async function occupied(work: () => Promise<unknown>): Promise<{ all: number; longest: number }> {
  const begun = process.threadCpuUsage();
  let last = begun;
  let longest = 0;
  const ended = new AbortController();
  const running = work().finally(() => ended.abort());
  running.catch(() => undefined);
  do {
    longest = Math.max(longest, milliseconds(process.threadCpuUsage(last)));
    last = process.threadCpuUsage();
    // Not at once: looking all the time would take a processor from what is measured.
    await setTimeout(1);
  } while (!ended.signal.aborted);
  longest = Math.max(longest, milliseconds(process.threadCpuUsage(last)));
  await running;
  return { all: milliseconds(process.threadCpuUsage(begun)), longest };
}
