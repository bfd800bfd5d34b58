import { startPostgres } from '../backends/postgres.ts';
import { startRedis } from '../backends/redis.ts';
import { obtainRedis } from '../backends/redis-program.ts';
import { migrate } from '../database/migrate.ts';
import { provision, rolePasswords } from '../database/provision.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { Progress } from '../progress.ts';

const password = 'test';

/**
 * A real PostgreSQL and Redis for the tests of services; their data may be lost in a crash, unless `isDurable`.
 * @returns the environment variables of a suite: `TEST_DATABASE_ADMIN_URL` (superuser; its database `mainstay` is
 * migrated, and copied with CREATE DATABASE … TEMPLATE), `TEST_ROLE_PASSWORD` (of every role of provision.sql),
 * `TEST_REDIS_URL`, and `TEST_STATE_DIR` (whose `run/processes.json` lists their processes).
 */
export async function startTestBackends(given: {
  stateDir: string;
  isDurable?: boolean | undefined;
  supervisor: Supervisor;
  progress: Progress;
  signal: AbortSignal;
}): Promise<NodeJS.ProcessEnv> {
  const { stateDir, isDurable = false, progress, signal } = given;
  const options = { ...given, password, isThrowAway: !isDurable };
  const startDatabase = async () => {
    const adminUrl = await startPostgres(options);
    const passwords = rolePasswords(() => password);
    await provision(adminUrl, passwords);
    await migrate(adminUrl, passwords, signal);
    return adminUrl;
  };
  const [adminUrl, redisUrl] = await Promise.all([
    startDatabase(),
    obtainRedis(progress, signal).then((program) => startRedis({ ...options, program })),
  ]);
  return {
    TEST_DATABASE_ADMIN_URL: adminUrl,
    TEST_ROLE_PASSWORD: password,
    TEST_REDIS_URL: redisUrl,
    TEST_STATE_DIR: stateDir,
  };
}
