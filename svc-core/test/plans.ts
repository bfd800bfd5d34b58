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
 * The plans of what svc-core sends for a request, of the nodes that read a large table: with the values, and as a generic plan.
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
