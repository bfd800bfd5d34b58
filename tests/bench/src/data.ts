import { required } from '@mainstay/test-kit';
import { createHmac, randomBytes } from 'node:crypto';
import pg from 'pg';
import { createClient } from 'redis';

/** What the measured servers have in common. */
export const SESSION_SECRET = 'development-only-secret-never-use-in-production';
const SESSION_COOKIE = 'mainstay.sid';

/** A database with stores and tickets, and somebody who is signed in. */
export interface Dataset {
  name: string;
  /** The superuser's connection URL. */
  adminUrl: string;
  adminId: string;
  /** An administrator's `Cookie` header. */
  cookie: string;
  /** A store to create tickets in. */
  storeId: string;
  /** One of the tickets. */
  ticketId: string;
}

/** A copy of the migrated database with this many tickets over a hundredth as many stores. */
export async function createDataset(name: string, tickets: number): Promise<Dataset> {
  const adminUrl = new URL(required('TEST_DATABASE_ADMIN_URL'));
  const template = adminUrl.pathname.slice(1);
  await dropDataset({ name });
  await onServer((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  adminUrl.pathname = `/${name}`;
  const filled = await withDatabase({ adminUrl: adminUrl.href }, (client) => fill(client, tickets));
  const cookie = await createSession(filled.adminId, filled.epoch);
  return { name, adminUrl: adminUrl.href, cookie, ...filled };
}

/** The connection URL of a service's run-time role. */
export function roleUrl({ adminUrl }: Dataset, service: string): string {
  const url = new URL(adminUrl);
  url.username = `svc_${service}`;
  url.password = required('TEST_ROLE_PASSWORD');
  return url.href;
}

export async function dropDataset({ name }: Pick<Dataset, 'name'>): Promise<void> {
  await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

function onServer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const url = new URL(required('TEST_DATABASE_ADMIN_URL'));
  url.pathname = '/postgres';
  return withDatabase({ adminUrl: url.href }, work);
}

/** A connection to the database as superuser, for as long as `work` takes. */
export async function withDatabase<Result>(
  { adminUrl }: Pick<Dataset, 'adminUrl'>,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Inserts rows without triggers, then builds indexes and counts at once: a million takes one to two minutes. */
async function fill(client: pg.Client, tickets: number) {
  await client.query('SET session_replication_role = replica');
  await client.query('SET synchronous_commit = off');
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'core' AND tablename = 'tickets' AND indexname LIKE 'ix_%'`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX core.${name}`);
  const stores = Math.ceil(tickets / 100);
  await client.query(
    `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
     SELECT 'Street ' || n, '1 Main Street', 'Springfield', 'NY', '10001', 'S-' || n, 'America/New_York'
     FROM generate_series(1, $1::int) n`,
    [stores],
  );
  const { rows } = await client.query<{ id: string; session_epoch: number }>(
    `INSERT INTO auth.users (email, password_hash, first_name, last_name, role)
     VALUES ('bench@example.com', 'none', 'Ada', 'Admin', 'admin') RETURNING id, session_epoch`,
  );
  const [admin] = rows;
  if (!admin) throw new Error('no user was inserted');
  await client.query(
    `INSERT INTO core.tickets
       (title, description, location_id, assigned_to, status, priority, ticket_type, created_at, completed_at)
     SELECT
       (ARRAY['Oven is cold', 'Door does not close', 'Light flickers', 'Sign broken'])[n % 4 + 1] || ' at counter ' || n % 97,
       'It happened this morning and should be looked at before the weekend.', store.id,
       CASE WHEN n % 10 = 0 THEN $2::uuid END, state.status, (ARRAY['low', 'medium', 'high'])[n % 3 + 1],
       (ARRAY['repair', 'inspection', 'cleaning', 'equipment', 'other'])[n % 5 + 1], moment.at,
       CASE WHEN state.status = 'solved' THEN moment.at END
     FROM generate_series(1, $1::int) n
     JOIN (SELECT id, row_number() OVER (ORDER BY id) AS number FROM core.locations) store
       ON store.number = n % $3::int + 1
     CROSS JOIN LATERAL (SELECT now() - make_interval(mins => $1::int - n) AS at) moment
     CROSS JOIN LATERAL (SELECT CASE WHEN n < $1::int * 0.9 THEN 'solved' ELSE 'incoming' END AS status) state`,
    [tickets, admin.id, stores],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query('SELECT core.recount()');
  await client.query('VACUUM ANALYZE');
  const { rows: anyStores } = await client.query<{ id: string }>(
    'SELECT id FROM core.locations ORDER BY id LIMIT 1',
  );
  const { rows: anyTickets } = await client.query<{ id: string }>(
    'SELECT id FROM core.tickets ORDER BY id LIMIT 1',
  );
  return {
    adminId: admin.id,
    epoch: admin.session_epoch,
    storeId: anyStores[0]?.id ?? '',
    ticketId: anyTickets[0]?.id ?? '',
  };
}

/** A session as svc-auth writes it (express-session in Redis). */
export async function createSession(userId: string, epoch: number): Promise<string> {
  const redis = createClient({ url: required('TEST_REDIS_URL') });
  await redis.connect();
  const sid = randomBytes(24).toString('base64url');
  const user = { userId, epoch, signedInAt: Date.now() };
  await redis.set(`session:${sid}`, JSON.stringify({ cookie: {}, passport: { user } }));
  redis.destroy();
  const signature = createHmac('sha256', SESSION_SECRET).update(sid).digest('base64').replace(/=+$/, '');
  return `${SESSION_COOKIE}=${encodeURIComponent(`s:${sid}.${signature}`)}`;
}
