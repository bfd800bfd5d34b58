/**
 * What svc-core is measured against: node:http, redis and pg and nothing between them. It looks the session up, reads
 * its user, and lists or creates tickets with the same statements and the same answers. No validation, no roles, no
 * logs, no metrics.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { createClient } from 'redis';
import { SESSION_SECRET } from './data.ts';

const { DATABASE_URL, REDIS_URL, PORT } = process.env;
const redis = await createClient({ ...(REDIS_URL !== undefined && { url: REDIS_URL }) }).connect();
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, options: '-c enable_seqscan=off' });

const types = new pg.TypeOverrides();
types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text: string) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`,
);

const columns = `
  t.id, t.title, t.description, t.location_id AS "locationId", t.assigned_to AS "assignedTo", t.status, t.priority,
  t.ticket_type AS "ticketType", t.notes, t.created_at AS "createdAt", t.updated_at AS "updatedAt",
  t.completed_at AS "completedAt", l.name AS "locationName",
  u.first_name AS "assigneeFirstName", u.last_name AS "assigneeLastName"`;
const joins = 'JOIN core.locations l ON l.id = t.location_id LEFT JOIN auth.users u ON u.id = t.assigned_to';
const list = {
  name: 'list',
  types,
  text: `SELECT ${columns}, (SELECT coalesce(sum(c.count), 0)::int FROM core.row_counts c
      WHERE c.entity = 'tickets' AND c.location_id IS NULL AND TRUE) AS total
    FROM core.tickets t ${joins} WHERE TRUE ORDER BY t.created_at DESC, t.id DESC LIMIT 51`,
};
const readUser = {
  name: 'user',
  text: `SELECT id, email, first_name, last_name, role, session_epoch FROM auth.users WHERE id = $1 AND active`,
};

const lockStore = {
  name: 'store',
  text: 'SELECT FROM core.locations WHERE id = $1 AND TRUE FOR KEY SHARE',
};
const fields = [
  'title',
  'description',
  'locationId',
  'assignedTo',
  'status',
  'priority',
  'ticketType',
  'notes',
];
const insert = {
  name: 'insert',
  types,
  text: `WITH t AS (
      INSERT INTO core.tickets
        (title, description, location_id, assigned_to, status, priority, ticket_type, notes)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      RETURNING *)
    SELECT ${columns}, t.version FROM t ${joins}`,
};

interface Row extends Record<string, unknown> {
  total: number;
}

const toTicket = (row: Row) => ({
  id: row['id'],
  title: row['title'],
  description: row['description'],
  locationId: row['locationId'],
  assignedTo: row['assignedTo'],
  status: row['status'],
  priority: row['priority'],
  ticketType: row['ticketType'],
  notes: row['notes'],
  createdAt: row['createdAt'],
  updatedAt: row['updatedAt'],
  completedAt: row['completedAt'],
  location: { id: row['locationId'], name: row['locationName'] },
  assignee:
    row['assignedTo'] === null
      ? null
      : { id: row['assignedTo'], firstName: row['assigneeFirstName'], lastName: row['assigneeLastName'] },
});

async function readSession({ headers }: IncomingMessage): Promise<string> {
  const [, sid = '', signature = ''] =
    /mainstay\.sid=s:([\w-]+)\.([^;]+)/.exec(decodeURIComponent(headers.cookie ?? '')) ?? [];
  const expected = createHmac('sha256', SESSION_SECRET).update(sid).digest('base64').replace(/=+$/, '');
  if (
    expected.length !== signature.length ||
    !timingSafeEqual(Buffer.from(expected), Buffer.from(signature))
  ) {
    throw new Error('not our session');
  }
  const json = await redis.getEx(`session:${sid}`, { type: 'EX', value: 43_200 });
  const { passport } = JSON.parse(json ?? '{}') as { passport: { user: { userId: string } } };
  const { rows } = await pool.query<{ id: string }>({ ...readUser, values: [passport.user.userId] });
  return rows[0]?.id ?? '';
}

async function answerList(response: ServerResponse): Promise<void> {
  const { rows } = await pool.query<Row>(list);
  answer(response, 200, rows.slice(0, 50).map(toTicket), { 'X-Total-Count': String(rows[0]?.total ?? 0) });
}

async function create(body: Record<string, unknown>, userId: string): Promise<Row> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({
      text: `SELECT set_config('mainstay.actor_id', $1, true), set_config('mainstay.request_id', $2, true)`,
      values: [userId, 'bare'],
    });
    await client.query({ ...lockStore, values: [body['locationId']] });
    const { rows } = await client.query<Row>({ ...insert, values: fields.map((name) => body[name]) });
    await client.query('COMMIT');
    const [row] = rows;
    if (!row) throw new Error('nothing was created');
    return row;
  } finally {
    client.release();
  }
}

async function answerCreate(request: IncomingMessage, response: ServerResponse, userId: string) {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  const row = await create({ status: 'incoming', priority: 'medium', ...body }, userId);
  answer(response, 201, toTicket(row), { ETag: `"${String(row['version'])}"` });
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string>) {
  const json = JSON.stringify(body);
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(json),
      ...headers,
    })
    .end(json);
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/metrics') {
    const { user, system } = process.cpuUsage();
    response.end(`process_cpu_seconds_total ${(user + system) / 1e6}\n`);
    return;
  }
  const userId = await readSession(request);
  await (request.method === 'POST' ? answerCreate(request, response, userId) : answerList(response));
}

createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
}).listen(Number(PORT), '127.0.0.1');
