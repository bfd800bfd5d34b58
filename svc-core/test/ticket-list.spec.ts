import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type TicketResponse, ticketResponse } from '../src/ticket-rows/tickets.schemas.ts';
import { unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

/** Titles in order of creation, a minute apart. */
const titles = ['Oven', 'Door 100%', 'Door 100x', 'Sign_A', 'SignXA', 'Back\\slash', 'Fridge', 'Grill'];

beforeAll(async () => {
  for (const [index, title] of titles.entries()) {
    const solved = index === 0;
    await core.insert('tickets', {
      title,
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

const list = async (query = '', user: { cookie: string } = core.admin) => {
  const response = await core.as(user).get(`/api/tickets${query}`);
  const rows = response.body as TicketResponse[];
  return {
    body: rows,
    titles: rows.map(({ title }) => title),
    total: response.headers['x-total-count'] as unknown,
  };
};
const walk = (query: string, user: { cookie: string } = core.admin) =>
  core.walk(user, `/api/tickets${query}`, 'title');

describe('GET /api/tickets', () => {
  it('lists everything for an administrator, newest first', async () => {
    const { body, titles: found, total } = await list();
    expect(found).toEqual(titles.toReversed());
    expect(total).toBe('8');
    expect(body.at(-2)).toMatchObject({
      createdAt: '2026-03-05T15:01:00.000Z',
      location: { id: core.storeA, name: 'Store A' },
      assignee: { id: core.managerA.userId, firstName: 'Ann', lastName: 'Archer' },
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
    expect(await list('', await core.createManager())).toMatchObject({ titles: [], total: '0' });
  });

  it.each([
    ['?status=solved', ['Oven']],
    ['?status=in_progress', ['Door 100x']],
    [
      '?open=true&ticketType=repair&sort=createdAt',
      ['Door 100%', 'Door 100x', 'Sign_A', 'Back\\slash', 'Fridge', 'Grill'],
    ],
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
    expect((await list(`?locationId=${core.storeB.toUpperCase()}`)).titles).toEqual(['Grill', 'Fridge']);
    expect((await list(`?assignedTo=${core.managerA.userId}`)).titles).toEqual(['Door 100%']);
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

  it('counts open tickets of somebody inactive, or without the store, as of nobody', async () => {
    const store = await core.createStore('Left behind');
    const open = (to: string, title: string, columns = {}) =>
      core.insert('tickets', { location_id: store, assigned_to: to, title, ...columns });
    await open(core.deactivated.userId, 'Of somebody inactive');
    await open(core.managerB.userId, 'Of another store');
    await open(core.admin.userId, 'Of an administrator');
    await open(core.deactivated.userId, 'Done', { status: 'solved', completed_at: new Date() });
    expect(await list(`?assignedTo=none&locationId=${store}`)).toMatchObject({
      titles: ['Of another store', 'Of somebody inactive'],
      total: '2',
    });
    await core.query('DELETE FROM core.tickets WHERE location_id = $1', [store]);
  });

  it('is a file of all matching rows, in the words of the board and the time of the store', async () => {
    const header =
      'Number,Title,Status,Priority,Type,Location,Equipment,Assignee,Description,Notes,Purchase Order,Vendor,Costs,Spending Limit,Created,Due Date,Completed,Time Zone,Photos before,Photos after,Vendor Job,Visit,External ID,ID,Store Number';
    const ticketOf = async (title: string) => (await list(`?q=${title}`)).body[0];
    const [fridge, grill] = [await ticketOf('Fridge'), await ticketOf('Grill')];
    expect(await core.csv(core.admin, '/api/tickets?format=csv&q=store+b&limit=1&sort=createdAt')).toEqual([
      header,
      `${fridge?.number},Fridge,To Acknowledge,Medium,Repair,Store B,,,x,,,,0.00,,2026-03-05 10:06,,,America/New_York,0,0,,,,${fridge?.id},B-1`,
      `${grill?.number},Grill,To Acknowledge,Medium,Repair,Store B,,,x,,,,0.00,,2026-03-05 10:07,,,America/New_York,0,0,,,,${grill?.id},B-1`,
    ]);
    expect(await core.csv(core.managerB, '/api/tickets?format=csv')).toHaveLength(3);
    expect(await core.csv(core.managerB, `/api/tickets?format=csv&locationId=${core.storeA}`)).toEqual([
      header,
    ]);
    expect((await core.as().get('/api/tickets?format=csv')).status).toBe(401);
    expect((await core.as(core.admin).head('/api/tickets?format=csv')).headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="tickets-\d{4}-\d\d-\d\d\.csv"$/),
    });
  });

  it('finds a ticket by its number, exactly', async () => {
    const { body } = await list('?q=Grill');
    const number = body[0]?.number ?? 0;
    const search = (text: string) => `?q=${encodeURIComponent(text)}`;
    for (const text of [`#${number}`, ` # ${number} `, `#0${number}`, String(number)])
      expect(await list(search(text), core.managerB)).toMatchObject({ titles: ['Grill'], total: '1' });
    const id = await core.insert('tickets', { title: `Order ${number}`, location_id: core.storeB });
    expect(await list(search(String(number)))).toMatchObject({
      titles: [`Order ${number}`, 'Grill'],
      total: '2',
    });
    expect(await list(search(`#${number}`))).toMatchObject({ titles: ['Grill'], total: '1' });
    await core.query('DELETE FROM core.tickets WHERE id = $1', [id]);
    expect(await list(search(`#${number}`), core.managerA)).toMatchObject({ titles: [], total: '0' });
    expect(await list(`${search(`#${number}`)}&status=solved`)).toMatchObject({ titles: [], total: '0' });
    for (const nothing of [`#${number}0`, '#999999999999999', '9'.repeat(255)]) {
      expect(await list(search(nothing))).toMatchObject({ titles: [], total: '0' });
    }
  });

  it('filters by equipment, in the stores of the caller alone', async () => {
    const store = await core.createStore('Kitchen');
    const stranger = await core.createManager(store);
    const equipment = await core.insert('equipment', { location_id: store });
    for (const [title, status] of [
      ['Fryer leaks', 'incoming'],
      ['Fryer is cold', 'in_progress'],
    ])
      await core.insert('tickets', { title, status, location_id: store, equipment_id: equipment });
    for (const [query, user, total] of [
      ['', core.admin, '2'],
      ['', stranger, '2'],
      ['', core.managerA, '0'],
      ['&assignedTo=none', core.admin, '2'],
      ['&status=incoming', core.admin, '1'],
      ['&q=leak', stranger, '1'],
    ] as const)
      expect(await list(`?equipmentId=${equipment}${query}`, user)).toMatchObject({ total });
    await core.query('DELETE FROM core.tickets WHERE location_id = $1', [store]);
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
});

describe('paging while tickets are being added', () => {
  it('returns every existing ticket exactly once, also those of the same millisecond', async () => {
    const store = await core.createStore('Busy');
    const at = new Date(Date.UTC(2026, 5, 1));
    const add = (title: string, created_at = new Date()) =>
      core.insert('tickets', { title, location_id: store, created_at });
    const there = Array.from({ length: 25 }, (_, index) => `there ${index}`);
    for (const title of there) await add(title, at);
    const met: string[] = [];
    for await (const { body } of core.pages(core.admin, `/api/tickets?locationId=${store}&limit=4`)) {
      met.push(...(body as TicketResponse[]).map(({ title }) => title));
      await add('new');
    }
    expect(met.filter((title) => title !== 'new').toSorted()).toEqual(there.toSorted());
  });
});
