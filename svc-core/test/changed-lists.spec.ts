import { beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH_SIZE, ShownChanges } from '../src/shown-changes/shown-changes.ts';
import { itRejects, type Row, useOwnCoreService } from './core-service.ts';

const core = useOwnCoreService();

type Shown = { etag: string | undefined; updatedAt: string };
async function shown(path: string, id: string): Promise<Shown> {
  const response = await core.as(core.admin).get(`/api/${path}/${id}`).expect(200);
  return { etag: response.headers['etag'], updatedAt: String((response.body as Row)['updatedAt']) };
}
const costOf = async (id: string): Promise<Row | undefined> =>
  ((await core.as(core.admin).get('/api/costs')).body as Row[]).find((cost) => cost['id'] === id);

/** What changes a ticket by another row, without a new version of the ticket. */
const parts: [name: string, change: (ticket_id: string) => Promise<unknown>][] = [
  ['a comment', (ticket_id) => core.insert('ticket_comments', { ticket_id, body: 'B' })],
  [
    'a removed comment',
    (id) =>
      core.query(`UPDATE core.ticket_comments SET body = NULL, removed_at = now() WHERE ticket_id = $1`, [
        id,
      ]),
  ],
  ['a cost', (ticket_id) => core.insert('ticket_costs', { ticket_id })],
  [
    'another amount',
    (id) => core.query('UPDATE core.ticket_costs SET amount = 21 WHERE ticket_id = $1', [id]),
  ],
  ['a removed cost', (id) => core.query('DELETE FROM core.ticket_costs WHERE ticket_id = $1', [id])],
  ['a photo', (id) => core.query(`SELECT core.record_photo(uuidv7(), $1, NULL, 'before', false)`, [id])],
  ['a pause', (ticket_id) => core.insert('ticket_stops', { ticket_id, reason: 'other' })],
  [
    'a mark',
    (id) =>
      core.query(
        `INSERT INTO core.ticket_deadlines (ticket_id, is_paused, due_at, passed) VALUES ($1, false, now(), 0)`,
        [id],
      ),
  ],
  [
    'the next one',
    (id) => core.query('UPDATE core.ticket_deadlines SET passed = 1 WHERE ticket_id = $1', [id]),
  ],
];

it('of a ticket moves with its parts, without another version', async () => {
  const { id } = await core.create('tickets');
  const begin = await core.count('auth.audit_entries WHERE entity = $1', 'ticket');
  let before = await shown('tickets', id);
  for (const [name, change] of parts) {
    await sleep(2);
    await change(id);
    const after = await shown('tickets', id);
    expect([name, after.etag, after.updatedAt > before.updatedAt]).toEqual([name, '"1"', true]);
    before = after;
  }
  await core.query(
    'UPDATE core.ticket_deadlines SET passed = passed, next_at = next_at WHERE ticket_id = $1',
    [id],
  );
  expect(await shown('tickets', id)).toEqual(before);
  await core.query('UPDATE core.tickets SET equipment_id = NULL WHERE id = $1', [id]);
  expect(await shown('tickets', id)).toMatchObject({ etag: '"2"' });
  expect((await shown('tickets', id)).updatedAt > before.updatedAt).toBe(true);
  expect(await core.count('auth.audit_entries WHERE entity = $1', 'ticket')).toBe(begin + 1);
});

