import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import type { InboxItemResponse } from '../src/inbox/inbox.schemas.ts';
import { InboxRetention } from '../src/inbox/inbox-retention.ts';
import { unknownId, useService } from './running-service.ts';
import { aCode, aFryer, aTicket } from './rows.ts';
import { storesOf } from './stores.ts';

const service = useService();
const stores = storesOf(service);
let store: string;
let dana: TestUser;
let eve: TestUser;
let ticket: string;
beforeAll(async () => {
  dana = await service.createUser('district_manager', { firstName: 'Dana', lastName: 'Diaz' });
  eve = await service.createUser('district_manager', { firstName: 'Eve' });
});
beforeEach(async () => {
  await service.backends.admin.query('DELETE FROM notifications.inbox_items');
  await stores.unassign(eve.userId);
  store = await stores.createStore('Harbour Street');
  await stores.assign(eve.userId, store);
  ticket = await stores.change(null, ({ insert }) => insert('core.tickets', aTicket(store)));
});

/** An item of Eve's, unless something else is given; returns its id. */
const insertItem = (columns: Record<string, unknown> = {}): Promise<string> =>
  stores.change(null, ({ insert }) =>
    insert('notifications.inbox_items', {
      user_id: eve.userId,
      event_id: randomUUID(),
      kind: 'commented',
      in_app: true,
      actor_id: dana.userId,
      ticket_id: ticket,
      created_at: '2026-03-05T16:21:00.000Z',
      ...columns,
    }),
  );
type Item = Pick<InboxItemResponse, 'id' | 'createdAt' | 'readAt'>;
const itemsOf = ({ body }: { body: unknown }): Item[] => body as Item[];
/** The path of the next page. */
const nextOf = ({ headers }: Pick<Response, 'headers'>): string | undefined =>
  /^<(.+)>; rel="next"$/.exec(String(headers['link']))?.[1];
const minute = (number: number): string => new Date(Date.UTC(2026, 2, 5, 16, number)).toISOString();
const list = (query = '', user = eve) => service.as(user).get(`/api/inbox${query}`);
const unread = async (user = eve): Promise<unknown> =>
  (await service.as(user).get('/api/inbox/summary')).body;
/** Neither in the list nor in the number. */
async function expectNothingUnread(): Promise<void> {
  const response = await list('?unread=true');
  expect(itemsOf(response)).toEqual([]);
  expect(response.headers).toMatchObject({ 'x-total-count': '0' });
  expect(await unread()).toEqual({ unread: 0 });
}
const read = (body: object, user = eve) => service.as(user).post('/api/inbox/read').send(body);

