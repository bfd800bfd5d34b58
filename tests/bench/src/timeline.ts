import pg from 'pg';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { atMost, type Bench, row } from './row.ts';
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
      await percentiles(server, dataset);
      const rounds = [];
      for (let round = 0; round < (isQuick ? 1 : ROUNDS); round += 1)
        rounds.push(await percentiles(server, dataset));
      return [
        row(
          `${LINES} lines, median`,
          'ms',
          rounds.map(({ p50 }) => p50),
        ),
        row(
          `${LINES} lines, p95`,
          'ms',
          rounds.map(({ p95 }) => p95),
          atMost(MAX_MS, 'figure'),
        ),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await dropDataset(dataset);
  }
};

/** The first line is the creation; of the others three in five are changes, and one in five each comments and files. */
async function converse({ adminUrl, adminId, ticketId }: Dataset, others: number): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO auth.audit_entries (occurred_at, actor_id, action, entity, entity_id, before, after)
       SELECT now() - make_interval(mins => $1::int - n), $2, 'update', 'ticket', t.id, to_jsonb(t), to_jsonb(t)
       FROM generate_series(1, $1::int) n
       JOIN (SELECT row_number() OVER () AS at, * FROM core.tickets WHERE id <> $3) t ON t.at = n % 900 + 1`,
      [others, adminId, ticketId],
    );
    for (let line = 1; line < LINES; line += 1) {
      const at = `now() + make_interval(secs => ${line * 61})`;
      if (line % 5 === 0) {
        await client.query(
          `INSERT INTO core.ticket_comments (ticket_id, author_id, body)
           VALUES ($1, $2, 'The part is ordered and should be here on Friday; until then please use the other oven.')`,
          [ticketId, adminId],
        );
      } else if (line % 5 === 1) {
        await client.query(
          `INSERT INTO auth.audit_entries (occurred_at, actor_id, action, entity, entity_id, after)
           VALUES (${at}, $2, 'create', 'attachment', uuidv7(), jsonb_build_object(
             'ticket_id', $1::uuid, 'file_name', 'oven.jpg', 'file_type', 'image/jpeg', 'file_size', 284113))`,
          [ticketId, adminId],
        );
      } else {
        await client.query(
          `INSERT INTO auth.audit_entries (occurred_at, actor_id, action, entity, entity_id, before, after)
           SELECT ${at}, $2, 'update', 'ticket', t.id, to_jsonb(t),
             to_jsonb(t) || jsonb_build_object('notes', 'Called ' || $3::int, 'status', 'in_progress')
           FROM core.tickets t WHERE id = $1`,
          [ticketId, adminId, line],
        );
      }
    }
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** Milliseconds until the last byte of each response, one request after the other. */
async function percentiles(
  { port }: ServerProcess,
  { cookie, ticketId }: Dataset,
): Promise<{ p50: number; p95: number }> {
  const times: number[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const begun = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/api/tickets/${ticketId}/timeline`, {
      headers: { Cookie: cookie },
    });
    const body = await response.text();
    times.push(performance.now() - begun);
    const lines: unknown = JSON.parse(body);
    if (!Array.isArray(lines) || lines.length !== LINES)
      throw new Error(`${response.status} ${JSON.stringify(lines).slice(0, 500)}`);
  }
  times.sort((one, other) => one - other);
  const at = (share: number): number => times[Math.ceil(times.length * share) - 1] ?? NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
