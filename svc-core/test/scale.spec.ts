import { beforeAll, describe, expect, it } from '@jest/globals';
import { useOwnCoreService } from './core-service.ts';
import { lists, listsOfAdministrators, plansOf } from './plans.ts';

const core = useOwnCoreService();
// The tables are small here: the planner shows that there is an index for each list. `scale.nightly.spec.ts` counts rows.
const plans = plansOf(core, 'COSTS FALSE', '-c enable_seqscan=off -c enable_bitmapscan=off');
let ticket: string;
beforeAll(async () => {
  ticket = await core.insert('tickets', { title: 'Oven is cold' });
});

const addressOf = (template: string): string =>
  template
    .replace('{store}', core.storeA)
    .replace('{manager}', core.managerA.userId)
    .replace('{ticket}', ticket);
const scans = async (template: string, user: { cookie: string }) =>
  (await plans(addressOf(template), user)).filter((node) => node['Node Type'] === 'Seq Scan');

describe('no list scans a table that grows', () => {
  it.each(lists)('%s', async (template) => {
    expect(await scans(template, core.admin)).toEqual([]);
    expect(await scans(template, core.managerA)).toEqual([]);
  });

  it.each(listsOfAdministrators)('%s', async (template) => {
    expect(await scans(template, core.admin)).toEqual([]);
  });
});
