import { Failure } from '../failure.ts';
import { findProgram } from '../machine/programs.ts';
import { attempt } from '../processes/run-command.ts';
import type { Progress } from '../progress.ts';
import { fetchDebianProgram, type Program } from './debian-package.ts';

/** GETEX came with Redis 6.2; Valkey began at 7.2. */
const OLDEST = 6.2;

/**
 * A Redis server to run: one on the PATH, otherwise the distribution's.
 * @throws Failure with a way to get one.
 */
export async function obtainRedis(progress: Progress, signal: AbortSignal): Promise<Program> {
  for (const name of ['redis-server', 'valkey-server']) {
    const path = findProgram(name);
    if (path === undefined) continue;
    const { output } = await attempt(path, ['--version'], { signal });
    const version = Number(/ v=(\d+\.\d+)/.exec(output)?.[1] ?? 0);
    if (version >= OLDEST) return { path, env: {} };
    progress.say(`${path} is older than ${OLDEST} and is not used.`);
  }
  const fetched = await fetchDebianProgram('redis-server', 'usr/bin/redis-server', progress, signal);
  if (fetched) return fetched;
  throw new Failure(
    'Mainstay needs Redis, and there is none on the PATH: install it ' +
      `(${process.platform === 'darwin' ? 'brew install redis' : 'for example dnf install valkey'}), or set REDIS_URL.`,
  );
}
