import { join } from 'node:path';
import { embeddedPostgres } from '../backends/postgres.ts';
import { preparePostgresHome } from '../backends/postgres-home.ts';
import { embeddedRedis } from '../backends/redis.ts';
import { obtainRedis } from '../backends/redis-program.ts';
import { migrate } from '../database/migrate.ts';
import { createDatabase, provision, rolePasswords } from '../database/provision.ts';
import { freePort } from '../machine/free-port.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { Progress } from '../progress.ts';

const password = 'test';

/**
 * A real PostgreSQL and Redis for the tests of services; their data may be lost in a crash, unless `isDurable`.
 * @returns the environment variables of a suite: `TEST_DATABASE_ADMIN_URL` (superuser; its database `mainstay` is migrated,
 * and copied with CREATE DATABASE … TEMPLATE), `TEST_ROLE_PASSWORD` (of every role of provision.sql), `TEST_REDIS_URL`, and
 * `TEST_STATE_DIR` (whose `run/processes.json` lists their processes).
 */
export async function startTestBackends(options: {
  stateDir: string;
  isDurable?: boolean | undefined;
  supervisor: Supervisor;
  progress: Progress;
  signal: AbortSignal;
}): Promise<NodeJS.ProcessEnv> {
  const { stateDir, isDurable = false, supervisor, progress, signal } = options;
  const isThrowAway = !isDurable;
  const startPostgres = async () => {
    const home = preparePostgresHome(stateDir);
    const port = await freePort();
    const postgres = await embeddedPostgres({ home, port, password, isThrowAway, signal });
    await supervisor.start(postgres.process);
    await createDatabase(postgres.adminUrl('postgres'), 'mainstay');
    const adminUrl = postgres.adminUrl('mainstay');
    const passwords = rolePasswords(() => password);
    await provision(adminUrl, passwords);
    await migrate(adminUrl, passwords, signal);
    return adminUrl;
  };
  const startRedis = async () => {
    const program = await obtainRedis(progress, signal);
    const port = await freePort();
    const redis = embeddedRedis({ program, folder: join(stateDir, 'redis'), port, password, isThrowAway });
    await supervisor.start(redis.process);
    return redis.url;
  };
  const [adminUrl, redisUrl] = await Promise.all([startPostgres(), startRedis()]);
  return {
    TEST_DATABASE_ADMIN_URL: adminUrl,
    TEST_ROLE_PASSWORD: password,
    TEST_REDIS_URL: redisUrl,
    TEST_STATE_DIR: stateDir,
  };
}
