import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ListedTickets } from '../src/ticket-rows/ticket-lists.ts';
import { useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();

const operation = z.object({
  'x-access': z.union([z.string(), z.array(z.string())]).optional(),
  parameters: z.array(z.object({ name: z.string() })).default([]),
});
const { paths } = z
  .object({ paths: z.record(z.string(), z.object({ get: operation.optional() })) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../openapi.json'), 'utf8')));
/** All lists, counts and statistics: what is read without the id of one thing. */
const lists = Object.entries(paths).flatMap(([path, { get }]) =>
  get && !path.includes('{') ? [{ path, get }] : [],
);
const exported = lists.filter(({ get }) => get.parameters.some(({ name }) => name === 'format'));
const ofManagers = [
  ...lists.filter(({ get }) => get['x-access']?.includes('district_manager')).map(({ path }) => path),
  ...exported.filter(({ path }) => path !== '/api/managers').map(({ path }) => `${path}?format=csv`),
];
/** The same for everybody, or only about the stores that the caller or the request names. */
const unchanged = [
  '/api/bulk-changes',
  '/api/checklists',
  '/api/completion-rules',
  '/api/response-targets',
  '/api/tickets/similar',
  '/api/user/assigned-locations',
  '/api/views',
];

const FORMULA = '=1+1';
const HOSTILE = `${FORMULA};@SUM(A1)\n-2+3`;

async function read(path: string, user: { cookie: string }) {
  const address = path.endsWith('similar') ? `${path}?locationId=${core.storeA}` : path;
  const { status, text, headers } = await core.as(user).get(address);
  return { status, text, total: headers['x-total-count'] as unknown };
}

type Found = Record<string, Awaited<ReturnType<typeof read>>>;
const before: Found = {};
const beforeOfAdmin: Found = {};

beforeAll(async () => {
  // Everybody sees them.
  const checklist = await core.insert('checklists');
  for (const path of ofManagers) {
    before[path] = await read(path, core.managerA);
    beforeOfAdmin[path] = await read(path, core.admin);
  }
  const ofB = { location_id: core.storeB, title: HOSTILE };
  const vendor = await core.insert('vendors', { name: HOSTILE, location_ids: [core.storeB] });
  const ticket = await core.insert('tickets', { ...ofB, vendor_id: vendor });
  await core.query(
    `INSERT INTO core.ticket_deadlines (ticket_id, is_paused, due_at, passed)
     VALUES ($1, FALSE, now() - interval '1 day', 0)`,
    [ticket],
  );
  await core.insert('ticket_costs', { ticket_id: ticket, description: HOSTILE, vendor_id: vendor });
  for (const table of ['tasks', 'projects', 'recurring_tasks']) await core.insert(table, ofB);
  await core.insert('equipment', { location_id: core.storeB, name: HOSTILE });
  await core.insert('checklist_runs', { location_id: core.storeB, name: HOSTILE, checklist_id: checklist });
  await core.create('intake-codes', { locationId: core.storeB });
  await core.query('UPDATE core.locations SET name = $1 WHERE id = $2', [HOSTILE, core.storeB]);
  const clerk = await core.createUser({ role: 'district_manager', firstName: HOSTILE, lastName: HOSTILE });
  await core.assign(clerk.userId, core.storeB);
});

describe('what happens in the store of another manager', () => {
  it.each(ofManagers)('changes nothing in %s', async (path) => {
    expect(before[path]?.status).toBe(200);
    expect(await read(path, core.managerA)).toEqual(before[path]);
    // It would be seen.
    if (!unchanged.includes(path)) expect(await read(path, core.admin)).not.toEqual(beforeOfAdmin[path]);
  });
});

describe('a file', () => {
  it.each(exported.map(({ path }) => path))('of %s has no formulas', async (path) => {
    const { text } = await read(`${path}?format=csv`, core.admin);
    expect(text).toContain(`'${FORMULA};'@SUM(A1)\n'-2+3`);
    expect(text).not.toMatch(/(^|[;,\t\r\n])[\s"]*[=+\-@＝＋－＠]/);
  });

  it('whose client leaves before it begins, or asks for its head alone, is no longer counted', async () => {
    const list = jest.spyOn(core.app.get(ListedTickets), 'list');
    const address = core.app.getHttpServer().address();
    if (typeof address !== 'object' || address === null) throw new Error('not listening');
    const ask = (method: string, signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${address.port}/api/tickets?format=csv`, {
        method,
        headers: { Cookie: core.admin.cookie },
        signal: signal ?? null,
      });
    const endsSoon = async () => {
      for (let times = 0; times < 50; times += 1) {
        if ((await ask('GET')).status === 200) return true;
        await sleep(100);
      }
      return false;
    };
    for (const left of [new AbortController(), new AbortController()]) {
      list.mockImplementationOnce(async () => {
        left.abort();
        await sleep(100);
        return { items: [], total: 0, next: null };
      });
      await expect(ask('GET', left.signal)).rejects.toThrow('aborted');
    }
    expect(await endsSoon()).toBe(true);
    expect([(await ask('HEAD')).status, (await ask('HEAD')).status]).toEqual([200, 200]);
    expect(await endsSoon()).toBe(true);
    list.mockRestore();
  });
});
