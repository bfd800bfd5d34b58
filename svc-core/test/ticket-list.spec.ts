import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type TicketResponse, ticketResponse } from '../src/tickets/tickets.schemas.ts';
import { type CoreService, startCoreService, unknownId } from './core-service.ts';

let core: CoreService;
/** Titles in order of creation, a minute apart. */
const titles = ['Oven', 'Door 100%', 'Door 100x', 'Sign_A', 'SignXA', 'Back\\slash', 'Fridge', 'Grill'];

beforeAll(async () => {
  core = await startCoreService();
  for (const [index, title] of titles.entries()) {
    const solved = index === 0;
    await core.insert('tickets', {
      title,
      description: 'x',
      location_id: index < 6 ? core.storeA : core.storeB,
      assigned_to: index === 1 ? core.managerA.userId : null,
      status: solved ? 'solved' : index === 2 ? 'in_progress' : 'incoming',
      priority: index === 3 ? 'high' : 'medium',
      ticket_type: index === 4 ? 'cleaning' : 'repair',
      created_at: new Date(Date.UTC(2026, 2, 5, 15, index)),
      completed_at: solved ? new Date() : null,
    });
  }
});
afterAll(() => core.close());

const list = async (query = '', user = core.admin) => {
  const response = await core.as(user).get(`/api/tickets${query}`);
  const { link, 'x-total-count': total } = response.headers as Record<string, string | undefined>;
  return {
    status: response.status,
    body: response.body as TicketResponse[],
    titles: Array.isArray(response.body) ? (response.body as TicketResponse[]).map(({ title }) => title) : [],
    total,
    next: /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1],
  };
};

/** All titles along `rel="next"`, page by page. */
async function walk(query: string, user = core.admin, between?: () => Promise<unknown>): Promise<string[][]> {
  const pages: string[][] = [];
  let next: string | undefined = `/api/tickets${query}`;
  while (next !== undefined) {
    const page = await list(next.slice('/api/tickets'.length), user);
    pages.push(page.titles);
    next = page.next;
    await between?.();
  }
  return pages;
}

