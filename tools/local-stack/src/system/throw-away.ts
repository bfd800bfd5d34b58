import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removePostgresData } from '../backends/postgres-home.ts';
import { obtainRedis } from '../backends/redis-program.ts';
import type { CommandContext } from '../command-context.ts';
import { ownFolder } from '../machine/folders.ts';
import { freePort } from '../machine/free-port.ts';
import { identityOf } from '../processes/process-identity.ts';
import { stopOrphans, Supervisor } from '../processes/supervisor.ts';
import { untilAborted } from '../until-aborted.ts';
import type { SystemOptions } from './system.ts';

const place = join(ownFolder, 'throw-away');

/**
 * `work` with a PostgreSQL and a Redis that are stopped and deleted when it ends.
 * @param name of their folder
 * @param title of their start on the console; not shown when absent
 */
export async function onThrowAwayBackends<Result>(
  name: string,
  { progress, signal }: CommandContext,
  { isDurable, title }: { isDurable?: boolean; title?: string },
  work: (backends: NodeJS.ProcessEnv) => Promise<Result>,
): Promise<Result> {
  const { startTestBackends } = await import('./test-backends.ts');
  return inThrowAwayFolder(name, progress, async (stateDir, supervisor) => {
    const options = { stateDir, isDurable, supervisor, progress, signal };
    const start = () => untilAborted(signal, startTestBackends(options));
    return work(await (title === undefined ? start() : progress.step(title, start)));
  });
}

interface ThrowAwaySystem {
  stateDir: string;
  url: string;
  /** Settings of the journeys. */
  env: NodeJS.ProcessEnv;
  /** The code of a sticker to try. */
  code: string | undefined;
}

/**
 * `work` with a whole system that is stopped and deleted when it ends.
 * @param name of its folder
 */
export async function onThrowAwaySystem(
  name: string,
  { progress, signal }: CommandContext,
  options: Pick<SystemOptions, 'servicesOf' | 'settings'>,
  work: (system: ThrowAwaySystem) => Promise<void>,
): Promise<void> {
  const { startSystem } = await import('./system.ts');
  const { registryDir } = await import('./gateway.ts');
  await inThrowAwayFolder(name, progress, async (stateDir, supervisor) => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const redisProgram = await obtainRedis(progress, signal);
    const own = { stateDir, port, publicUrl: url, redisProgram, isThrowAway: true };
    const starting = startSystem({ ...options, ...own, supervisor, progress, signal });
    const { code } = await untilAborted(signal, starting);
    const env = {
      MAINSTAY_URL: url,
      MAINSTAY_STATE_DIR: stateDir,
      MAINSTAY_REGISTRY_DIR: registryDir(stateDir),
    };
    await work({ stateDir, url, env, code });
  });
}

/** A state folder for one run: its processes are stopped and its files deleted when `work` ends. */
async function inThrowAwayFolder<Result>(
  name: string,
  progress: CommandContext['progress'],
  work: (stateDir: string, supervisor: Supervisor) => Promise<Result>,
): Promise<Result> {
  mkdirSync(place, { recursive: true });
  // Folders of killed runs: their names end in the pid of a process that has ended.
  for (const left of readdirSync(place)) {
    if (identityOf(Number(left.split('-').at(-1))) !== undefined) continue;
    await stopOrphans(join(place, left));
    remove(join(place, left));
  }
  const stateDir = join(place, `${name}-${process.pid}`);
  const supervisor = new Supervisor(stateDir, (text) => progress.say(text));
  try {
    return await work(stateDir, supervisor);
  } finally {
    await supervisor.stop();
    remove(stateDir);
  }
}

function remove(stateDir: string): void {
  removePostgresData(stateDir);
  rmSync(stateDir, { recursive: true, force: true });
}
