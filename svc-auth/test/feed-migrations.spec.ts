import { expect, it } from '@jest/globals';
import type { MigrationInterface } from '@mainstay/service-kit';
import { createTestBackends } from '@mainstay/service-kit/testing';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { DataSource } from 'typeorm';

/** The number of migrations of the release. */
const RELEASED = 3;

async function migrationsSinceTheRelease(): Promise<MigrationInterface[]> {
  const files = globSync('src/database/migrations/*.ts').sort().slice(RELEASED);
  const modules = await Promise.all(
    files.map((file) => import(resolve(file)) as Promise<Record<string, new () => MigrationInterface>>),
  );
  return modules.flatMap((module) =>
    Object.entries(module)
      .filter(([name]) => /\d{13}$/.test(name))
      .map(([, Migration]) => new Migration()),
  );
}

it('the audit trail and the feed have what a service of the release writes before, during and after the migrations', async () => {
  const actor = '01890000-0000-7000-8000-00000000000a';
  const backends = await createTestBackends();
  const source = await new DataSource({ type: 'postgres', url: backends.urlFor('auth_owner') }).initialize();
  const runner = source.createQueryRunner();
  const service = new pg.Client({ connectionString: backends.urlFor('svc_auth') });
  await service.connect();
  const rename = (name: string) => service.query('UPDATE auth.users SET last_name = $1', [name]);
  try {
    const migrations = await migrationsSinceTheRelease();
    for (const migration of migrations.toReversed()) await migration.down(runner);
    // One transaction while the rights of the writer change; the later migrations wait for it.
    const [publish, define, close, ...later] = migrations;
    await service.query(`BEGIN; SELECT set_config('mainstay.actor_id', '${actor}', true)`);
    await service.query(
      `INSERT INTO auth.users (email, password_hash, first_name, last_name) VALUES ('a@example.com', 'none', 'A', 'B')`,
    );
    await publish?.up(runner);
    await define?.up(runner);
    await rename('C');
    await close?.up(runner);
    await rename('D');
    await service.query('COMMIT');
    for (const migration of later) await migration.up(runner);
    await rename('E');

    const { rows } = await backends.admin.query<{ xid: string }>(
      'SELECT action, actor_id, version, xid::text FROM auth.changes ORDER BY xid, id',
    );
    // What was there before the migrations has one number.
    const [before, after] = [rows[0]?.xid, rows[3]?.xid];
    expect(rows).toEqual([
      { action: 'create', actor_id: actor, version: null, xid: before },
      { action: 'update', actor_id: actor, version: null, xid: before },
      { action: 'update', actor_id: actor, version: null, xid: before },
      { action: 'update', actor_id: null, version: 4, xid: after },
    ]);
    expect(after).not.toBe(before);
  } finally {
    await service.end();
    await runner.release();
    await source.destroy();
    await backends.close();
  }
});