describe('GET /api/tickets', () => {
  it('requires a session', async () => {
    expect((await core.as().get('/api/tickets')).status).toBe(401);
  });

  it.each([
    ['a limit of 0', '?limit=0', 'limit'],
    ['a limit above 1000', '?limit=1001', 'limit'],
    ['a fractional limit', '?limit=1.5', 'limit'],
    ['a limit that is not a number', '?limit=all', 'limit'],
    ['two limits', '?limit=1&limit=2', 'limit'],
    ['an unknown status', '?status=closed', 'status'],
    ['two statuses', '?status=incoming&status=solved', 'status'],
    ['an unknown priority', '?priority=urgent', 'priority'],
    ['an unknown type', '?ticketType=painting', 'ticketType'],
    ['a malformed location', '?locationId=1', 'locationId'],
    ['malformed equipment', '?equipmentId=1', 'equipmentId'],
    ['a malformed assignee', '?assignedTo=you', 'assignedTo'],
    ['two assignees', '?assignedTo=me&assignedTo=none', 'assignedTo'],
    ['an unknown order', '?sort=title', 'sort'],
    ['a search that is too long', `?q=${'x'.repeat(256)}`, 'q'],
    ['NUL in a search', '?q=%00', 'q'],
    ['an unknown filter', '?stauts=solved', 'stauts'],
    ['an invalid cursor', '?cursor=abc', 'cursor'],
    ['a cursor of other keys', `?cursor=${Buffer.from('["Store A"]').toString('base64url')}`, 'cursor'],
    [
      'a cursor of an impossible time',
      `?cursor=${Buffer.from(JSON.stringify(['0000-01-01T00:00:00Z', unknownId])).toString('base64url')}`,
      'cursor',
    ],
  ])('rejects %s', async (_name, query, field) => {
    const response = await core.as(core.admin).get(`/api/tickets${query}`);
    expect(response.status).toBe(400);
    expect(Object.keys((response.body as { errors: object }).errors)).toEqual([field]);
  });

  it('lists everything for an administrator, newest first', async () => {
    const { body, titles: found, total, next } = await list();
    expect(found).toEqual(titles.toReversed());
    expect([total, next]).toEqual(['8', undefined]);
    expect(body.at(-2)).toMatchObject({
      id: expect.any(String),
      title: 'Door 100%',
      description: 'x',
      locationId: core.storeA,
      assignedTo: core.managerA.userId,
      status: 'incoming',
      priority: 'medium',
      ticketType: 'repair',
      notes: null,
      createdAt: '2026-03-05T15:01:00.000Z',
      updatedAt: expect.any(String),
      completedAt: null,
      number: expect.any(Number),
      createdBy: null,
      via: 'app',
      commentCount: 0,
      watching: false,
      location: { id: core.storeA, name: 'Store A' },
      assignee: { id: core.managerA.userId, firstName: 'Ann', lastName: 'Archer' },
      equipmentId: null,
      equipment: null,
      report: null,
    });
  });

  it('returns only the documented fields, although the response is not filtered', async () => {
    expect(
      z
        .strictObject(ticketResponse.shape)
        .array()
        .parse((await list()).body),
    ).toHaveLength(8);
  });

  it('limits a manager to their stores, whatever the filters', async () => {
    expect(await list('', core.managerB)).toMatchObject({ titles: ['Grill', 'Fridge'], total: '2' });
    expect(await list(`?locationId=${core.storeA}`, core.managerB)).toMatchObject({ titles: [], total: '0' });
    expect(await list('?q=oven', core.managerB)).toMatchObject({ titles: [], total: '0' });
    expect(await list('?q=store', core.managerB)).toMatchObject({ titles: ['Grill', 'Fridge'], total: '2' });
    const stranger = await core.createUser({ role: 'district_manager' });
    expect(await list('', stranger)).toMatchObject({ status: 200, titles: [], total: '0' });
  });

  it.each([
    ['?status=solved', ['Oven']],
    ['?status=in_progress', ['Door 100x']],
    ['?priority=high', ['Sign_A']],
    ['?ticketType=cleaning', ['SignXA']],
    ['?status=incoming&priority=medium&ticketType=repair&q=g', ['Grill', 'Fridge']],
    [`?locationId=${unknownId}`, []],
    [`?assignedTo=${unknownId}`, []],
    ['?sort=createdAt&status=incoming', ['Door 100%', 'Sign_A', 'SignXA', 'Back\\slash', 'Fridge', 'Grill']],
  ])('%s finds %j', async (query, expected) => {
    expect(await list(query)).toMatchObject({ titles: expected, total: String(expected.length) });
  });

  it("finds the caller's own tickets and those of nobody", async () => {
    expect(await list('?assignedTo=me', core.managerA)).toMatchObject({ titles: ['Door 100%'], total: '1' });
    expect(await list('?assignedTo=me', core.managerB)).toMatchObject({ titles: [], total: '0' });
    const unassigned = titles.toReversed().filter((title) => title !== 'Door 100%');
    expect(await list('?assignedTo=none')).toMatchObject({ titles: unassigned, total: '7' });
    expect(await list('?assignedTo=none&status=solved')).toMatchObject({ titles: ['Oven'], total: '1' });
    expect(await list('?assignedTo=none', core.managerB)).toMatchObject({
      titles: ['Grill', 'Fridge'],
      total: '2',
    });
    expect(await walk('?assignedTo=none&limit=3')).toEqual([
      unassigned.slice(0, 3),
      unassigned.slice(3, 6),
      unassigned.slice(6),
    ]);
  });

  it('finds a ticket by its number, exactly', async () => {
    const { body } = await list('?q=Grill');
    const number = body[0]?.number ?? 0;
    const search = (text: string) => `?q=${encodeURIComponent(text)}`;
    expect(await list(search(`#${number}`))).toMatchObject({ titles: ['Grill'], total: '1' });
    expect(await list(search(` #${number} `), core.managerB)).toMatchObject({
      titles: ['Grill'],
      total: '1',
    });
    expect(await list(search(`#${number}`), core.managerA)).toMatchObject({ titles: [], total: '0' });
    expect(await list(`${search(`#${number}`)}&status=solved`)).toMatchObject({ titles: [], total: '0' });
    for (const nothing of [`#${number}0`, '#999999999999999', `#0${number}`, String(number)]) {
      expect(await list(search(nothing))).toMatchObject({ titles: [], total: '0' });
    }
  });

  it('filters by equipment, in the stores of the caller alone', async () => {
    const store = await core.createStore('Kitchen');
    const stranger = await core.createUser({ role: 'district_manager' });
    await core.assign(stranger.userId, store);
    const equipment = await core.insert('equipment', {
      location_id: store,
      name: 'Fryer',
      category: 'cooking',
    });
    for (const [title, status] of [
      ['Fryer leaks', 'incoming'],
      ['Fryer is cold', 'in_progress'],
    ]) {
      await core.insert('tickets', {
        title,
        status,
        description: 'x',
        location_id: store,
        ticket_type: 'equipment',
        equipment_id: equipment,
        created_at: new Date(Date.UTC(2020, 1, 1)),
      });
    }
    const all = { titles: expect.arrayContaining(['Fryer leaks', 'Fryer is cold']), total: '2' };
    expect(await list(`?equipmentId=${equipment}`)).toMatchObject(all);
    expect(await list(`?equipmentId=${equipment}`, stranger)).toMatchObject(all);
    expect(await list(`?equipmentId=${equipment}`, core.managerA)).toMatchObject({ titles: [], total: '0' });
    expect(await list(`?equipmentId=${equipment}&assignedTo=none`)).toMatchObject(all);
    const one = { titles: ['Fryer leaks'], total: '1' };
    expect(await list(`?equipmentId=${equipment}&status=incoming`)).toMatchObject(one);
    expect(await list(`?equipmentId=${equipment}&q=leak`)).toMatchObject(one);
    expect(await list(`?equipmentId=${equipment}&q=leak`, stranger)).toMatchObject(one);
    expect(await list(`?equipmentId=${unknownId}`)).toMatchObject({ titles: [], total: '0' });
    expect((await walk(`?equipmentId=${equipment}&limit=1`)).map((page) => page.length)).toEqual([1, 1]);
    await core.backends.admin.query('DELETE FROM core.locations WHERE id = $1', [store]);
  });

  it('filters by location and by assignee', async () => {
    expect((await list(`?locationId=${core.storeB.toUpperCase()}`)).titles).toEqual(['Grill', 'Fridge']);
    expect((await list(`?assignedTo=${core.managerA.userId}`)).titles).toEqual(['Door 100%']);
  });

  it.each([
    ['oVEN', ['Oven']],
    ['store b', ['Grill', 'Fridge']],
    ['100%', ['Door 100%']],
    ['sign_a', ['Sign_A']],
    ['k\\s', ['Back\\slash']],
    ['%', ['Door 100%']],
    ["'; DROP TABLE core.tickets; --", []],
    ['', titles.toReversed()],
  ])('searches titles and location names for %j', async (q, expected) => {
    expect((await list(`?q=${encodeURIComponent(q)}`)).titles).toEqual(expected);
  });

  it('returns pages, with filters and in both orders', async () => {
    expect(await walk('?limit=3')).toEqual([
      ['Grill', 'Fridge', 'Back\\slash'],
      ['SignXA', 'Sign_A', 'Door 100x'],
      ['Door 100%', 'Oven'],
    ]);
    expect(await walk('?limit=1&sort=createdAt', core.managerB)).toEqual([['Fridge'], ['Grill']]);
    expect(await walk('?limit=4&q=store+a')).toEqual([
      ['Back\\slash', 'SignXA', 'Sign_A', 'Door 100x'],
      ['Door 100%', 'Oven'],
    ]);
  });

  it('has the total on every page', async () => {
    const first = await list('?limit=5');
    const second = await list((first.next ?? '').slice('/api/tickets'.length));
    expect([first.total, second.total, second.titles.length, second.next]).toEqual(['8', '8', 3, undefined]);
  });

  it('returns an empty page with the total for a cursor whose following rows were removed', async () => {
    const cursor = Buffer.from(JSON.stringify(['2000-01-01T00:00:00.000Z', unknownId])).toString('base64url');
    expect(await list(`?cursor=${cursor}`)).toMatchObject({ status: 200, titles: [], total: '8' });
  });
});

describe('paging while tickets are being added', () => {
  it('returns every existing ticket exactly once, also those of the same millisecond', async () => {
    const store = await core.createStore('Busy');
    const at = new Date(Date.UTC(2026, 5, 1));
    const add = (title: string, created_at: Date = new Date()): Promise<string> =>
      core.insert('tickets', {
        title,
        description: 'x',
        location_id: store,
        ticket_type: 'repair',
        created_at,
      });
    const there = Array.from({ length: 25 }, (_, index) => `there ${index}`);
    for (const title of there) await add(title, at);
    const met = (await walk(`?locationId=${store}&limit=4`, core.admin, () => add('new'))).flat();
    expect(met.filter((title) => title !== 'new').toSorted()).toEqual(there.toSorted());
  });
});
