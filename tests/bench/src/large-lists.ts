import { residentMegabytes } from '@mainstay/test-kit';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import type { EventLoopDelay } from './event-loop-delay.ts';
import { atMost, type Bench, type Row, row } from './row.ts';
import { type ServerProcess, startService } from './server-process.ts';

const PARALLEL = 10;
/** As in svc-core/src/fields/long-text.ts. */
const LONGEST = 10_000;

/** What the process may need more for ten of the largest lists at once, and how long it may keep others waiting. */
const MAX_MEGABYTES = 100;
const MAX_DELAY_MS = 100;

const lists = ['tickets', 'tasks', 'projects', 'recurring-tasks', 'locations', 'audit'];

/** The process's memory and its event loop under the largest lists of the longest texts that the limits allow, all at once. */
export const largeLists: Bench = async ({ isQuick }) => {
  const dataset = await createDataset('bench_large_lists', 1000);
  try {
    await lengthen(dataset);
    const rows: Row[] = [];
    for (const list of lists) rows.push(...(await measure(list, dataset, isQuick)));
    return rows;
  } finally {
    await dropDataset(dataset);
  }
};

/**
 * A thousand rows in each table with texts of ten thousand characters: of one byte, of three, and of one that is six in
 * JSON. A thousand audit entries contain two states each.
 */
async function lengthen({ adminUrl }: Dataset): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const text = `repeat((ARRAY['x', '語', E'\\u0001'])[n % 3 + 1], ${LONGEST})`;
  const rows = `FROM generate_series(1, 1000) n CROSS JOIN (SELECT id FROM core.locations LIMIT 1) store`;
  try {
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
    ]) {
      await client.query(
        `INSERT INTO core.${table ?? ''} (title, description, location_id${columns ?? ''})
         SELECT 'x', ${text}, store.id${values ?? ''} ${rows}`,
      );
    }
    await client.query(
      `INSERT INTO auth.audit_entries (occurred_at, action, entity, entity_id, before, after)
       SELECT now(), 'update', 'ticket', t.id, to_jsonb(t), to_jsonb(t) FROM core.tickets t`,
    );
    await client.query('SELECT core.recount()');
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

async function measure(list: string, dataset: Dataset, isQuick: boolean): Promise<Row[]> {
  const server = await startService('core', dataset, {
    nodeArgs: ['--import', join(import.meta.dirname, 'event-loop-delay.ts')],
  });
  try {
    const read = async (limit: number): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${server.port}/api/${list}?limit=${limit}`, {
        headers: { Cookie: dataset.cookie },
      });
      const { length } = await response.text();
      if (response.status !== 200) throw new Error(`${list} returned ${response.status}`);
      return length;
    };
    // What any process needs once it has run: connections, compiled functions, a grown heap.
    for (let time = 0; time < 20; time += 1) {
      await Promise.all(Array.from({ length: PARALLEL }, () => read(1)));
    }
    await sleep(500);
    const atRest = await residentMegabytes(server.pid);
    await delaySince(server);
    const samples: number[] = [];
    const over = new AbortController();
    const sampling = (async () => {
      while (!over.signal.aborted) {
        samples.push(await residentMegabytes(server.pid));
        await sleep(10);
      }
    })();
    let bytes = 0;
    for (let round = 0; round < (isQuick ? 5 : 30); round += 1) {
      const lengths = await Promise.all(Array.from({ length: PARALLEL }, () => read(1000)));
      bytes = Math.max(bytes, ...lengths);
    }
    over.abort();
    await sampling;
    const { p99 } = await delaySince(server);
    return [
      row(`${list}: the longest page`, 'MB', [bytes / 1e6]),
      row(
        `${list}: memory over that at rest, ${PARALLEL} largest lists at once`,
        'MB',
        [Math.max(...samples) - atRest],
        atMost(MAX_MEGABYTES, 'figure'),
      ),
      row(`${list}: delay of the event loop, p99`, 'ms', [p99], atMost(MAX_DELAY_MS, 'figure')),
    ];
  } finally {
    await server.stop();
  }
}

/** The delay of the server's event loop since this was last asked. */
async function delaySince({ child }: ServerProcess): Promise<EventLoopDelay> {
  const received = once(child, 'message');
  child.send('delay');
  const [delay] = (await received) as [EventLoopDelay];
  return delay;
}
