/**
 * What the services are measured against: node:http, redis and pg and nothing between them. For each request it looks the
 * session up, sends the statements that the service sends for such a request (`BARE_PLAN`, recorded from the service
 * itself) and returns what the service returns. No validation, no roles, no logs, no metrics.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { createClient } from 'redis';
import { responseOf } from './api/bare-responses.ts';
import { idsIn, type Plan, type PlannedRequest, planKey, type Source } from './api/plan.ts';
import { SESSION_SECRET } from './data.ts';

const { DATABASE_URL, REDIS_URL, PORT, BARE_PLAN = '' } = process.env;
const plan = JSON.parse(readFileSync(BARE_PLAN, 'utf8')) as Plan;
const redis = await createClient({ ...(REDIS_URL !== undefined && { url: REDIS_URL }) }).connect();
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 10,
});

pg.types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text: string) =>
    `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`,
);

type Row = Record<string, unknown>;

/** The user of a session. */
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
  return passport.user.userId;
}

async function readBody(request: IncomingMessage): Promise<Row> {
  if (request.headers['content-length'] === undefined) return {};
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as Row;
}

interface Asked {
  ids: string[];
  body: Row;
  userId: string;
}

const valueOf = (source: Source, { ids, body, userId }: Asked, results: readonly Row[][]): unknown => {
  if ('id' in source) return ids[source.id];
  if ('field' in source) return body[source.field];
  if ('row' in source) return results[source.row]?.[0]?.[source.column];
  return 'isUser' in source ? userId : source.constant;
};

/** The rows of each statement; on one connection from the start of a transaction to its end. */
async function runStatements({ statements }: PlannedRequest, asked: Asked): Promise<Row[][]> {
  const results: Row[][] = [];
  let client: pg.PoolClient | undefined;
  try {
    for (const { text, name, sources } of statements) {
      if (/^(START TRANSACTION|BEGIN)/i.test(text)) client = await pool.connect();
      const values = sources.map((source) => valueOf(source, asked, results));
      const { rows } = await (client ?? pool).query<Row>({
        text,
        values,
        ...(name !== undefined && { name }),
      });
      results.push(rows);
      if (text === 'COMMIT') {
        client?.release();
        client = undefined;
      }
    }
  } finally {
    client?.release(true);
  }
  return results;
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request;
  if (url === '/health/ready') {
    response.end();
    return;
  }
  const planned = plan[planKey(method, url)];
  if (!planned) throw new Error(`not planned: ${method} ${url}`);
  const userId = await readSession(request);
  const body = await readBody(request);
  const results = await runStatements(planned, { ids: idsIn(url), body, userId });
  if (planned.status === 204) {
    response.writeHead(204).end();
    return;
  }
  const { content, headers } = responseOf(results, url);
  const json = JSON.stringify(content);
  response
    .writeHead(planned.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(json),
      ...headers,
    })
    .end(json);
}

createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500, { 'Content-Length': 0 }).end();
  });
}).listen(Number(PORT), '127.0.0.1');

// An orderly exit, so that Node writes the requested profile.
process.once('SIGTERM', () => process.exit());
