import { sign } from 'cookie-signature';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type BaseConfig, describeOnlyEnv } from '../config.ts';
import type { Role } from '../principal.ts';
import { createRedisConnection, type RedisConnection } from '../redis.ts';
import { SESSION_COOKIE, sessionIdOf, Sessions, type SessionUser } from '../session.ts';
import { RowTypes } from './row-types.ts';

/** A test suite's own database, copied from the migrated template, and its connections for each role. */
export interface TestBackends {
  /** Superuser connections, for inserting rows and reading the catalog. */
  admin: pg.Pool;
  /** The connection URL of a role, for example `svc_core` or `core_owner`. */
  urlFor(role: string): string;
  redis: RedisConnection;
  /** Compares the executed hand-written statements with their row types; `close()` reports the result. */
  rowTypes: RowTypes;
  /** Settings every service needs, for {@link import('../config.ts').loadConfig}. */
  envFor(role: string): Record<string, string>;
  /** @throws Error when an executed hand-written statement returned other columns than its row type declares */
  close(): Promise<void>;
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with "npm test -w <service>"`);
  return value;
}

/** Real PostgreSQL and Redis for a suite; `close()` drops the database. */
export async function createTestBackends(): Promise<TestBackends> {
  const templateUrl = required('TEST_DATABASE_ADMIN_URL');
  const password = required('TEST_ROLE_PASSWORD');
  const redisUrl = required('TEST_REDIS_URL');
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const urlOf = (database: string, login?: { username: string; password: string }): string =>
    Object.assign(new URL(templateUrl), { pathname: `/${database}`, ...login }).href;
  const maintenance = new pg.Pool({ connectionString: urlOf('postgres'), max: 1 });
  // A template cannot be copied twice at the same time.
  await maintenance.query('SELECT pg_advisory_lock(1)');
  await maintenance.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await maintenance.query('SELECT pg_advisory_unlock(1)');

  const admin = new pg.Pool({ connectionString: urlOf(name), max: 4 });
  // Dropping the database closes its remaining connections.
  admin.on('error', () => undefined);
  const rowTypes = new RowTypes();
  const redis = createRedisConnection(redisUrl);
  redis.on('error', () => undefined);
  await redis.connect();
  const urlFor = (username: string): string => urlOf(name, { username, password });
  return {
    admin,
    urlFor,
    redis,
    rowTypes,
    envFor: (role) => ({
      ...describeOnlyEnv,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATABASE_URL: urlFor(role),
      // A busy machine opens connections slowly, and many tests send dozens of requests at once.
      DATABASE_WAIT_MS: '10000',
      REDIS_URL: redisUrl,
    }),
    async close() {
      redis.destroy();
      rowTypes.stop();
      const faults = await rowTypes.faults(admin);
      await admin.end();
      await untilUnused(maintenance, name);
      await maintenance.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await maintenance.end();
      if (faults.length > 0)
        throw new Error(`Row types that do not match the returned columns:\n${faults.join('\n')}`);
    },
  };
}

/**
 * pg's pools say that they have ended while their connections are closing; a forced DROP would make those throw. Waits
 * two seconds at most.
 */
async function untilUnused(maintenance: pg.Pool, database: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { rows } = await maintenance.query('SELECT FROM pg_stat_activity WHERE datname = $1', [database]);
    if (rows.length === 0) return;
    await sleep(20);
  }
}

export interface TestUser {
  userId: string;
  email: string;
  role: Role;
  /** A `Cookie` header of an active session. */
  cookie: string;
}

/** Inserts a user and a session directly, without svc-auth. The password hash matches no password. */
export async function createTestUser(
  backends: TestBackends,
  config: BaseConfig,
  user: { role: Role; active?: boolean; firstName?: string; lastName?: string; email?: string },
): Promise<TestUser> {
  const { role, active = true, firstName = 'Test', lastName = 'User' } = user;
  const email = user.email ?? `${randomUUID()}@example.com`;
  const { rows } = await backends.admin.query<{ id: string; session_epoch: number }>(
    `INSERT INTO auth.users (email, password_hash, first_name, last_name, role, active)
     VALUES ($1, 'none', $2, $3, $4, $5) RETURNING id, session_epoch`,
    [email, firstName, lastName, role, active],
  );
  const [row] = rows;
  if (!row) throw new Error('no user was inserted');
  const cookie = await createTestSession(backends, config, {
    userId: row.id,
    epoch: row.session_epoch,
    signedInAt: Date.now(),
  });
  return { userId: row.id, email, role, cookie };
}

/** Writes a session as svc-auth does and returns its `Cookie` header. */
export async function createTestSession(
  { redis }: TestBackends,
  config: BaseConfig,
  user: SessionUser,
): Promise<string> {
  const sid = randomBytes(24).toString('base64url');
  const record = { cookie: { originalMaxAge: null }, passport: { user } };
  await new Sessions(config, redis).store.set(sid, record);
  const [secret = ''] = config.SESSION_SECRET;
  return `${SESSION_COOKIE}=${encodeURIComponent(`s:${sign(sid, secret)}`)}`;
}

/**
 * The key in Redis of the session in a `Cookie` header.
 * @throws Error when it was not signed with our secrets
 */
export function sessionKeyOf(
  { backends, config }: { backends: TestBackends; config: BaseConfig },
  { cookie }: { cookie: string },
): string {
  const sid = sessionIdOf(cookie, config.SESSION_SECRET);
  if (sid === null) throw new Error(`not signed by us: ${cookie}`);
  return new Sessions(config, backends.redis).store.prefix + sid;
}
