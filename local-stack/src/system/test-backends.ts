import { join } from 'node:path';
import { embeddedPostgres } from '../backends/postgres.ts';
import { preparePostgresHome } from '../backends/postgres-home.ts';
import { embeddedRedis } from '../backends/redis.ts';
import { obtainRedis } from '../backends/redis-program.ts';
import { migrate } from '../database/migrate.ts';
import { createDatabase, provision, rolePasswords } from '../database/provision.ts';
import { freePorts } from '../machine/preconditions.ts';
import type { Supervisor } from '../processes/supervisor.ts';
import type { Progress } from '../progress.ts';

const PASSWORD = 'test';

/**
 * A real PostgreSQL and Redis that forget everything, for the tests of services.
 * @returns what a suite needs to know, as environment variables: `TEST_DATABASE_ADMIN_URL` (superuser; its database
 * `mainstay` is migrated and there to be copied with CREATE DATABASE … TEMPLATE), `TEST_ROLE_PASSWORD` (of every role
 * of provision.sql) and `TEST_REDIS_URL`.
 */
export async function startTestBackends(options: {
  stateDir: string;
  supervisor: Supervisor;
  progress: Progress;
  signal: AbortSignal;
}): Promise<NodeJS.ProcessEnv> {
  const { stateDir, supervisor, progress, signal } = options;
  const [postgresPort = 0, redisPort = 0] = await freePorts(2);
  const startPostgres = async () => {
    const postgres = await embeddedPostgres({
      home: preparePostgresHome(stateDir),
      port: postgresPort,
      password: PASSWORD,
      isThrowAway: true,
      signal,
    });
    await supervisor.start(postgres.process);
    await createDatabase(postgres.adminUrl('postgres'), 'mainstay');
    const adminUrl = postgres.adminUrl('mainstay');
    const passwords = rolePasswords(() => PASSWORD);
    await provision(adminUrl, passwords);
    await migrate(adminUrl, passwords, signal);
    return adminUrl;
  };
  const startRedis = async () => {
    const redis = embeddedRedis({
      program: await obtainRedis(progress, signal),
      folder: join(stateDir, 'redis'),
      port: redisPort,
      password: PASSWORD,
      isThrowAway: true,
    });
    await supervisor.start(redis.process);
    return redis.url;
  };
  const [adminUrl, redisUrl] = await Promise.all([startPostgres(), startRedis()]);
  return { TEST_DATABASE_ADMIN_URL: adminUrl, TEST_ROLE_PASSWORD: PASSWORD, TEST_REDIS_URL: redisUrl };
}
