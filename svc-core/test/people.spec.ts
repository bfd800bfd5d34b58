import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PersonResponse } from '../src/people/people.schemas.ts';
import { conversationOf } from './conversation.ts';
import { type CoreService, startCoreService, unknownId } from './core-service.ts';

let core: CoreService;
/** A ticket of store A, which Ada (an administrator), Ann and Cleo can open. */
let ticketId: string;
beforeAll(async () => {
  core = await startCoreService();
  const cleo = await core.createUser({ role: 'district_manager', firstName: 'Cleo', lastName: 'Cook' });
  const former = await core.createUser({ role: 'district_manager', active: false, lastName: 'Former' });
  for (const { userId } of [cleo, former]) await core.assign(userId, core.storeA);
  ticketId = (await conversationOf(core).createTicket(core.admin)).id;
});
afterAll(() => core.close());

describe('GET /api/tickets/:id/people', () => {
  const get = (query = '', user: { cookie: string } | undefined = core.managerA, id = ticketId) =>
    core.as(user).get(`/api/tickets/${id}/people${query}`);
  const names = ({ body }: { body: unknown }) => (body as PersonResponse[]).map(({ firstName }) => firstName);

  it('requires a session', async () => {
    expect((await core.as().get(`/api/tickets/${ticketId}/people`)).status).toBe(401);
  });

  it('returns 404 for a ticket that is not visible', async () => {
    for (const [user, id] of [
      [core.managerB, ticketId],
      [core.admin, unknownId],
      [core.admin, 'nonsense'],
    ] as const)
      expect((await get('', user, id)).status).toBe(404);
  });

  it.each(['?limit=201', '?limit=0', '?cursor=x', '?role=admin', `?q=${'x'.repeat(256)}`])(
    'rejects %s',
    async (query) => {
      expect((await get(query)).status).toBe(400);
    },
  );

  it('returns the active users who can open it, by name, and nothing else of them', async () => {
    const response = await get();
    expect(response.headers['x-total-count']).toBe('3');
    expect(response.body).toEqual([
      { id: core.admin.userId, firstName: 'Ada', lastName: 'Admin', role: 'admin' },
      { id: core.managerA.userId, firstName: 'Ann', lastName: 'Archer', role: 'district_manager' },
      { id: expect.any(String), firstName: 'Cleo', lastName: 'Cook', role: 'district_manager' },
    ]);
  });

  it.each([
    ['CLE', ['Cleo']],
    ['a', ['Ada', 'Ann']],
    ['ann ar', ['Ann']],
    ['rcher', ['Ann']],
    ['%', []],
    ['_', []],
    ['bob', []],
    ['', ['Ada', 'Ann', 'Cleo']],
  ])('finds %s', async (q, expected) => {
    const response = await get(`?q=${encodeURIComponent(q)}`);
    expect([names(response), response.headers['x-total-count']]).toEqual([expected, String(expected.length)]);
  });

  it('returns everybody once in pages', async () => {
    const met: string[] = [];
    let next: string | undefined = `/api/tickets/${ticketId}/people?limit=1`;
    while (next !== undefined) {
      const response = await core.as(core.managerA).get(next);
      met.push(...names(response));
      next = /^<(.+)>; rel="next"$/.exec(response.headers['link'] ?? '')?.[1];
    }
    expect(met).toEqual(['Ada', 'Ann', 'Cleo']);
  });

  it('returns at most 200 people, whom the ticket can be assigned to', async () => {
    const store = await core.createStore('Crowded');
    await core.assign(core.managerA.userId, store);
    await core.backends.admin.query(
      `WITH added AS (
         INSERT INTO auth.users (email, password_hash, first_name, last_name)
         SELECT 'crowd' || n || '@example.com', 'none', 'Crowd', 'Person ' || n FROM generate_series(1, 250) n RETURNING id)
       INSERT INTO core.manager_assignments (manager_id, location_id) SELECT id, $1 FROM added`,
      [store],
    );
    const { id } = await conversationOf(core).createTicket(core.managerA, { locationId: store });
    const response = await get('', core.managerA, id);
    expect([(response.body as unknown[]).length, response.headers['x-total-count']]).toEqual([200, '252']);
    for (const person of [names(response).indexOf('Ada'), 100].map(
      (at) => (response.body as PersonResponse[])[at],
    )) {
      const assigned = await core
        .as(core.managerA)
        .patch(`/api/tickets/${id}`)
        .send({ assignedTo: person?.id });
      expect(assigned.body).toMatchObject({ assignee: { id: person?.id } });
    }
  });
});
