import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { atMost, type Bench, type BenchOptions, comparedRow, type Row, row } from './row.ts';
import { type ServerProcess, startService } from './server-process.ts';

const CALLERS = 4;
const NORMALLY_MS = 15_000;

/** What the DELETE may take, and how much longer the calls of others while the rows go. */
const MAX_MS = 1000;
const MAX_RATIO = 2;

/** What is removed, and the calls of others meanwhile that are the likeliest to notice. */
interface Subject {
  name: string;
  path: string;
  /** Makes one with this many rows, the newest of all; its id. */
  create: (database: pg.Client, rows: number, dataset: Dataset) => Promise<string>;
  /** Counts with its id for `$1`: the rows that are left, itself among them. */
  left: string;
  reads: (dataset: Dataset) => string[];
  write: { path: string; body: (dataset: Dataset) => object };
}

const subjects: Subject[] = [
  {
    name: 'a location with its tickets',
    path: 'locations',
    create: addLocation,
    left: `(SELECT count(*) FROM core.tickets WHERE location_id = $1)
      + (SELECT count(*) FROM core.locations WHERE id = $1)`,
    reads: ({ storeId, ticketId }) => [
      '/api/tickets?limit=50',
      `/api/tickets?limit=50&locationId=${storeId}`,
      `/api/tickets/${ticketId}`,
      '/api/stats',
    ],
    write: {
      path: '/api/tickets',
      body: ({ storeId: locationId }) => ({
        title: 'Oven',
        description: 'It is cold.',
        locationId,
        ticketType: 'repair',
      }),
    },
  },
  {
    name: 'a project with its tasks',
    path: 'projects',
    create: addProject,
    left: `(SELECT count(*) FROM core.tasks WHERE project_id = $1)
      + (SELECT count(*) FROM core.projects WHERE id = $1)`,
    reads: ({ ticketId }) => [
      '/api/tasks?limit=50',
      '/api/projects?limit=50',
      `/api/tickets/${ticketId}`,
      '/api/stats',
    ],
    write: {
      path: '/api/tasks',
      body: ({ storeId: locationId }) => ({
        title: 'Paint',
        locationId,
      }),
    },
  },
];

/** Something of 100,000 rows, the newest of all, is removed while others work; the service is killed in the middle. */
export const locationRemoval: Bench = async (options) => {
  const rows: Row[] = [];
  for (const subject of subjects) rows.push(...(await measure(subject, options)));
  return rows;
};

async function measure(subject: Subject, { isQuick }: BenchOptions): Promise<Row[]> {
  const size = isQuick ? 5000 : 100_000;
  const dataset = await createDataset('bench_removal', size / 2);
  const database = new pg.Client({ connectionString: dataset.adminUrl });
  await database.connect();
  let server = await startService('core', dataset);
  const callUntil = (until: Promise<unknown>): Promise<Times> => timesUntil(until, dataset, server, subject);
  try {
    const id = await subject.create(database, size, dataset);
    await database.query('SELECT core.recount()');
    await database.query('VACUUM ANALYZE');
    await callUntil(sleep(isQuick ? 500 : 3000));
    const normally = await callUntil(sleep(isQuick ? 1000 : NORMALLY_MS));
    const begun = performance.now();
    const url = `http://127.0.0.1:${server.port}/api/${subject.path}/${id}`;
    const { status } = await fetch(url, { method: 'DELETE', headers: { Cookie: dataset.cookie } });
    const removalMs = performance.now() - begun;
    if (status !== 204) throw new Error(`${subject.name} is not removed: ${status}`);

    const left = async (): Promise<number> => {
      const { rows } = await database.query<{ count: number }>(`SELECT (${subject.left})::int AS count`, [
        id,
      ]);
      return rows[0]?.count ?? NaN;
    };
    const isLeft = (most: number) => async (): Promise<boolean> => (await left()) > most;
    const meanwhile = await callUntil(untilFalse(isLeft(size / 2)));
    server.child.kill('SIGKILL');
    await server.stop();
    server = await startService('core', dataset);
    const afterwards = await callUntil(untilFalse(isLeft(0)));
    const seconds = (performance.now() - begun) / 1000;
    return [
      row(
        `DELETE of ${subject.name}, ${size.toLocaleString('en')} of them`,
        'ms',
        [removalMs],
        atMost(MAX_MS, 'figure'),
      ),
      row(
        `${subject.name}: until all of it is removed, with the service killed and restarted meanwhile`,
        's',
        [seconds],
      ),
      ...(['reads', 'writes'] as const).map((kind) =>
        comparedRow(
          `${subject.name}: other calls meanwhile, p99: ${kind}`,
          'ms',
          [p99([...meanwhile[kind], ...afterwards[kind]])],
          { name: 'before', values: [p99(normally[kind])] },
          atMost(MAX_RATIO),
        ),
      ),
      row(`${subject.name}: rows left`, 'rows', [await left()], atMost(0, 'figure')),
    ];
  } finally {
    await server.stop();
    await database.end();
    await dropDataset(dataset);
  }
}

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
  return id;
}

async function addProject(database: pg.Client, tasks: number, { storeId }: Dataset): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO core.projects (title, location_id) VALUES ('Refit', $1) RETURNING id`,
    [storeId],
  );
  const id = rows[0]?.id ?? '';
  await database.query('SET session_replication_role = replica');
  await database.query(
    `INSERT INTO core.tasks (title, location_id, project_id, created_at)
     SELECT 'Paint', $1, $2, now() + make_interval(secs => n / 1000.0) FROM generate_series(1, $3::int) n`,
    [storeId, id, tasks],
  );
  return id;
}

async function untilFalse(isSo: () => Promise<boolean>): Promise<void> {
  while (await isSo()) await sleep(250);
}

interface Times {
  reads: number[];
  writes: number[];
}

/** What others do meanwhile: read, and create one. Milliseconds of each call. */
async function timesUntil(
  until: Promise<unknown>,
  dataset: Dataset,
  { port }: ServerProcess,
  { reads, write }: Subject,
): Promise<Times> {
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
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    times[kind].push(performance.now() - begun);
  };
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (!over.signal.aborted) {
        for (const path of reads(dataset)) await call('reads', path);
        await call('writes', write.path, write.body(dataset));
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