describe('of what shows other rows', () => {
  const ids = { vendor: '', location: '', equipment: '', ticket: '', repeat: '', cost: '' };
  const patch = (path: string, id: string, change: object) =>
    core.send('patch', `/api/${path}/${id}`, change).expect(200);
  const run = () => core.app.get(ShownChanges).goOn();
  const moments = async (): Promise<Record<string, string>> => ({
    ticket: (await shown('tickets', ids.ticket)).updatedAt,
    repeat: (await shown('tickets', ids.repeat)).updatedAt,
    equipment: (await shown('equipment', ids.equipment)).updatedAt,
    vendor: (await shown('vendors', ids.vendor)).updatedAt,
    cost: String((await costOf(ids.cost))?.['updatedAt']),
  });

  beforeAll(async () => {
    ids.location = (await core.create('locations')).id;
    ids.vendor = (await core.create('vendors', { locationIds: [ids.location, core.storeA] })).id;
    await core.assign(core.managerA.userId, ids.location);
    const of = { locationId: ids.location, vendorId: ids.vendor };
    ids.equipment = (await core.create('equipment', of)).id;
    const more = { ...of, equipmentId: ids.equipment, assignedTo: core.managerA.userId };
    ids.ticket = (await core.create('tickets', more)).id;
    ids.repeat = (await core.create('tickets', { locationId: core.storeA })).id;
    await core.query('UPDATE core.tickets SET repeat_of = $1 WHERE id = $2', [ids.ticket, ids.repeat]);
    ids.cost = await core.insert('ticket_costs', { ticket_id: ids.ticket, created_by: core.managerA.userId });
    await run();
  });

  it.each<[string, () => PromiseLike<unknown>, string[]]>([
    [
      'the name of the location',
      () => patch('locations', ids.location, { name: 'Elm' }),
      ['ticket', 'equipment', 'cost'],
    ],
    ['the phone of the location', () => patch('locations', ids.location, { phone: '1' }), []],
    [
      'the name of the vendor',
      () => patch('vendors', ids.vendor, { name: 'Elm Repair' }),
      ['ticket', 'equipment', 'vendor'],
    ],
    [
      'the warranty',
      () => patch('equipment', ids.equipment, { warrantyUntil: '2027-03-05' }),
      ['ticket', 'equipment'],
    ],
    [
      'the name of a person',
      () => core.query(`UPDATE auth.users SET last_name = 'Elm' WHERE id = $1`, [core.managerA.userId]),
      ['ticket', 'cost'],
    ],
    [
      'a code',
      () => core.create('intake-codes', { locationId: ids.location, equipmentId: ids.equipment }),
      ['equipment'],
    ],
    [
      'the use of a code',
      () => core.query('UPDATE core.intake_codes SET last_used_at = now()'),
      ['equipment'],
    ],
    ['the title of the ticket', () => patch('tickets', ids.ticket, { title: 'Elm' }), ['ticket', 'cost']],
    [
      'the status of the ticket',
      () => patch('tickets', ids.ticket, { status: 'solved' }),
      ['ticket', 'equipment'],
    ],
    [
      'a store that is lost',
      () =>
        core.query('DELETE FROM core.manager_assignments WHERE manager_id = $1 AND location_id = $2', [
          core.managerA.userId,
          ids.location,
        ]),
      ['ticket'],
    ],
    [
      'a removed ticket',
      () => core.query('DELETE FROM core.tickets WHERE id = $1', [ids.ticket]),
      ['repeat', 'equipment'],
    ],
  ])('it moves with %s', async (_name, change, moved) => {
    if ((await core.count('core.tickets WHERE id = $1', ids.ticket)) === 0)
      throw new Error('the ticket is removed');
    const [before, tag] = [await moments(), (await shown('equipment', ids.equipment)).etag];
    await sleep(2);
    await change();
    const isThere = (await core.count('core.tickets WHERE id = $1', ids.ticket)) > 0;
    while (await run());
    if (!isThere) ids.ticket = ids.repeat;
    const after = await moments();
    const names = isThere ? Object.keys(before) : ['repeat', 'equipment', 'vendor'];
    expect(names.filter((name) => after[name] !== before[name])).toEqual(
      names.filter((name) => moved.includes(name)),
    );
    if (!moved.includes('equipment')) expect((await shown('equipment', ids.equipment)).etag).toBe(tag);
  });

  it('it moves of more rows than one transaction has, each once', async () => {
    const count = BATCH_SIZE + 1;
    await core.query(
      `INSERT INTO core.tickets (title, description, location_id, ticket_type) SELECT 'x', 'x', $1, 'repair' FROM generate_series(1, $2)`,
      [ids.location, count],
    );
    await run();
    await patch('locations', ids.location, { name: 'Ash' });
    while (await run());
    expect(
      await core.count('core.tickets WHERE location_id = $1 AND shown_at IS NOT NULL', ids.location),
    ).toBe(count);
    const [first] = await core.query<{ at: string }>('SELECT max(shown_at)::text AS at FROM core.tickets');
    await run();
    expect(await core.query('SELECT max(shown_at)::text AS at FROM core.tickets')).toEqual([first]);
  });
});

describe('lists', () => {
  const paths = ['tickets', 'costs', 'equipment', 'locations', 'vendors'];

  beforeAll(async () => {
    for (const path of ['tickets', 'equipment', 'locations', 'vendors'])
      for (let made = 0; made < 3; made += 1) await core.create(path);
    const ticket = await core.create('tickets');
    for (let made = 0; made < 3; made += 1) await core.insert('ticket_costs', { ticket_id: ticket.id });
  });

  it.each(paths)('of %s are walked by change, and say what changed since', async (path) => {
    const moments = (await core.walk(core.admin, `/api/${path}?sort=updatedAt&limit=2`, 'updatedAt'))
      .flat()
      .map(String);
    expect(moments).toEqual(moments.toSorted());
    const since = moments.at(-2) ?? '';
    const found = await core.walk(core.admin, `/api/${path}?updatedSince=${since}`, 'updatedAt');
    expect(found.flat().toSorted()).toEqual(moments.filter((moment) => moment >= since));
  });

  it.each(['tickets', 'equipment', 'locations'])('of %s have those with these ids', async (path) => {
    const { id } = await core.create(path);
    const [all = []] = await core.walk(core.admin, `/api/${path}?limit=1000`, 'id');
    const asked = [id, all[0], '01890000-0000-7000-8000-000000000000'];
    const [found = []] = await core.walk(core.admin, `/api/${path}?ids=${asked.join()}`, 'id');
    expect(found.toSorted()).toEqual([...new Set([id, all[0]])].toSorted());
    const many = Array.from({ length: 101 }, () => id).join();
    const response = await core.as(core.admin).get(`/api/${path}?ids=${many}`);
    expect([response.status, response.body]).toMatchObject([400, { errors: { ids: ['At most 100.'] } }]);
    expect((await core.as(core.admin).get(`/api/${path}?ids=${many.slice(37)}`)).status).toBe(200);
  });

  const mixed = paths.flatMap((path) => ['', '?sort=updatedAt'].map((from) => [path, from] as const));
  it.each(mixed)('of %s refuse the cursor of %j in another order, or read on', async (path, from) => {
    const { headers } = await core.as(core.admin).get(`/api/${path}${from}${from === '' ? '?' : '&'}limit=1`);
    const cursor = /cursor=([\w-]+)/.exec(String(headers['link']))?.[1] ?? '';
    const other = await core
      .as(core.admin)
      .get(`/api/${path}?cursor=${cursor}${from === '' ? '&sort=updatedAt' : ''}`);
    expect([200, 400]).toContain(other.status);
  });

  itRejects(
    (query: string) => core.as(core.admin).get(`/api/vendors?${query}`),
    [
      ['a moment without a zone', 'updatedSince=2026-03-05T15:04:00', 'updatedSince'],
      ['a day', 'updatedSince=2026-03-05', 'updatedSince'],
      ['another order', 'sort=name', 'sort'],
    ],
  );
});
