import { residentMegabytes, serviceNames, startWholeSystem } from '@mainstay/test-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { httpRequest, run } from './load.ts';
import { type Bench, type Row, row } from './row.ts';
import { startService } from './server-process.ts';

const CONNECTIONS = 50;

/** Starts of each service and of the whole system, and the memory of each service before and under load. */
export const processes: Bench = async ({ isQuick }) => {
  const dataset = await createDataset('bench_processes', 1000);
  try {
    await fillInbox(dataset);
    const rows: Row[] = [];
    for (const service of serviceNames) rows.push(...(await measure(service, dataset, isQuick)));
    return [...rows, ...(await startsOfAll(isQuick ? 1 : 3))];
  } finally {
    await dropDataset(dataset);
  }
};

/** A page of items for the administrator, without mails about them. */
async function fillInbox({ adminUrl, adminId }: Dataset): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO notifications.inbox_items (user_id, event_id, kind, in_app, ticket_id, created_at)
       SELECT $1, gen_random_uuid(), 'assigned', true, id, now() FROM core.tickets ORDER BY id LIMIT 50`,
      [adminId],
    );
  } finally {
    await client.end();
  }
}

/** What is read of a service; of one that is not named here, its health. */
const reads = (ticketId: string): Record<string, string> => ({
  auth: '/api/user',
  core: '/api/tickets?limit=50',
  attachments: `/api/tickets/${ticketId}/attachments`,
  notifications: '/api/inbox?limit=50',
});

async function measure(service: string, dataset: Dataset, isQuick: boolean): Promise<Row[]> {
  const starts: number[] = [];
  for (let time = 0; time < (isQuick ? 1 : 5); time += 1) {
    const once = await startService(service, dataset);
    starts.push(once.startMs);
    await once.stop();
  }
  const server = await startService(service, dataset);
  try {
    const { port, pid } = server;
    await sleep(isQuick ? 500 : 5000);
    const atRest = await residentMegabytes(pid);
    const request = httpRequest('GET', reads(dataset.ticketId)[service] ?? '/health/ready', {
      Cookie: dataset.cookie,
    });
    const samples: number[] = [];
    const over = new AbortController();
    const ms = isQuick ? 1000 : 10_000;
    const load = run({ port, next: () => request, status: 200 }, CONNECTIONS, { ms }).finally(() =>
      over.abort(),
    );
    while (!over.signal.aborted) {
      samples.push(await residentMegabytes(pid));
      await sleep(100);
    }
    await load;
    return [
      row(`svc-${service}: start to ready`, 'ms', starts),
      row(`svc-${service}: memory at rest`, 'MB', [atRest]),
      row(`svc-${service}: memory at most, ${CONNECTIONS} connections reading`, 'MB', [Math.max(...samples)]),
    ];
  } finally {
    await server.stop();
  }
}

/** The whole product with everything built, its own PostgreSQL and Redis included: on an empty folder, and again on its data. */
async function startsOfAll(times: number): Promise<Row[]> {
  const starts: { fresh: number[]; again: number[] } = { fresh: [], again: [] };
  for (let time = 0; time < times; time += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'mainstay-starts-'));
    try {
      for (const values of [starts.fresh, starts.again]) {
        const begun = performance.now();
        // Backends of its own, as `npm start` has them.
        const env = { DATABASE_URL: '', REDIS_URL: '', MAINSTAY_STATE_DIR: folder };
        const system = await startWholeSystem(env);
        values.push((performance.now() - begun) / 1000);
        await system.stop();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return [
    row('whole system, built: first start to ready, with migrations and demo data', 's', starts.fresh),
    row('whole system, built: later start to ready', 's', starts.again),
  ];
}
