import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { type Bench, comparedRow, median, type Row } from './row.ts';
import { type ServerProcess, startService } from './server-process.ts';

const TICKETS = 1000;
const SIZES = [10_000, 100_000, 500_000];
const QUICK_SIZES = [1000, 10_000];
const RUNS = 30;

/** A list's total while a transaction, as a backup's, keeps the changes of counts that are folded already on disk. */
export const countsInBackup: Bench = async ({ isQuick }) => {
  const dataset = await createDataset('bench_counts', TICKETS);
  const [writer, backup] = [1, 2].map(() => new pg.Client({ connectionString: dataset.adminUrl }));
  if (!writer || !backup) throw new Error('two connections are needed');
  await Promise.all([writer.connect(), backup.connect()]);
  const server = await startService('core', dataset);
  try {
    await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT');
    const before = await timeOfTotal(dataset, server);
    const rows: Row[] = [];
    let written = 0;
    for (const size of isQuick ? QUICK_SIZES : SIZES) {
      await writeChanges(writer, size - written);
      written = size;
      await untilFolded(writer);
      const values = [await timeOfTotal(dataset, server)];
      const name = `a list's total beside ${size.toLocaleString('en')} folded changes`;
      rows.push(comparedRow(name, 'ms', values, { name: 'none', values: [before] }));
    }
    return rows;
  } finally {
    await server.stop();
    await Promise.all([writer.end(), backup.end()]);
    await dropDataset(dataset);
  }
};

/** As writes leave them, to a sum of nothing. */
async function writeChanges(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `INSERT INTO core.count_changes (entity, status, priority, ticket_type, count)
     SELECT 'tickets', 'incoming', 'low', 'repair', CASE WHEN n % 2 = 0 THEN 1 ELSE -1 END
     FROM generate_series(1, $1::int) n`,
    [count],
  );
}

async function untilFolded(database: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query('SELECT FROM core.count_changes LIMIT 1');
    if (rowCount === 0) return;
    await sleep(250);
  }
}

/** Milliseconds of one ticket with the total of all: the median. */
async function timeOfTotal({ cookie }: Dataset, { port }: ServerProcess): Promise<number> {
  const times: number[] = [];
  // The first runs fill caches.
  for (let run = -3; run < RUNS; run += 1) {
    const begun = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api/tickets?limit=1`, {
      headers: { Cookie: cookie },
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`the list returned ${response.status}`);
    if (response.headers.get('x-total-count') !== String(TICKETS)) throw new Error('the total is wrong');
    if (run >= 0) times.push(performance.now() - begun);
  }
  return median(times);
}
