import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AddTicketNumbers1763701100000 } from '../src/database/migrations/1763701100000-add-ticket-numbers.ts';
import { IndexTicketNumbers1763701101000 } from '../src/database/migrations/1763701101000-index-ticket-numbers.ts';
import { NumberTickets1763701102000 } from '../src/database/migrations/1763701102000-number-tickets.ts';
import { RequireTicketNumbers1763701103000 } from '../src/database/migrations/1763701103000-require-ticket-numbers.ts';
import { ValidateTicketColumns1763701104000 } from '../src/database/migrations/1763701104000-validate-ticket-columns.ts';

/** Several batches of the migration. */
const TICKETS = 1_000_000;
const migrations: MigrationInterface[] = [
  new AddTicketNumbers1763701100000(),
  new IndexTicketNumbers1763701101000(),
  new NumberTickets1763701102000(),
  new RequireTicketNumbers1763701103000(),
  new ValidateTicketColumns1763701104000(),
];

/** In a transaction, unless the migration says otherwise, as service-kit does. */
async function run(migration: MigrationInterface, direction: 'up' | 'down'): Promise<void> {
  const isTransactional = migration.transaction ?? true;
  if (isTransactional) await runner.startTransaction();
  await migration[direction](runner);
  if (isTransactional) await runner.commitTransaction();
}

let backends: TestBackends;
let source: DataSource;
let runner: QueryRunner;
let store: string;
/** As the previous version of the service writes. */
let previous: pg.Pool;
beforeAll(async () => {
  backends = await createTestBackends();
  source = await new DataSource({ type: 'postgres', url: backends.urlFor('core_owner') }).initialize();
  runner = source.createQueryRunner();
  previous = new pg.Pool({ connectionString: backends.urlFor('svc_core'), max: 2 });
  for (const migration of migrations.toReversed()) await run(migration, 'down');
  store = await inserted(
    `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
     VALUES ('Store', '1', 'x', 'NY', '1', 'S-1', 'UTC') RETURNING id`,
  );
  const client = await backends.admin.connect();
  await client.query('SET session_replication_role = replica');
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'core' AND tablename = 'tickets' AND indexname LIKE 'ix_%'`);
  for (const { name } of indexes) await client.query(`DROP INDEX core.${name}`);
  await client.query(
    `INSERT INTO core.tickets (title, description, location_id, ticket_type, created_at, updated_at)
     SELECT (ARRAY['Oven is cold', 'Door does not close', 'Light flickers', 'Sign broken'])[n % 4 + 1] || ' at counter ' || n % 97, 'It happened this morning and should be looked at before the weekend.', $1, 'other', moment.at, moment.at
     FROM generate_series(1, $2::int) n
     CROSS JOIN LATERAL (SELECT now() - make_interval(mins => $2::int - n) AS at) moment`, [store, TICKETS]);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('VACUUM ANALYZE core.tickets');
  client.release();
}, 900_000);
afterAll(async () => {
  await previous.end();
  await runner.release();
  await source.destroy();
  await backends.close();
});

async function inserted(statement: string, values: unknown[] = []): Promise<string> {
  const { rows } = await backends.admin.query<{ id: string }>(statement, values);
  return rows[0]?.id ?? '';
}

const create = async (title: string): Promise<string> => {
  const { rows } = await previous.query<{ id: string }>(
    `INSERT INTO core.tickets (title, description, location_id, ticket_type) VALUES ($1, 'x', $2, 'other') RETURNING id`,
    [title, store],
  );
  return rows[0]?.id ?? '';
};

interface Row {
  id: string;
  number: number;
  created_at: Date;
  updated_at: Date;
  version: number;
  entries: number;
}
const read = async (): Promise<Row[]> => {
  const { rows } = await backends.admin.query<Row>(
    `SELECT t.*, (SELECT count(*)::int FROM auth.audit_entries a WHERE a.entity_id = t.id) AS entries
     FROM core.tickets t ORDER BY created_at, id`,
  );
  return rows;
};


it('measures', async () => {
  const abort = new AbortController();
  let slowest = 0; let count = 0; const per: Record<string, number> = {}; let current = 'none'; const slow: Record<string, number> = {};
  const { rows: some } = await backends.admin.query<{id: string}>('SELECT id FROM core.tickets TABLESAMPLE SYSTEM (1) LIMIT 5000');
  const writes = (async () => {
    while (!abort.signal.aborted) {
      const begun = performance.now();
      if (count % 2) await create('Meanwhile');
      else await previous.query(`UPDATE core.tickets SET title = title || '!' WHERE id = $1`, [some[count % some.length]?.id]);
      const ms = performance.now() - begun;
      slow[current] = Math.max(slow[current] ?? 0, ms); slowest = Math.max(slowest, ms); count += 1;
    }
  })();
  for (const migration of migrations) {
    current = migration.constructor.name; const begun = performance.now();
    await run(migration, 'up');
    per[current] = Math.round(performance.now() - begun);
  }
  for (const [name, definition] of [['ix_tickets_created_by','(created_by) WHERE created_by IS NOT NULL'],['ix_tickets_unassigned_created_at','(created_at DESC, id DESC) WHERE assigned_to IS NULL']] as const) {
    current = name; const begun = performance.now();
    await runner.query(`DROP INDEX IF EXISTS core.${name}`);
    await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON core.tickets ${definition}`);
    per[current] = Math.round(performance.now() - begun);
  }
  abort.abort(); await writes;
  process.stdout.write(`MEASURED ${JSON.stringify({ per, slow, slowest, count })}\n`);
  const { rows } = await backends.admin.query('SELECT count(*), max(number), count(distinct number) d, sum(version) v FROM core.tickets');
  process.stdout.write(`MEASURED ${JSON.stringify(rows)}\n`);
}, 1_800_000);
