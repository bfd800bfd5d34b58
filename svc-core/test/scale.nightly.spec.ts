import { beforeAll, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { useOwnCoreService } from './core-service.ts';
import { fill, lists, listsOfAdministrators, plansOf, rowsRead } from './plans.ts';

const core = useOwnCoreService();

const STORES = 2000;
const TICKETS = 200_000;

let manager: TestUser;
/** A store of the manager, and a user with tickets. */
let storeId: string;
/** A ticket of the store. */
let ticketId: string;

beforeAll(async () => {
  manager = await core.createManager();
  await fill(core, manager.userId, STORES, TICKETS);
  const idOf = async (from: string) =>
    (await core.query<{ id: string }>(`SELECT id FROM core.${from} LIMIT 1`))[0]?.id ?? '';
  storeId = await idOf(`locations WHERE store_number = 'S-1'`);
  ticketId = await idOf(`tickets WHERE location_id = '${storeId}'`);
}, 180_000);

/** Not those for what is in every ticket, or in the name of every location: they read all. */
const searches = [
  ['a rare word', 'zebra'],
  ['a frequent word', 'oven'],
  ['a word in no ticket', 'giraffe'],
  ['one location', 'harbour street 1998'],
].flatMap(([name, q]) => [[`${name ?? ''}: /api/tickets?limit=50&q=${encodeURIComponent(q ?? '')}`]]);
const addressOf = (template: string): string =>
  template.replace('{store}', storeId).replace('{manager}', manager.userId).replace('{ticket}', ticketId);

const plans = plansOf(core, 'ANALYZE');
/** Fails when a statement scans a large table beyond what a limit stops. Returns the largest number of rows read. */
async function mostRowsRead(template: string, user: { cookie: string }): Promise<number> {
  const nodes = await plans(addressOf(template), user);
  const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
  expect(scans.filter((scan) => rowsRead(scan) > TICKETS / 10)).toEqual([]);
  return Math.max(0, ...nodes.map(rowsRead));
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

  it.each(listsOfAdministrators)('%s uses indexes', async (template) => {
    await mostRowsRead(template, core.admin);
  });

  it('/api/user/assigned-locations uses indexes', async () => {
    await mostRowsRead('/api/user/assigned-locations', manager);
  });

  describe.each(searches)('a search for %s', (template) => {
    const url = template.replace(/^.*: /, '');

    it('is bounded for an administrator', async () => {
      expect(await mostRowsRead(url, core.admin)).toBeLessThan(TICKETS / 3);
    });

    it('is bounded for a manager', async () => {
      expect(await mostRowsRead(url, manager)).toBeLessThanOrEqual(TICKETS / 5);
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
    const rows = await core.query<{ count: string }>(
      `SELECT count(*) AS count FROM core.tickets WHERE ${condition}`,
    );
    const response = await core.as(core.admin).get(`/api/tickets?limit=1${query}`);
    expect(response.headers['x-total-count']).toBe(rows[0]?.count);
  });

  it('finds the newest of many', async () => {
    const rows = await core.query<{ id: string }>(
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
});
