import { createDataset, type Dataset, dropDataset, withDatabase } from './data.ts';
import { read } from './growth.ts';
import { atMost, type Bench, quantile, row } from './row.ts';
import { type ServerProcess, startService } from './server-process.ts';

const LINES = 500;
/** Entries of the audit trail about other tickets. */
const OTHERS = 100_000;
const QUICK_OTHERS = 1000;
const ROUNDS = 5;
const REQUESTS = 100;
const MAX_MS = 30;

/** One reader of a ticket with 500 lines: changes, comments and files, none of which folds into another. */
export const timeline: Bench = async ({ isQuick }) => {
  const dataset = await createDataset('bench_timeline', 1000);
  try {
    await converse(dataset, isQuick ? QUICK_OTHERS : OTHERS);
    const server = await startService('core', dataset);
    try {
      await timesOf(server, dataset);
      const rounds: number[][] = [];
      while (rounds.length < (isQuick ? 1 : ROUNDS)) rounds.push(await timesOf(server, dataset));
      const at = (share: number) => rounds.map((times) => quantile(times, share));
      return [
        row(`${LINES} lines, median`, 'ms', at(0.5)),
        row(`${LINES} lines, p95`, 'ms', at(0.95), atMost(MAX_MS, 'figure')),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await dropDataset(dataset);
  }
};

/** The first line is the creation; of the others three in five are changes, and one in five each comments and files. */
const converse = (dataset: Dataset, others: number): Promise<void> =>
  withDatabase(dataset, async (client) => {
    const { adminId, ticketId } = dataset;
    await client.query(
      `INSERT INTO auth.audit_entries (occurred_at, actor_id, action, entity, entity_id, before, after)
       SELECT now() - make_interval(mins => $1::int - n), $2, 'update', 'ticket', t.id, to_jsonb(t), to_jsonb(t)
       FROM generate_series(1, $1::int) n
       JOIN (SELECT row_number() OVER () AS at, * FROM core.tickets WHERE id <> $3) t ON t.at = n % 900 + 1`,
      [others, adminId, ticketId],
    );
    const minutes = 'now() + make_interval(secs => n * 61)';
    await client.query(
      `INSERT INTO core.ticket_comments (ticket_id, author_id, body)
       SELECT $1, $2, 'The part is ordered and should be here on Friday; until then please use the other oven.'
       FROM generate_series(1, $3::int - 1) n WHERE n % 5 = 0`,
      [ticketId, adminId, LINES],
    );
    await client.query(
      `INSERT INTO auth.audit_entries (occurred_at, actor_id, action, entity, entity_id, after)
       SELECT ${minutes}, $2, 'create', 'attachment', uuidv7(), jsonb_build_object(
         'ticket_id', $1::uuid, 'file_name', 'oven.jpg', 'file_type', 'image/jpeg', 'file_size', 284113)
       FROM generate_series(1, $3::int - 1) n WHERE n % 5 = 1`,
      [ticketId, adminId, LINES],
    );
    await client.query(
      `INSERT INTO auth.audit_entries (occurred_at, actor_id, action, entity, entity_id, before, after)
       SELECT ${minutes}, $2, 'update', 'ticket', t.id, to_jsonb(t),
         to_jsonb(t) || jsonb_build_object('notes', 'Called ' || n, 'status', 'in_progress')
       FROM core.tickets t, generate_series(1, $3::int - 1) n WHERE t.id = $1 AND n % 5 > 1`,
      [ticketId, adminId, LINES],
    );
    await client.query('VACUUM ANALYZE');
  });

/** Milliseconds until the last byte of each response, one request after the other. */
async function timesOf(server: ServerProcess, dataset: Dataset): Promise<number[]> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const begun = performance.now();
    const body = await read(server, dataset, `/api/tickets/${dataset.ticketId}/timeline`);
    times.push(performance.now() - begun);
    const lines: unknown = JSON.parse(body);
    if (!Array.isArray(lines) || lines.length !== LINES) throw new Error(body.slice(0, 500));
  }
  return times;
}
