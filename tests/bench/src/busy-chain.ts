import {
  type Caller,
  processorSeconds,
  residentMegabytes,
  signIn,
  targetOf,
  type WholeSystem,
} from '@mainstay/test-kit';
import { createHash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import { atMost, quantile, type Row, row } from './row.ts';
import { withDatabase } from './tickets.ts';

const DUE = 10_000;
const READERS = 1000;
const CHANGES_PER_SECOND = 20;
const SECONDS = 30;

const services = ['svc-core', 'svc-notifications', 'svc-auth'];

/** A Monday at 6:00 in all stores, then an office of 1,000 people: on a system with a chain. */
export async function busyRows(system: WholeSystem, isQuick: boolean): Promise<Row[]> {
  const admin = await signIn(targetOf(system.url), 'admin@example.com');
  const url = await system.databaseUrl();
  const backlog = await backlogRows(url, admin, isQuick ? 100 : DUE);
  return [
    ...backlog,
    ...(await readerRows(system, url, admin, isQuick ? 10 : READERS, isQuick ? 2 : SECONDS)),
  ];
}

const pending = `
  SELECT (SELECT count(*) FROM core.recurring_tasks WHERE active AND next_occurrence <= now())
    + (SELECT count(*) FROM core.ticket_deadlines WHERE next_at <= now())
    + (SELECT count(*) FROM notifications.deliveries WHERE key LIKE 'bench %' AND state = 'waiting') AS left`;
/** The tasks that recurring ones have made, the mails that are sent, and the marks that were due and are not noticed. */
const made = `
  SELECT (SELECT count(*) FROM core.tasks WHERE recurring_task_id IS NOT NULL)::int AS tasks,
    (SELECT count(*) FROM notifications.deliveries WHERE key LIKE 'bench %' AND state = 'sent')::int AS mails,
    (SELECT count(*) FROM marked m JOIN core.ticket_deadlines d USING (ticket_id) WHERE d.passed < m.passed)::int AS lost`;
interface Made {
  tasks: number;
  mails: number;
  lost: number;
}
/** Mails about tickets that their readers have not seen, at most ten for each. */
const mailing = `
  WITH unread AS (
    SELECT id, user_id, ticket_id, row_number() OVER (PARTITION BY user_id ORDER BY id) AS place
    FROM notifications.inbox_items
    WHERE ticket_id IS NOT NULL AND kind = 'assigned' AND read_at IS NULL
  ), due AS (
    SELECT * FROM unread WHERE place <= 10 LIMIT $1
  ), mails AS (
    INSERT INTO notifications.deliveries (key, user_id, form, ticket_id, due_at)
    SELECT 'bench ' || id, user_id, 'ticket', ticket_id, now() FROM due RETURNING id, key
  )
  INSERT INTO notifications.delivery_items (delivery_id, item_id)
  SELECT mails.id, due.id FROM due JOIN mails ON key = 'bench ' || due.id`;

/** Recurring tasks, marks of deadlines and mails that are due in the same minute: what others wait for meanwhile. */
async function backlogRows(url: string, admin: Caller, due: number): Promise<Row[]> {
  return withDatabase(url, async (client) => {
    await client.query(
      `CREATE TEMP TABLE marked AS SELECT d.ticket_id, d.passed
       FROM core.ticket_deadlines d JOIN core.tickets t ON t.id = d.ticket_id
       WHERE d.passed > 0 AND d.status <> 'solved' AND NOT d.is_paused LIMIT ${due}`,
    );
    const madeNow = async () => (await client.query<Made>(made)).rows[0];
    const before = await madeNow();
    const { rowCount: tasks } = await client.query(
      `UPDATE core.recurring_tasks SET next_occurrence = date_trunc('minute', now())
       WHERE id IN (SELECT id FROM core.recurring_tasks WHERE active AND next_occurrence > now() ORDER BY id LIMIT $1)`,
      [due],
    );
    // As if their last mark had not been noticed yet.
    await client.query('SET session_replication_role = replica');
    const { rowCount: marks } = await client.query(
      `UPDATE core.ticket_deadlines SET passed = passed - 1, next_at = now()
       WHERE ticket_id IN (SELECT ticket_id FROM marked)`,
    );
    const { rowCount: mails } = await client.query(mailing, [due]);
    const began = performance.now();
    const lists: number[] = [];
    const changes: number[] = [];
    const ticket = await ticketOf(admin);
    for (let turn = 0; ; turn += 1) {
      lists.push((await ask(admin, 'GET', '/api/tickets?limit=50')).milliseconds);
      changes.push((await change(admin, ticket, turn)).milliseconds);
      if (Number((await client.query<{ left: string }>(pending)).rows[0]?.left) === 0) break;
      await sleep(100);
    }
    const seconds = (performance.now() - began) / 1000;
    const after = await madeNow();
    const grown = (after?.tasks ?? NaN) - (before?.tasks ?? NaN);
    if (grown !== tasks || after?.mails !== mails || after.lost !== 0)
      throw new Error(
        `Of ${tasks} tasks ${grown} were made, of ${mails} mails ${after?.mails} sent, and of ${marks} marks ${after?.lost} are lost.`,
      );
    const name = `${tasks} recurring tasks, ${marks} deadlines and ${mails} mails due at once`;
    return [
      row(`${name}: until all is done`, 's', [seconds]),
      row(`${name}: list of tickets meanwhile, p95`, 'ms', [quantile(lists, 0.95)], atMost(100)),
      row(`${name}: change of a ticket meanwhile, p95`, 'ms', [quantile(changes, 0.95)], atMost(100)),
    ];
  });
}

/** Managers with the board open, of whom each receives the changes of her stores. */
async function readerRows(
  system: WholeSystem,
  url: string,
  admin: Caller,
  readers: number,
  seconds: number,
): Promise<Row[]> {
  const { tokens, tickets } = await withDatabase(url, async (client) => {
    await client.query('SET session_replication_role = replica');
    const { rows: people } = await client.query<{ token: string }>(
      `SELECT id || '' AS token FROM auth.users WHERE email LIKE 'chain%' AND email <> 'chain0@example.com'
       ORDER BY id LIMIT $1`,
      [readers],
    );
    for (const { token } of people)
      await client.query(
        `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'bench', $2, true)`,
        [token, createHash('sha256').update(token).digest('hex')],
      );
    const { rows: theirs } = await client.query<{ id: string }>(
      `SELECT DISTINCT ON (a.manager_id) t.id FROM core.manager_assignments a
         JOIN core.tickets t ON t.location_id = a.location_id AND t.status <> 'solved'
       WHERE a.manager_id = ANY ($1) LIMIT 200`,
      [people.map(({ token }) => token)],
    );
    return { tokens: people.map(({ token }) => token), tickets: theirs.map(({ id }) => id) };
  });
  const agent = new Agent({ maxSockets: Infinity });
  const arrivals = new Map<string, number>();
  let open = 0;
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}` };
    get(`${system.url}/api/events`, { agent, headers }, (response) => {
      if (response.statusCode === 200) open += 1;
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const id of text.match(/"id":"[0-9a-f-]{36}"/g) ?? [])
          arrivals.set(id.slice(6, -1), performance.now());
      });
    }).on('error', () => undefined);
    await sleep(5);
  }
  for (let waited = 0; open < tokens.length; waited += 1) {
    if (waited > 300) throw new Error(`${open} of ${tokens.length} streams are open`);
    await sleep(100);
  }
  try {
    const pids = await Promise.all(services.map((name) => system.pidOf(name)));
    const before = await Promise.all(pids.map(processorSeconds));
    const start = performance.now();
    const delays: number[] = [];
    const lost: string[] = [];
    const changing = Array.from({ length: seconds * CHANGES_PER_SECOND }, async (_, at) => {
      await sleep((at * 1000) / CHANGES_PER_SECOND);
      const id = tickets[at % tickets.length] ?? '';
      const began = performance.now();
      await change(admin, id, Math.floor(at / tickets.length));
      for (let waited = 0; (arrivals.get(id) ?? 0) < began; waited += 1) {
        if (waited > 1000) return void lost.push(id);
        await sleep(10);
      }
      delays.push((arrivals.get(id) ?? NaN) - began);
    });
    await Promise.all(changing);
    if (lost.length > 0)
      throw new Error(`${lost.length} changes did not arrive: ${lost.slice(0, 3).join(', ')}`);
    const elapsed = (performance.now() - start) / 1000;
    const used = await Promise.all(pids.map(processorSeconds));
    const memory = await Promise.all(pids.map(residentMegabytes));
    const ofService = (at: number, of: string) => `${of} of ${services[at]}, ${tokens.length} streams`;
    const name = `${tokens.length} boards open, ${CHANGES_PER_SECOND} changes a second`;
    return [
      row(`${name}: until the manager knows, p95`, 'ms', [quantile(delays, 0.95)], atMost(1000)),
      ...used.map((seconds, at) =>
        row(ofService(at, 'processor'), '%', [(100 * (seconds - (before[at] ?? NaN))) / elapsed]),
      ),
      ...memory.map((megabytes, at) => row(ofService(at, 'memory'), 'MB', [megabytes])),
    ];
  } finally {
    agent.destroy();
  }
}

async function ticketOf(admin: Caller): Promise<string> {
  const { body } = await ask(admin, 'GET', '/api/tickets?limit=1&status=incoming');
  const id: unknown = Array.isArray(body) ? Reflect.get(Object(body[0]), 'id') : undefined;
  if (typeof id !== 'string') throw new Error('There is no open ticket.');
  return id;
}

const change = (admin: Caller, id: string, turn: number) =>
  ask(admin, 'PATCH', `/api/tickets/${id}`, { notes: `Turn ${turn}, ${Date.now()}` });
