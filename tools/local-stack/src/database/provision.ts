import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { listServices } from '../build/service-files.ts';
import { codeOf, Failure } from '../failure.ts';

/** Passwords by role: `svc_auth`, `auth_owner` and so on. */
export type RolePasswords = Record<string, string>;

/** One password for each role of the services. */
export const rolePasswords = (make: () => string, services = listServices()): RolePasswords =>
  Object.fromEntries(
    services.flatMap(({ schema }) => [`svc_${schema}`, `${schema}_owner`]).map((role) => [role, make()]),
  );

/** The URL of the same database for another role. */
export function urlFor(adminUrl: string, role: string, passwords: RolePasswords): string {
  const password = passwords[role];
  if (password === undefined) throw new Failure(`There is no password for the role ${role}.`);
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

/** Opens a connection for the duration of `work`. */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates roles and schemas of the services; see database/provision.sql. */
export async function provision(
  adminUrl: string,
  passwords: RolePasswords,
  services = listServices(),
): Promise<void> {
  await withConnection(adminUrl, async (client) => {
    await client.query('SELECT set_config($1, $2, false)', ['mainstay.services', JSON.stringify(services)]);
    for (const [role, password] of Object.entries(passwords)) {
      await client.query('SELECT set_config($1, $2, false)', [`mainstay.password_${role}`, password]);
    }
    await client.query(readFileSync(join(import.meta.dirname, '../../database/provision.sql'), 'utf8'));
  });
}

/** Creates the database when the embedded server is new. */
export async function createDatabase(maintenanceUrl: string, name: string): Promise<void> {
  await withConnection(maintenanceUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  });
}

/** Removes everything that provisioning and migrations created in a database that we must not drop. */
export async function dropSchemas(adminUrl: string): Promise<void> {
  const names = [...listServices().map(({ schema }) => schema), 'local_stack'].map(pg.escapeIdentifier);
  await withConnection(adminUrl, (client) =>
    client.query(`DROP SCHEMA IF EXISTS ${names.join(', ')} CASCADE`),
  );
}

/** @throws Failure with one sentence when the real server at DATABASE_URL cannot be used. */
export async function checkDatabase(url: string): Promise<void> {
  let version: number;
  try {
    const statement = `SELECT current_setting('server_version_num')::int AS version`;
    const { rows } = await withConnection(url, (client) => client.query<{ version: number }>(statement));
    version = Math.floor((rows[0]?.version ?? 0) / 10_000);
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(codeOf(error));
    throw new Failure(`The PostgreSQL at DATABASE_URL does not respond: ${reason}.`, { cause: error });
  }
  if (version < 18)
    throw new Failure(`The server at DATABASE_URL is PostgreSQL ${version}: Mainstay needs 18 or newer.`);
}
