import { describe, expect, it } from '@jest/globals';
import type { SimilarTicketResponse } from '../src/similar-tickets/similar-tickets.schemas.ts';
import { conversationOf } from './conversation.ts';
import { unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();
const talk = conversationOf(core);

describe('GET /api/tickets/similar', () => {
  const get = (query: Record<string, string>, user: { cookie: string } | undefined = core.admin) =>
    core.as(user).get(`/api/tickets/similar?${new URLSearchParams(query).toString()}`);
  const found = async (query: Record<string, string>): Promise<[title: string, repeat: boolean][]> => {
    const response = await get(query);
    expect(response.status).toBe(200);
    return (response.body as SimilarTicketResponse[]).map(({ title, repeat }) => [title, repeat]);
  };
  /** A store of its own with these tickets, oldest first. */
  async function storeWith(...titles: (string | [title: string, more: object])[]): Promise<string> {
    const store = await core.createStore('Similar');
    for (const entry of titles) {
      const [title, more] = typeof entry === 'string' ? [entry, {}] : entry;
      await talk.createTicket(core.admin, { locationId: store, title, ...more });
    }
    return store;
  }
  const complete = (title: string, daysAgo: number) =>
    core.backends.admin.query(
      `UPDATE core.tickets SET status = 'solved', completed_at = now() - make_interval(days => $2) WHERE title = $1`,
      [title, daysAgo],
    );

  it('returns the same 400 for a missing, an unknown and an invisible location', async () => {
    const missing = await get({});
    expect([missing.status, missing.body]).toMatchObject([400, { errors: { locationId: ['Required.'] } }]);
    for (const locationId of [unknownId, core.storeB]) {
      const response = await get({ locationId }, core.managerA);
      expect([response.status, response.body]).toMatchObject([
        400,
        { errors: { locationId: ['There is no such location.'] } },
      ]);
    }
  });

  it('returns tickets of the location with a similar title, the most similar first, as tickets', async () => {
    const store = await storeWith(
      'Fryer leaks',
      'Door does not close',
      'Fryer does not heat up',
      'Light flickers',
    );
    expect(await found({ locationId: store, title: 'The fryer does not heat' })).toEqual([
      ['Fryer does not heat up', false],
      ['Fryer leaks', false],
    ]);
    for (const title of ['Sign broken', '100% "quoted" \\ _'])
      expect(await found({ locationId: store, title })).toEqual([]);
    expect(await found({ locationId: core.storeB, title: 'Fryer leaks' })).toEqual([]);
    const [ticket] = (await get({ locationId: store, title: 'Fryer leaks' })).body as SimilarTicketResponse[];
    const { repeat, ...rest } = ticket ?? { repeat: true, id: '' };
    expect([rest, repeat]).toEqual([await talk.getTicket(core.admin, rest.id), false]);
  });

  it('compares titles as a search does, and not the small words with an apostrophe', async () => {
    const store = await storeWith('Cafe\u0301 machine', 'CAFE\u00a0machine 2', 'Can’t close door');
    expect(await found({ locationId: store, title: 'Café machine' })).toEqual([
      ['CAFE\u00a0machine 2', false],
      ['Café machine', false],
    ]);
    expect(await found({ locationId: store, title: "Can't light fryer" })).toEqual([]);
  });

  it('marks what was completed within 30 days as a repeat, and leaves out the older', async () => {
    const store = await storeWith('Walk-in freezer 1', 'Walk-in freezer 2', 'Walk-in freezer 3');
    await complete('Walk-in freezer 1', 29);
    await complete('Walk-in freezer 2', 31);
    expect(await found({ locationId: store, title: 'Walk-in freezer' })).toEqual([
      ['Walk-in freezer 3', false],
      ['Walk-in freezer 1', true],
    ]);
  });

  it('prefers the same type, and returns five in all', async () => {
    const store = await storeWith(
      ...[1, 2, 3, 4, 5, 6].map((number): [string, object] => [`Oven ${number}`, { ticketType: 'repair' }]),
      ['Oven 0', { ticketType: 'cleaning' }],
      ...[7, 8].map((number): [string, object] => [`Oven ${number}`, { ticketType: 'repair' }]),
    );
    const titles = (await found({ locationId: store, ticketType: 'cleaning', title: 'Oven' })).map(
      ([title]) => title,
    );
    expect(titles).toEqual(['Oven 0', 'Oven 8', 'Oven 7', 'Oven 6', 'Oven 5']);
    expect(await found({ locationId: store })).toHaveLength(5);
  });

  it('returns those of the same equipment first, whatever their titles', async () => {
    const store = await core.createStore('Similar');
    const equipmentId = await core.insert('equipment', { location_id: store });
    for (const [title, more] of [
      ['Smells of smoke', { equipmentId }],
      ['Fryer is cold', { equipmentId }],
      ['Fryer is cold again', {}],
      ['Door', {}],
    ] as const) {
      await talk.createTicket(core.admin, { locationId: store, title, ...more });
    }
    expect(await found({ locationId: store, equipmentId, title: 'Fryer is cold again' })).toEqual([
      ['Fryer is cold', false],
      ['Smells of smoke', false],
      ['Fryer is cold again', false],
    ]);
    expect((await found({ locationId: store, equipmentId }))[0]).toEqual(['Fryer is cold', false]);
    expect(await found({ locationId: store, equipmentId: unknownId, title: 'Smoke smells' })).toHaveLength(1);
    expect(await found({ locationId: core.storeB, equipmentId })).toEqual([]);
  });
});
