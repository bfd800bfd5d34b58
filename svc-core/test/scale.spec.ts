import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PG_POOL } from '@mainstay/service-kit';
import type { TestUser } from '@mainstay/service-kit/testing';
import pg from 'pg';
import { type CoreService, startCoreService } from './core-service.ts';

const STORES = 2000;
const TICKETS = 200_000;

let core: CoreService;
let manager: TestUser;
let explainer: pg.Client;
/** A store of the manager, and a user with tickets. */
let storeId: string;
/** A ticket of the store. */
let ticketId: string;

/** Inserts rows without triggers, then builds indexes and counts: seconds instead of a minute. */
async function fill(): Promise<void> {
  const client = await core.backends.admin.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
       WHERE schemaname = 'core' AND tablename = 'tickets' AND indexname LIKE 'ix_%'`,
    );
    for (const { name } of indexes) await client.query(`DROP INDEX core.${name}`);
    await client.query(
      `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
       SELECT (ARRAY['Elm', 'Oak', 'Harbour', 'Mill'])[n % 4 + 1] || ' Street ' || n, '1', 'x', 'NY', '1', 'S-' || n, 'UTC'
       FROM generate_series(1, $1) n`,
      [STORES],
    );
    await client.query(
      `INSERT INTO core.manager_assignments (manager_id, location_id)
       SELECT $1, id FROM core.locations WHERE store_number = ANY ('{S-1,S-2,S-3,S-500,S-1999}')`,
      [manager.userId],
    );
    await client.query(
      `INSERT INTO core.tickets
         (title, description, location_id, assigned_to, status, priority, ticket_type, created_at, completed_at)
       SELECT
         (ARRAY['Oven is cold', 'Door does not close', 'Light flickers', 'Sign broken'])[n % 4 + 1] || ' at counter '
           || n % 97 || CASE WHEN n % 20000 = 7 THEN ' zebra' WHEN n % 40000 = 9 THEN ' #qx' ELSE '' END,
         'It happened this morning.', store.id, CASE WHEN n % 100 = 0 THEN $2::uuid END,
         state.status, (ARRAY['low', 'medium', 'medium', 'high'])[n / 7 % 4 + 1],
         (ARRAY['repair', 'inspection', 'cleaning', 'equipment', 'other'])[n / 3 % 5 + 1],
         moment.at, CASE WHEN state.status = 'solved' THEN moment.at END
       FROM generate_series(1, $1::int) n
       JOIN (SELECT id, row_number() OVER (ORDER BY id) AS number FROM core.locations) store
         ON store.number = n % ${STORES} + 1
       CROSS JOIN LATERAL (SELECT now() - make_interval(mins => $1::int - n) AS at) moment
       CROSS JOIN LATERAL (SELECT CASE WHEN n < $1::int * 0.9 THEN 'solved'
         ELSE (ARRAY['incoming', 'in_progress'])[n % 2 + 1] END AS status) state`,
      [TICKETS, manager.userId],
    );
    for (const { definition } of indexes) await client.query(definition);
    for (const [table, columns, values] of [
      ['tasks', 'completed, completed_at', 'n % 5 > 0, CASE WHEN n % 5 > 0 THEN now() END'],
      ['projects', 'status', `'planning'`],
      ['recurring_tasks', 'frequency, next_occurrence', `'daily', now() + interval '1 year'`],
    ] as const) {
      await client.query(
        `INSERT INTO core.${table} (title, location_id, created_at, ${columns})
         SELECT 'x', store.id, now() - make_interval(mins => n), ${values}
         FROM generate_series(1, 50000) n
         JOIN (SELECT id, row_number() OVER (ORDER BY id) AS number FROM core.locations) store
           ON store.number = n % ${STORES} + 1`,
      );
    }
    await client.query(
      `INSERT INTO auth.audit_entries (occurred_at, actor_id, action, entity, entity_id)
       SELECT now() - make_interval(secs => n), CASE WHEN n % 100 = 0 THEN $1::uuid END, 'update',
         CASE WHEN n % 1000 = 0 THEN 'location' ELSE 'ticket' END, uuidv7()
       FROM generate_series(1, 100000) n`,
      [manager.userId],
    );
    await client.query('SELECT core.recount()');
    await client.query('ANALYZE');
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

beforeAll(async () => {
  core = await startCoreService();
  manager = await core.createUser({ role: 'district_manager' });
  await fill();
  const { rows } = await core.backends.admin.query<{ id: string }>(
    `SELECT id FROM core.locations WHERE store_number = 'S-1'`,
  );
  storeId = rows[0]?.id ?? '';
  const { rows: tickets } = await core.backends.admin.query<{ id: string }>(
    'SELECT id FROM core.tickets WHERE location_id = $1 LIMIT 1',
    [storeId],
  );
  ticketId = tickets[0]?.id ?? '';
  explainer = new pg.Client({ connectionString: core.backends.urlFor('svc_core') });
  await explainer.connect();
}, 180_000);
afterAll(async () => {
  await explainer.end();
  await core.close();
});

interface Statement {
  text: string;
  values: unknown[];
  name?: string;
}
const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value;

/** The statements the service sends for a request, without those that read the user. */
async function statementsOf(url: string, user: { cookie: string }): Promise<Statement[]> {
  const query = jest.spyOn(core.app.get<pg.Pool>(PG_POOL), 'query');
  try {
    const response = await core.as(user).get(url);
    expect([url, response.status]).toEqual([url, 200]);
    const sent: unknown[] = query.mock.calls.map(([statement]) => statement);
    return sent.filter(isStatement).filter(({ text }) => !text.includes('session_epoch'));
  } finally {
    query.mockRestore();
  }
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function explain(options: string, { text, values }: Statement, withValues: boolean): Promise<Plan[]> {
  const { rows } = await explainer.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
    text: `EXPLAIN (${options}, FORMAT JSON) ${text}`,
    values: withValues ? values : [],
  });
  const [row] = rows;
  if (!row) throw new Error('EXPLAIN returned nothing');
  return nodesOf(row['QUERY PLAN'][0].Plan);
}

const large = new Set(['tickets', 'tasks', 'projects', 'recurring_tasks', 'audit_entries']);
const ofLargeTables = (nodes: Plan[]): Plan[] =>
  nodes.filter((node) => large.has(node['Relation Name'] ?? ''));
const rowsRead = (node: Plan): number =>
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  (node['Actual Loops'] ?? 1);

const lists = [
  '/api/tickets?limit=50',
  '/api/tickets?limit=1000',
  '/api/tickets?limit=50&sort=createdAt',
  '/api/tickets?limit=50&status=incoming',
  '/api/tickets?limit=50&status=solved&sort=createdAt',
  '/api/tickets?limit=50&priority=high',
  '/api/tickets?limit=50&ticketType=cleaning',
  '/api/tickets?limit=50&status=in_progress&priority=high&ticketType=other',
  '/api/tickets?limit=50&locationId={store}',
  '/api/tickets?limit=50&locationId={store}&status=solved',
  '/api/tickets?limit=50&assignedTo={manager}',
  '/api/tickets?limit=50&assignedTo={manager}&status=incoming',
  '/api/tickets?limit=50&assignedTo=me',
  '/api/tickets?limit=50&assignedTo=none',
  '/api/tickets?limit=50&assignedTo=none&status=incoming',
  '/api/tickets?limit=50&q=%231042',
  '/api/tickets/{ticket}/timeline',
  '/api/tickets/similar?locationId={store}&title=Oven+is+cold&ticketType=repair',
  '/api/tasks?limit=50',
  '/api/projects?limit=50',
  '/api/recurring-tasks?limit=50',
  '/api/locations?limit=50',
  '/api/stats',
];
const searches = [
  ['a rare word', 'zebra'],
  ['a frequent word', 'oven'],
  ['a word in every ticket', 'counter'],
  ['a word in no ticket', 'giraffe'],
  ['one location', 'harbour street 1998'],
  ['every location', 'street'],
].flatMap(([name, q]) => [[`${name ?? ''}: /api/tickets?limit=50&q=${encodeURIComponent(q ?? '')}`]]);
const forAdministrators = [
  '/api/managers?limit=50',
  '/api/audit?limit=50',
  '/api/audit?limit=50&entity=location',
  '/api/audit?limit=50&entity=ticket&entityId={store}',
  '/api/audit?limit=50&actorId={manager}',
  '/api/audit?limit=50&action=update&to=2099-01-01T00:00:00Z',
];
const addressOf = (template: string): string =>
  template.replace('{store}', storeId).replace('{manager}', manager.userId).replace('{ticket}', ticketId);

/**
 * Fails when a statement scans a large table, with these values or as a generic plan. Returns the largest number of
 * rows read.
 */
async function mostRowsRead(template: string, user: { cookie: string }): Promise<number> {
  const statements = await statementsOf(addressOf(template), user);
  expect(statements).not.toEqual([]);
  let most = 0;
  for (const statement of statements) {
    const plans = [await explain('ANALYZE', statement, true)];
    if (statement.name !== undefined) plans.push(await explain('GENERIC_PLAN', statement, false));
    for (const nodes of plans.map(ofLargeTables)) {
      expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      most = Math.max(most, ...nodes.map(rowsRead));
    }
  }
  return most;
}

describe(`with ${TICKETS} tickets`, () => {
  describe.each(lists)('%s', (template) => {
    it('uses indexes for an administrator', async () => {
      expect(await mostRowsRead(template, core.admin)).toBeLessThanOrEqual(TICKETS / 50);
    });

    it('uses indexes for a manager of five stores', async () => {
      expect(await mostRowsRead(template, manager)).toBeLessThanOrEqual(TICKETS / 50);
    });
  });

  it.each(forAdministrators)('%s uses indexes', async (template) => {
    await mostRowsRead(template, core.admin);
  });

  it('/api/user/assigned-locations uses indexes', async () => {
    await mostRowsRead('/api/user/assigned-locations', manager);
  });

  describe.each(searches)('a search for %s', (template) => {
    const url = template.replace(/^.*: /, '');

    it('is bounded for an administrator', async () => {
      await mostRowsRead(url, core.admin);
    });

    it('stays within the stores of a manager', async () => {
      expect(await mostRowsRead(url, manager)).toBeLessThanOrEqual(TICKETS / 50);
    });
  });

  it.each([
    ['', 'TRUE'],
    ['&status=incoming', `status = 'incoming'`],
    ['&priority=high&ticketType=other', `priority = 'high' AND ticket_type = 'other'`],
    ['&q=zebra', `title ILIKE '%zebra%'`],
    ['&q=%23', `title LIKE '%#%'`],
    ['&q=qx&status=solved', `title LIKE '%qx%' AND status = 'solved'`],
    [
      '&q=Elm+Street+400',
      `location_id IN (SELECT id FROM core.locations WHERE name ILIKE '%elm street 400%')`,
    ],
  ])('counts exactly: %s', async (query, condition) => {
    const { rows } = await core.backends.admin.query<{ count: string }>(
      `SELECT count(*) AS count FROM core.tickets WHERE ${condition}`,
    );
    const response = await core.as(core.admin).get(`/api/tickets?limit=1${query}`);
    expect(response.headers['x-total-count']).toBe(rows[0]?.count);
  });

  it('finds the newest of many', async () => {
    const { rows } = await core.backends.admin.query<{ id: string }>(
      `SELECT id FROM core.tickets WHERE title ILIKE '%oven%' ORDER BY created_at DESC, id DESC LIMIT 5`,
    );
    const response = await core.as(core.admin).get('/api/tickets?limit=5&q=oven');
    expect((response.body as { id: string }[]).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(response.headers['x-total-count']).toBe('1000');
  });

  it.each(['q=oven&status=incoming', 'q=counter&priority=high', 'q=oven+is+cold&ticketType=other'])(
    'counts up to a thousand: %s',
    async (query) => {
      const response = await core.as(core.admin).get(`/api/tickets?limit=1&${query}`);
      expect(response.headers['x-total-count']).toBe('1000');
    },
  );

  it('returns each ticket exactly once in pages while others are added', async () => {
    const { rows } = await core.backends.admin.query<{ id: string }>(
      `SELECT id FROM core.tickets WHERE status = 'incoming'`,
    );
    const there = new Set(rows.map(({ id }) => id));
    const met: string[] = [];
    let next: string | undefined = '/api/tickets?status=incoming&limit=1000';
    while (next !== undefined) {
      const response = await core.as(core.admin).get(next);
      met.push(...(response.body as { id: string }[]).map(({ id }) => id).filter((id) => there.has(id)));
      next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
      const ticket = { title: 'New', description: 'x', locationId: storeId, ticketType: 'other' };
      expect((await core.as(manager).post('/api/tickets').send(ticket)).status).toBe(201);
    }
    expect([met.length, new Set(met).size]).toEqual([there.size, there.size]);
  });

  describe('while a removed location has the newest and the oldest rows', () => {
    const HIDDEN = 10_000;
    beforeAll(async () => {
      const id = await core.createStore('Closed', { store_number: 'closed' });
      const { admin } = core.backends;
      const ages = `FROM generate_series(1, ${HIDDEN}) n
        CROSS JOIN LATERAL (SELECT now() + (n % 2 * 2 - 1) * interval '10 years' + make_interval(secs => n) AS at) moment`;
      await admin.query(
        `INSERT INTO core.tickets (title, description, location_id, status, ticket_type, created_at)
         SELECT 'x', 'x', $1, (ARRAY['incoming', 'in_progress'])[n / 2 % 2 + 1], 'other', at ${ages}`,
        [id],
      );
      await admin.query(
        `INSERT INTO core.tasks (title, location_id, created_at) SELECT 'x', $1, at ${ages}`,
        [id],
      );
      await admin.query('ANALYZE core.tickets, core.tasks');
      await admin.query('UPDATE core.locations SET removed_at = now() WHERE id = $1', [id]);
    }, 60_000);

    it.each([
      '/api/tickets?limit=50',
      '/api/tickets?limit=50&sort=createdAt',
      '/api/tickets?limit=50&status=incoming',
      '/api/tasks?limit=50',
    ])('%s does not read them', async (url) => {
      expect(await mostRowsRead(url, core.admin)).toBeLessThan(STORES + 100);
      const response = await core.as(core.admin).get(url);
      expect(response.body).toHaveLength(50);
    });
  });
});
