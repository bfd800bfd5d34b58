import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PersonResponse } from '../src/people/people.schemas.ts';
import { conversationOf } from './conversation.ts';
import { useCoreService } from './core-service.ts';

const core = useCoreService();

/** A ticket of store A, which Ada (an administrator), Ann and Cleo can open. */
let ticketId: string;
beforeAll(async () => {
  const cleo = await core.createUser({ role: 'district_manager', firstName: 'Cleo', lastName: 'Cook' });
  const former = await core.createUser({ role: 'district_manager', active: false, lastName: 'Former' });
  for (const { userId } of [cleo, former]) await core.assign(userId, core.storeA);
  ticketId = (await conversationOf(core).createTicket(core.admin)).id;
});

describe('GET /api/tickets/:id/people', () => {
  const get = (query = '', user: { cookie: string } | undefined = core.managerA, id = ticketId) =>
    core.as(user).get(`/api/tickets/${id}/people${query}`);
  const names = ({ body }: { body: unknown }) => (body as PersonResponse[]).map(({ firstName }) => firstName);

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
    const path = `/api/tickets/${ticketId}/people?limit=1`;
    expect(await core.walk(core.managerA, path, 'firstName')).toEqual([['Ada'], ['Ann'], ['Cleo']]);
  });

  it('returns at most 200 people, whom the ticket can be assigned to', async () => {
    const store = await core.createStore('Crowded');
    await core.assign(core.managerA.userId, store);
    await core.query(
      `WITH added AS (
         INSERT INTO auth.users (email, password_hash, first_name, last_name)
         SELECT 'crowd' || n || '@example.com', 'none', 'Crowd', 'Person ' || n FROM generate_series(1, 250) n RETURNING id)
       INSERT INTO core.manager_assignments (manager_id, location_id) SELECT id, $1 FROM added`,
      [store],
    );
    const { id } = await conversationOf(core).createTicket(core.managerA, { locationId: store });
    const response = await get('', core.managerA, id);
    expect([(response.body as unknown[]).length, response.headers['x-total-count']]).toEqual([200, '252']);
    const person = (response.body as PersonResponse[])[100]?.id;
    const assigned = await core.as(core.managerA).patch(`/api/tickets/${id}`).send({ assignedTo: person });
    expect(assigned.body).toMatchObject({ assignee: { id: person } });
  });
});
