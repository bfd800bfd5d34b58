import { expect, it } from '@jest/globals';
import { instant, itRejects, useOwnCoreService } from './core-service.ts';
import { deadlinesOf, minutesAfter, type Ticket } from './deadline-calls.ts';

const core = useOwnCoreService();
const { read, change, setTarget, runUntil } = deadlinesOf(core);

const hours = (id: string) => `/api/locations/${id}/hours`;
const put = (body: object) => core.as(core.admin).put(hours(core.storeA)).send(body);
const day = { weekday: 1, opens: '09:00', closes: '17:00' };
const closure = { firstDay: '2026-12-24', lastDay: '2026-12-26' };

it('move the deadlines of open tickets', async () => {
  await setTarget('medium', {
    active: true,
    clock: 'store_hours',
    respondMinutes: null,
    resolveMinutes: 60,
  });
  // Told of each location that exists when it is done.
  await runUntil(async () => (await core.count('core.deadline_requests')) === 0);
  const store = await core.createStore('Nights');
  const ticket = await core.create<Ticket>('tickets', { locationId: store });
  expect(minutesAfter(ticket, 'resolveDueAt')).toBe(60);
  const closures = [{ firstDay: '2026-01-01', lastDay: '2100-12-31', reason: 'Sold' }];
  const response = await core.as(core.admin).put(hours(store)).send({ hours: [], closures });
  expect([response.status, response.headers['etag'], response.body]).toEqual([
    200,
    '"2"',
    { hours: [], closures },
  ]);
  await runUntil(async () => (await read(ticket.id))['resolveDueAt'] === null);
  expect(await read(ticket.id)).toMatchObject({ resolveDueAt: null, dueState: 'none' });
  expect(
    await core.count(`auth.changes WHERE entity = 'deadline_change' AND location_before = $1`, store),
  ).toBe(1);
  expect((await core.as(core.admin).get(hours(store))).body).toEqual({ hours: [], closures });
  await setTarget('medium', { active: false });
});

it('follow a location to another time zone, and count where a ticket is moved to', async () => {
  const [store, other] = [await core.createStore('Zones'), await core.createStore('Closed')];
  const daily = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:00', closes: '10:00' }));
  await core.as(core.admin).put(hours(store)).send({ hours: daily, closures: [] });
  const closures = [{ firstDay: '2026-01-01', lastDay: '2100-12-31' }];
  await core.as(core.admin).put(hours(other)).send({ hours: [], closures });
  await setTarget('medium', {
    active: true,
    clock: 'store_hours',
    respondMinutes: null,
    resolveMinutes: 60,
  });
  const { id } = await core.create<Ticket>('tickets', { locationId: store });
  await core.query(`UPDATE core.tickets SET created_at = '2026-03-02T12:00Z' WHERE id = $1`, [id]);
  for (const [timezone, time] of [
    ['Asia/Kolkata', '04:30'],
    ['Asia/Kathmandu', '04:15'],
  ] as const) {
    await core.send('patch', `/api/locations/${store}`, { timezone });
    const due = async () => (await read(id))['resolveDueAt'];
    await runUntil(async () => (await due()) === `2026-03-03T${time}:00.000Z`);
    expect(await due()).toBe(`2026-03-03T${time}:00.000Z`);
  }
  expect(await change(id, { locationId: other })).toMatchObject({ resolveDueAt: null });
  expect(await change(id, { locationId: store })).toMatchObject({ resolveDueAt: instant });
  await setTarget('medium', { active: false });
});

itRejects<object>(put, [
  [
    'hours that overlap',
    { hours: [day, { ...day, opens: '16:00' }], closures: [] },
    { 'hours.1': ['Overlaps with another time.'] },
  ],
  [
    'closures that overlap',
    { hours: [], closures: [closure, closure] },
    { 'closures.1': ['Overlaps with another closure.'] },
  ],
  [
    'a closure that ends before it begins',
    { hours: [], closures: [{ ...closure, lastDay: '2026-12-23' }] },
    'closures.0.lastDay',
  ],
  ['an eighth day', { hours: [{ ...day, weekday: 8 }], closures: [] }, 'hours.0.weekday'],
  ['no time of day', { hours: [{ ...day, opens: '24:00' }], closures: [] }, 'hours.0.opens'],
  [
    'five times a day',
    {
      hours: ['01', '02', '03', '04', '05'].map((hour) => ({
        weekday: 1,
        opens: `${hour}:00`,
        closes: `${hour}:30`,
      })),
      closures: [],
    },
    { 'hours.4': ['At most 4 times a day.'] },
  ],
  ['no hours', { closures: [] }, 'hours'],
  [
    'more than a hundred closures',
    {
      hours: [],
      closures: Array.from({ length: 101 }, (_, year) => ({
        firstDay: `${2000 + year}-01-01`,
        lastDay: `${2000 + year}-01-01`,
      })),
    },
    'closures',
  ],
  ['a long reason', { hours: [], closures: [{ ...closure, reason: 'x'.repeat(101) }] }, 'closures.0.reason'],
]);

it('are not replaced by somebody who has not seen them', async () => {
  const response = await core
    .as(core.admin)
    .put(hours(core.storeA))
    .set('If-Match', '"99"')
    .send({ hours: [], closures: [] });
  expect(response.status).toBe(412);
});
