import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { AddTicketNumbers1763701100000 } from '../src/database/migrations/1763701100000-add-ticket-numbers.ts';
import { NumberTickets1763701101000 } from '../src/database/migrations/1763701101000-number-tickets.ts';
import { IndexTicketNumbers1763701102000 } from '../src/database/migrations/1763701102000-index-ticket-numbers.ts';
import { RequireTicketNumbers1763701103000 } from '../src/database/migrations/1763701103000-require-ticket-numbers.ts';
import { ValidateTicketColumns1763701104000 } from '../src/database/migrations/1763701104000-validate-ticket-columns.ts';

/** Several batches of the migration. */
const TICKETS = 2345;
const migrations: MigrationInterface[] = [
  new AddTicketNumbers1763701100000(),
  new NumberTickets1763701101000(),
  new IndexTicketNumbers1763701102000(),
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
  await backends.admin.query(
    `INSERT INTO core.tickets (title, description, location_id, ticket_type, created_at, updated_at)
     SELECT 'Ticket ' || n, 'x', $1, 'other', moment.at, moment.at
     FROM generate_series(1, $2::int) n
     CROSS JOIN LATERAL (SELECT now() - make_interval(mins => 10 + (n * 7919) % $2::int / 3) AS at) moment`,
    [store, TICKETS],
  );
});
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

it('gives the tickets of before their numbers in the order of creation, while the previous version writes', async () => {
  const before = new Map((await read()).map((row) => [row.id, row]));
  const changed = [...before.keys()].filter((_, index) => index % 100 === 0);
  const created: string[] = [];
  const abort = new AbortController();
  const writes = (async () => {
    while (!abort.signal.aborted) {
      created.push(await create('Meanwhile'));
      const id = changed[created.length % changed.length];
      await previous.query(`UPDATE core.tickets SET title = title || '!' WHERE id = $1`, [id]);
    }
  })();
  for (const migration of migrations) await run(migration, 'up');
  abort.abort();
  await writes;
  created.push(await create('Afterwards'));

  const rows = await read();
  expect(rows).toHaveLength(TICKETS + created.length);
  const old = rows.filter(({ id }) => before.has(id));
  expect(old.map(({ number }) => number)).toEqual(old.map((_, index) => index + 1));
  const numberOf = new Map(rows.map(({ id, number }) => [id, number]));
  const newNumbers = created.map((id) => numberOf.get(id));
  expect(newNumbers).toEqual(newNumbers.map((_, index) => TICKETS + index + 1));
  // Only what the previous version changed is a change, each time.
  for (const { id, version, entries, updated_at: updatedAt } of old) {
    const was = before.get(id);
    expect(entries - (was?.entries ?? 0)).toBe(version - (was?.version ?? 0));
    if (!changed.includes(id)) expect([version, updatedAt]).toEqual([was?.version, was?.updated_at]);
  }
  const versions = old.reduce((sum, { version }) => sum + version - 1, 0);
  expect(versions).toBe(created.length - 1);
}, 60_000);

it('continues after an interruption', async () => {
  for (const migration of migrations.toReversed()) await run(migration, 'down');
  for (const migration of migrations.slice(0, 1)) await run(migration, 'up');
  const expected = (await read()).map(({ id }) => id);
  await backends.admin.query(
    `UPDATE core.tickets t SET number = n FROM unnest($1::uuid[]) WITH ORDINALITY AS done (id, n) WHERE t.id = done.id`,
    [expected.slice(0, 700)],
  );
  for (const migration of migrations.slice(1)) await run(migration, 'up');
  const rows = (await read()).toSorted((one, other) => one.number - other.number);
  expect(rows.map(({ id }) => id)).toEqual(expected);
  expect(rows.at(-1)?.number).toBe(expected.length);
});