describe('GET /api/inbox', () => {
  it.each(['?unread=maybe', '?limit=0', '?limit=1001', '?limit=x', '?cursor=x', '?kind=assigned'])(
    'returns 400 for %s',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  it('returns an item with the current names of who did it, the ticket and its store', async () => {
    const id = await insertItem();
    await stores.change(null, ({ update }) => update('core.tickets', ticket, { title: 'Oven is very cold' }));
    const response = await list();
    expect(response.status).toBe(200);
    expect(response.body).toEqual([
      {
        id,
        kind: 'commented',
        createdAt: '2026-03-05T16:21:00.000Z',
        readAt: null,
        dueAt: null,
        decision: null,
        actor: { id: dana.userId, firstName: 'Dana', lastName: 'Diaz' },
        ticket: {
          id: ticket,
          number: expect.any(Number),
          title: 'Oven is very cold',
          location: { id: store, name: 'Harbour Street', timezone: 'America/New_York' },
        },
        code: null,
        run: null,
        vendor: null,
      },
    ]);
    expect(response.headers).toMatchObject({ 'x-total-count': '1' });
    expect(response.headers).not.toHaveProperty('link');
  });

  it('returns the due date that an item is about', async () => {
    const dueAt = '2026-03-05T16:20:30.250Z';
    await insertItem({ kind: 'overdue', actor_id: null, due_at: dueAt });
    expect((await list()).body).toMatchObject([{ kind: 'overdue', dueAt, ticket: { id: ticket } }]);
  });

  it('returns what was decided about costs, unless the ticket is gone', async () => {
    await insertItem({ kind: 'approval_decided', decision: 'approved', amount: '900' });
    const decision = { outcome: 'approved', amount: '900.00' };
    expect((await list()).body).toMatchObject([{ kind: 'approval_decided', decision }]);
    await stores.unassign(eve.userId);
    expect((await list()).body).toMatchObject([{ ticket: null, decision: null }]);
  });

  it('returns only one’s own items, also to an administrator', async () => {
    await insertItem();
    const own = await insertItem({ user_id: dana.userId });
    expect((await list()).body).toHaveLength(1);
    expect((await list('', dana)).body).toMatchObject([{ id: own }]);
    expect((await list('', service.admin)).body).toEqual([]);
  });

  it('returns the unread ones, and not those that are only mailed', async () => {
    const fresh = await insertItem();
    await insertItem({ read_at: new Date() });
    await insertItem({ in_app: false });
    expect((await list('?unread=true')).body).toMatchObject([{ id: fresh, readAt: null }]);
    expect((await list('?unread=true')).headers).toMatchObject({ 'x-total-count': '1' });
    expect((await list('?unread=false')).body).toHaveLength(2);
    expect((await list()).headers).toMatchObject({ 'x-total-count': '2' });
  });

  it('is read in pages, newest first, each item once', async () => {
    for (const number of [3, 1, 2, 2, 2]) await insertItem({ created_at: minute(number) });
    const pages: Item[][] = [];
    for (let path: string | undefined = '/api/inbox?unread=true&limit=2'; path !== undefined;) {
      const response: Response = await service.as(eve).get(path);
      pages.push(itemsOf(response));
      expect(response.headers).toMatchObject({ 'x-total-count': '5' });
      path = nextOf(response);
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    const items = pages.flat();
    expect(items.map(({ createdAt }) => createdAt)).toEqual([3, 2, 2, 2, 1].map(minute));
    expect(new Set(items.map(({ id }) => id)).size).toBe(5);
  });

  it('has the total also on a page that became empty', async () => {
    for (const number of [1, 2]) await insertItem({ created_at: minute(number) });
    const next = nextOf(await list('?limit=1')) ?? '';
    await service.backends.admin.query('DELETE FROM notifications.inbox_items WHERE created_at = $1', [
      minute(1),
    ]);
    const last = await service.as(eve).get(next);
    expect([last.body, last.headers]).toMatchObject([[], { 'x-total-count': '1' }]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the store is no longer assigned', () => stores.unassign(eve.userId)],
    [
      'the store is archived',
      () => stores.change(null, ({ update }) => update('core.locations', store, { archived_at: new Date() })),
    ],
    [
      'the store is removed',
      () => stores.change(null, ({ update }) => update('core.locations', store, { removed_at: new Date() })),
    ],
    [
      'the ticket is moved to another store',
      async () => {
        const other = await stores.createStore('Hill Road');
        await stores.change(null, ({ update }) => update('core.tickets', ticket, { location_id: other }));
      },
    ],
    [
      'the ticket is deleted',
      () => stores.change(null, ({ run }) => run('DELETE FROM core.tickets WHERE id = $1', [ticket])),
    ],
  ])('says nothing of the ticket once %s', async (_what, lose) => {
    await insertItem();
    await lose();
    const response = await list();
    expect(response.body).toMatchObject([{ kind: 'commented', ticket: null }]);
    expect(response.text).not.toMatch(/Oven|Harbour|Hill/);
    await expectNothingUnread();
  });

  describe('with an item about a QR code', () => {
    let code: string;
    beforeEach(async () => {
      code = await stores.change(null, ({ insert }) =>
        insert('core.intake_codes', aCode(store, { label: 'Counter' })),
      );
      await insertItem({ kind: 'reported', actor_id: null, ticket_id: null, code_id: code });
    });

    it('returns it with its label, its store and the equipment that it is on, and counts it', async () => {
      const location = { id: store, name: 'Harbour Street', timezone: 'America/New_York' };
      const item = { id: code, label: 'Counter', location };
      expect((await list()).body).toMatchObject([
        { kind: 'reported', actor: null, ticket: null, code: { ...item, equipment: null } },
      ]);
      expect(await unread()).toEqual({ unread: 1 });
      await stores.change(null, async ({ insert, update }) => {
        const fryer = await insert('core.equipment', aFryer(store));
        await update('core.intake_codes', code, { equipment_id: fryer, label: null });
      });
      expect((await list()).body).toMatchObject([
        { code: { ...item, label: null, equipment: { id: expect.any(String), name: 'Fryer 2' } } },
      ]);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['its store is no longer assigned', () => stores.unassign(eve.userId)],
      [
        'its store is removed',
        () =>
          stores.change(null, ({ update }) => update('core.locations', store, { removed_at: new Date() })),
      ],
      [
        'it is deleted',
        () => stores.change(null, ({ run }) => run('DELETE FROM core.intake_codes WHERE id = $1', [code])),
      ],
    ])('says nothing of it once %s', async (_what, lose) => {
      await lose();
      const response = await list();
      expect(response.body).toMatchObject([{ kind: 'reported', ticket: null, code: null }]);
      expect(response.text).not.toMatch(/Counter|Harbour/);
      await expectNothingUnread();
    });
  });

  it('shows a ticket again to an administrator, who needs no assignment', async () => {
    await insertItem({ user_id: service.admin.userId, actor_id: null });
    expect((await list('', service.admin)).body).toMatchObject([{ actor: null, ticket: { id: ticket } }]);
  });
});

describe('GET /api/inbox/summary', () => {
  it('counts one’s own unread items', async () => {
    expect(await unread()).toEqual({ unread: 0 });
    await insertItem();
    await insertItem();
    await insertItem({ read_at: new Date() });
    await insertItem({ in_app: false });
    await insertItem({ user_id: dana.userId });
    expect(await unread()).toEqual({ unread: 2 });
    expect(await unread(service.admin)).toEqual({ unread: 0 });
  });
});

describe('POST /api/inbox/read', () => {
  it.each<[string, object]>([
    ['neither', {}],
    ['both', { ids: [unknownId], before: '2026-03-05T16:21:00Z' }],
    ['ids that are none', { ids: ['x'] }],
    ['ids that are no list', { ids: unknownId }],
    ['more than 500 ids', { ids: Array.from({ length: 501 }, () => randomUUID()) }],
    ['no moment', { before: 'yesterday' }],
    ['another field', { ids: [], all: true }],
  ])('returns 400 for %s', async (_what, body) => {
    const item = await insertItem();
    expect((await read(body)).status).toBe(400);
    expect((await list('?unread=true')).body).toMatchObject([{ id: item }]);
  });

  it('reads items by their ids, 500 of them, and repeated', async () => {
    const [first, second] = [await insertItem(), await insertItem()];
    const ids = [first, ...Array.from({ length: 499 }, () => randomUUID())];
    expect((await read({ ids })).status).toBe(204);
    const readAtOf = async (): Promise<string> =>
      itemsOf(await list()).find(({ id }) => id === first)?.readAt ?? '';
    const readAt = await readAtOf();
    expect(Date.now() - Date.parse(readAt)).toBeLessThan(60_000);
    expect((await list('?unread=true')).body).toMatchObject([{ id: second }]);
    expect((await read({ ids })).status).toBe(204);
    expect(await readAtOf()).toBe(readAt);
    expect((await read({ ids: [] })).status).toBe(204);
  });

  it('ignores the items of others, also for an administrator', async () => {
    const item = await insertItem();
    expect((await read({ ids: [item, unknownId] }, dana)).status).toBe(204);
    expect((await read({ before: minute(59) }, service.admin)).status).toBe(204);
    expect(await unread()).toEqual({ unread: 1 });
  });

  it('reads all items up to a moment, and those of it', async () => {
    for (const number of [1, 2, 3]) await insertItem({ created_at: minute(number) });
    expect((await read({ before: minute(2) })).status).toBe(204);
    expect((await list('?unread=true')).body).toMatchObject([{ createdAt: minute(3) }]);
    expect((await read({ before: minute(2) })).status).toBe(204);
    expect(await unread()).toEqual({ unread: 1 });
  });

  it('does not read what is only mailed', async () => {
    const mailed = await insertItem({ in_app: false });
    await read({ before: minute(59) });
    await read({ ids: [mailed] });
    const { rows } = await service.backends.admin.query('SELECT read_at FROM notifications.inbox_items');
    expect(rows).toEqual([{ read_at: null }]);
  });
});

it('old items are deleted: read ones after 90 days, all after 365', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const item = (days: number, columns: object = {}) => insertItem({ created_at: ago(days), ...columns });
  const kept = [
    await item(89, { read_at: new Date() }),
    await item(89, { in_app: false }),
    await item(91),
    await item(364),
  ];
  await item(91, { read_at: new Date() });
  await item(91, { in_app: false });
  await item(366);
  await service.app.get(InboxRetention).purge();
  const { rows } = await service.backends.admin.query<{ id: string }>(
    'SELECT id FROM notifications.inbox_items ORDER BY id',
  );
  expect(rows.map(({ id }) => id)).toEqual(kept.toSorted());
});
