import { expect, jest } from '@jest/globals';
import { PG_POOL } from '@mainstay/service-kit';
import pg from 'pg';
import type { CoreService } from './core-service.ts';

interface Statement {
  text: string;
  values: unknown[];
  name?: string;
}
const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value;

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const large = new Set(['tickets', 'tasks', 'projects', 'recurring_tasks', 'audit_entries']);

/** Requests of lists; {store}, {manager} and {ticket} stand for ids. */
export const lists = [
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

export const listsOfAdministrators = [
  '/api/managers?limit=50',
  '/api/audit?limit=50',
  '/api/audit?limit=50&entity=location',
  '/api/audit?limit=50&entity=ticket&entityId={store}',
  '/api/audit?limit=50&actorId={manager}',
  '/api/audit?limit=50&action=update&to=2099-01-01T00:00:00Z',
];

/**
 * The plans of what svc-core sends for a request, of the nodes that read a large table: with the values, and as a
 * generic plan.
 * @param options of EXPLAIN for the plan with values
 * @param settings of PostgreSQL for the plans
 */
export function plansOf(core: CoreService, options: string, settings = '') {
  /** The statements that the service sends, without those that read the user. */
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

  async function explain(
    explainer: pg.Client,
    how: string,
    text: string,
    values: unknown[],
  ): Promise<Plan[]> {
    const { rows } = await explainer.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `EXPLAIN (${how}, FORMAT JSON) ${text}`,
      values,
    });
    return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
  }

  return async (url: string, user: { cookie: string }): Promise<Plan[]> => {
    const nodes: Plan[] = [];
    const statements = await statementsOf(url, user);
    expect(statements).not.toEqual([]);
    const explainer = new pg.Client({
      connectionString: core.backends.urlFor('svc_core'),
      options: settings,
    });
    await explainer.connect();
    for (const { text, values, name } of statements) {
      nodes.push(...(await explain(explainer, options, text, values)));
      if (name !== undefined) nodes.push(...(await explain(explainer, 'GENERIC_PLAN', text, [])));
    }
    await explainer.end();
    return nodes.filter((node) => large.has(node['Relation Name'] ?? ''));
  };
}

export const rowsRead = (node: Plan): number =>
  ((node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  (node['Actual Loops'] ?? 1);

/** Stores, of which a manager has five, and tickets; without triggers, then builds indexes and counts: faster. */
export async function fill(
  core: CoreService,
  managerId: string,
  stores: number,
  tickets: number,
): Promise<void> {
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
      [stores],
    );
    await client.query(
      `INSERT INTO core.manager_assignments (manager_id, location_id)
       SELECT $1, id FROM core.locations WHERE store_number = ANY ('{S-1,S-2,S-3,S-50,S-199}')`,
      [managerId],
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
         ON store.number = n % ${stores} + 1
       CROSS JOIN LATERAL (SELECT now() - make_interval(mins => $1::int - n) AS at) moment
       CROSS JOIN LATERAL (SELECT CASE WHEN n < $1::int * 0.9 THEN 'solved'
         ELSE (ARRAY['incoming', 'in_progress'])[n % 2 + 1] END AS status) state`,
      [tickets, managerId],
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
         FROM generate_series(1, ${Math.round(tickets / 4)}) n
         JOIN (SELECT id, row_number() OVER (ORDER BY id) AS number FROM core.locations) store
           ON store.number = n % ${stores} + 1`,
      );
    }
    await client.query(
      `INSERT INTO auth.audit_entries (occurred_at, actor_id, action, entity, entity_id)
       SELECT now() - make_interval(secs => n), CASE WHEN n % 100 = 0 THEN $1::uuid END, 'update',
         CASE WHEN n % 1000 = 0 THEN 'location' ELSE 'ticket' END, uuidv7()
       FROM generate_series(1, ${Math.round(tickets / 2)}) n`,
      [managerId],
    );
    await client.query('SELECT core.recount()');
    await client.query('ANALYZE');
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}
