import { residentMegabytes } from '@mainstay/test-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataset, type Dataset, dropDataset, withDatabase } from './data.ts';
import { read } from './growth.ts';
import { atMost, type Bench, quantile, type Row, row } from './row.ts';
import { startService } from './server-process.ts';

const PARALLEL = 10;
/** As in svc-core/src/fields/long-text.ts. */
const LONGEST = 10_000;

/** How much more memory the process may need for ten of the largest lists at once, and how long it may delay others. */
const MAX_MEGABYTES = 100;
const MAX_DELAY_MS = 100;

const lists = ['tickets', 'tasks', 'projects', 'recurring-tasks', 'locations', 'audit'];

/** Memory and delay of other requests while ten of the largest lists of the longest texts are read at once. */
export const largeLists: Bench = async ({ isQuick }) => {
  const dataset = await createDataset('bench_large_lists', 1000);
  try {
    await lengthen(dataset);
    const rows: Row[] = [];
    for (const list of lists) rows.push(...(await measure(list, dataset, isQuick ? 5 : 30)));
    return rows;
  } finally {
    await dropDataset(dataset);
  }
};

/** A thousand rows in each table with texts of ten thousand characters: of one byte, of three, and of one that is six in JSON. */
const lengthen = (dataset: Dataset): Promise<void> =>
  withDatabase(dataset, async (client) => {
    const text = `repeat((ARRAY['x', '語', E'\\u0001'])[n % 3 + 1], ${LONGEST})`;
    const rows = `FROM generate_series(1, 1000) n CROSS JOIN (SELECT id FROM core.locations LIMIT 1) store`;
    await client.query('SET session_replication_role = replica');
    await client.query('DELETE FROM core.tickets');
    await client.query(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
       SELECT 'Long ' || n, ${text}, 'x', 'NY', '1', 'L-' || n, 'UTC' FROM generate_series(1, 1000) n`,
    );
    await client.query(
      `INSERT INTO core.tickets (title, description, notes, location_id, ticket_type)
       SELECT 'x', ${text}, ${text}, store.id, 'other' ${rows}`,
    );
    for (const [table, columns, values] of [
      ['tasks', '', ''],
      ['projects', '', ''],
      ['recurring_tasks', ', frequency, next_occurrence', `, 'daily', now() + interval '1 year'`],
    ] as const) {
      await client.query(
        `INSERT INTO core.${table} (title, description, location_id${columns})
         SELECT 'x', ${text}, store.id${values} ${rows}`,
      );
    }
    await client.query(
      `INSERT INTO auth.audit_entries (occurred_at, action, entity, entity_id, before, after)
       SELECT now(), 'update', 'ticket', t.id, to_jsonb(t), to_jsonb(t) FROM core.tickets t`,
    );
    await client.query('SELECT core.recount()');
    await client.query('VACUUM ANALYZE');
  });

async function measure(list: string, dataset: Dataset, rounds: number): Promise<Row[]> {
  const server = await startService('core', dataset);
  const over = new AbortController();
  try {
    const readAll = (limit: number): Promise<string[]> =>
      Promise.all(
        Array.from({ length: PARALLEL }, () => read(server, dataset, `/api/${list}?limit=${limit}`)),
      );
    // What any process needs once it has run: connections, compiled functions, a grown heap.
    for (let time = 0; time < 20; time += 1) await readAll(1);
    await sleep(500);
    const atRest = await residentMegabytes(server.pid);
    const [samples, delays]: [number[], number[]] = [[], []];
    const sampling = (async () => {
      while (!over.signal.aborted) {
        samples.push(await residentMegabytes(server.pid));
        const begun = performance.now();
        await read(server, dataset, '/health/ready');
        delays.push(performance.now() - begun);
        await sleep(10);
      }
    })();
    let length = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const body of await readAll(1000)) length = Math.max(length, body.length);
    }
    over.abort();
    await sampling;
    const memory = `${list}: memory over that at rest, ${PARALLEL} largest lists at once`;
    const delay = `${list}: a request without a list, p99`;
    return [
      row(`${list}: memory at rest`, 'MB', [atRest]),
      row(`${list}: the longest page`, 'MB', [length / 1e6]),
      row(memory, 'MB', [Math.max(...samples) - atRest], atMost(MAX_MEGABYTES, 'figure')),
      row(delay, 'ms', [quantile(delays, 0.99)], atMost(MAX_DELAY_MS, 'figure')),
    ];
  } finally {
    over.abort();
    await server.stop();
  }
}
