import { beforeAll, describe, expect, it } from '@jest/globals';
import { useOwnCoreService } from './core-service.ts';
import { fill, lists, listsOfAdministrators, type Plan, plansOf, rowsRead } from './plans.ts';

const TICKETS = 10_000;
const core = useOwnCoreService();
// So few tickets might be scanned: the planner shows what it would use for many. `scale.nightly.spec.ts` has 200,000.
const plans = plansOf(core, 'ANALYZE', '-c enable_seqscan=off');
let manager: { cookie: string; userId: string };
let ids: { store: string; ticket: string }[];
beforeAll(async () => {
  manager = await core.createManager();
  await fill(core, manager.userId, 200, TICKETS);
  ids = await core.query(
    `SELECT t.location_id AS store, t.id AS ticket FROM core.tickets t JOIN core.locations l ON l.id = t.location_id
     WHERE l.store_number = 'S-1' LIMIT 1`,
  );
}, 60_000);

async function planOf(template: string, user: { cookie: string }): Promise<Plan[]> {
  const [{ store, ticket } = { store: '', ticket: '' }] = ids;
  const url = template
    .replace('{store}', store)
    .replace('{manager}', manager.userId)
    .replace('{ticket}', ticket);
  const nodes = await plans(url, user);
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  return nodes;
}

describe('a list reads few rows, by indexes', () => {
  it.each(lists)('%s', async (template) => {
    for (const user of [core.admin, manager])
      expect(Math.max(0, ...(await planOf(template, user)).map(rowsRead))).toBeLessThanOrEqual(TICKETS / 3);
  });

  it.each(listsOfAdministrators)('%s', async (template) => {
    await planOf(template, core.admin);
  });
});
