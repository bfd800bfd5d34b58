import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { atMost, type Bench, comparedRow, row } from './row.ts';
import { type ServerProcess, startService } from './server-process.ts';

const CALLERS = 4;
const NORMALLY_MS = 15_000;

/** What the DELETE may take, and how much longer the calls of others while the rows go. */
const MOST_MS = 1000;
const MOST_RATIO = 2;

/** A location with 100,000 tickets, the newest of all, is removed while others work; the service is killed in the middle. */
export const locationRemoval: Bench = async ({ isQuick }) => {
  const tickets = isQuick ? 5000 : 100_000;
  const dataset = await createDataset('bench_removal', tickets / 2);
  const database = new pg.Client({ connectionString: dataset.adminUrl });
  await database.connect();
  let server = await startService('core', dataset);
  try {
    const locationId = await addLocation(database, tickets);
    await callUntil(dataset, server, sleep(isQuick ? 500 : 3000));
    const normally = await callUntil(dataset, server, sleep(isQuick ? 1000 : NORMALLY_MS));
    const begun = performance.now();
    const url = `http://127.0.0.1:${server.port}/api/locations/${locationId}`;
    const { status } = await fetch(url, { method: 'DELETE', headers: { Cookie: dataset.cookie } });
    const removalMs = performance.now() - begun;
    if (status !== 204) throw new Error(`the location is not removed: ${status}`);

    const isLeft = (most: number) => async (): Promise<boolean> => (await left(database, locationId)) > most;
    const meanwhile = await callUntil(dataset, server, untilFalse(isLeft(tickets / 2)));
    server.child.kill('SIGKILL');
    await server.stop();
    server = await startService('core', dataset);
    const afterwards = await callUntil(dataset, server, untilFalse(isLeft(0)));
    const seconds = (performance.now() - begun) / 1000;
    return [
      row(
        `DELETE of a location with ${tickets.toLocaleString('en')} tickets`,
        'ms',
        [removalMs],
        atMost(MOST_MS, 'figure'),
      ),
      row('until all of it is gone, the service killed and started again on the way', 's', [seconds]),
      ...(['reads', 'writes'] as const).map((kind) =>
        comparedRow(
          `other calls meanwhile, p99: ${kind}`,
          'ms',
          [p99([...meanwhile[kind], ...afterwards[kind]])],
          { name: 'before', values: [p99(normally[kind])] },
          atMost(MOST_RATIO),
        ),
      ),
      row('rows left', 'rows', [await left(database, locationId)], atMost(0, 'figure')),
    ];
  } finally {
    await server.stop();
    await database.end();
    await dropDataset(dataset);
  }
};

async function addLocation(database: pg.Client, tickets: number): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
     VALUES ('Closing', '1 Main Street', 'Springfield', 'NY', '10001', 'Closing', 'UTC') RETURNING id`,
  );
  const id = rows[0]?.id ?? '';
  await database.query('SET session_replication_role = replica');
  await database.query(
    `INSERT INTO core.tickets (title, description, location_id, ticket_type, created_at)
     SELECT 'Light flickers', 'It happened this morning.', $1, 'other', now() + make_interval(secs => n / 1000.0)
     FROM generate_series(1, $2::int) n`,
    [id, tickets],
  );
  await database.query('SELECT core.recount()');
  await database.query('VACUUM ANALYZE');
  return id;
}

async function left(database: pg.Client, locationId: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM core.tickets WHERE location_id = $1)::int
       + (SELECT count(*) FROM core.locations WHERE id = $1)::int AS count`,
    [locationId],
  );
  return rows[0]?.count ?? NaN;
}

async function untilFalse(isSo: () => Promise<boolean>): Promise<void> {
  while (await isSo()) await sleep(250);
}

interface Times {
  reads: number[];
  writes: number[];
}

/** What others do meanwhile: read the newest tickets, a store's, one, the statistics, and create one. Milliseconds of each call. */
async function callUntil(dataset: Dataset, { port }: ServerProcess, until: Promise<unknown>): Promise<Times> {
  const times: Times = { reads: [], writes: [] };
  const over = new AbortController();
  void until.finally(() => over.abort());
  const call = async (kind: keyof Times, path: string, body?: object): Promise<void> => {
    const begun = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Cookie: dataset.cookie, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    times[kind].push(performance.now() - begun);
  };
  const ticket = {
    title: 'Oven',
    description: 'It is cold.',
    locationId: dataset.storeId,
    ticketType: 'repair',
  };
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (!over.signal.aborted) {
        await call('reads', '/api/tickets?limit=50');
        await call('reads', `/api/tickets?limit=50&locationId=${dataset.storeId}`);
        await call('reads', `/api/tickets/${dataset.ticketId}`);
        await call('reads', '/api/stats');
        await call('writes', '/api/tickets', ticket);
        await sleep(10);
      }
    }),
  );
  await until;
  return times;
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? NaN;
}
