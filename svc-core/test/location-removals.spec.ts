import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createService } from '@mainstay/service-kit';
import type { TestUser } from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BATCH_SIZE, Removals } from '../src/removals/removals.ts';
import { serviceOptions } from '../src/service-options.ts';
import { type CoreService, startCoreService } from './core-service.ts';

let core: CoreService;
let manager: TestUser;
const replicas: INestApplication[] = [];
beforeAll(async () => {
  core = await startCoreService();
  manager = await core.createUser({ role: 'district_manager' });
  // This replica serves requests; those that delete rows are started by the tests that need them.
  await core.app.get(Removals).beforeApplicationShutdown();
});
afterAll(async () => {
  for (const replica of replicas) await replica.close();
  await core.close();
});

const startReplica = async (): Promise<void> => {
  const replica = await createService(serviceOptions(core.config));
  await replica.listen(0, '127.0.0.1');
  replicas.push(replica);
};

const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
  const { rows } = await core.backends.admin.query<Row>(text, values);
  return rows;
};
const count = async (from: string, ...values: unknown[]): Promise<number> => {
  const [row] = await query<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`, values);
  return row?.count ?? NaN;
};

interface Large {
  id: string;
  ticketId: string;
  projectId: string;
  /** A task of another location that is part of this one's project. */
  guestId: string;
}

/** A location with more than one batch of each kind of row. */
async function createLarge(name: string): Promise<Large> {
  const id = await core.createStore(name, { store_number: name });
  await core.assign(manager.userId, id);
  const projectId = await core.insert('projects', { title: name, location_id: id });
  await query(
    `INSERT INTO core.tickets (title, description, location_id, ticket_type)
     SELECT $2 || n, 'x', $1, 'other' FROM generate_series(1, 450) n`,
    [id, name],
  );
  await query(
    `INSERT INTO core.tasks (title, location_id, project_id)
     SELECT 'x', $1, CASE WHEN n % 2 = 0 THEN $2::uuid END FROM generate_series(1, 250) n`,
    [id, projectId],
  );
  await query(`INSERT INTO core.projects (title, location_id) SELECT 'x', $1 FROM generate_series(1, 250)`, [
    id,
  ]);
  await query(
    `INSERT INTO core.recurring_tasks (title, location_id, frequency, next_occurrence)
     SELECT 'x', $1, 'daily', now() - interval '1 day' FROM generate_series(1, 250)`,
    [id],
  );
  await query(
    `WITH piece AS (
       INSERT INTO core.equipment (location_id, name, category)
       SELECT $1, 'Fryer ' || n, 'cooking' FROM generate_series(1, 250) n RETURNING id)
     INSERT INTO core.intake_codes (location_id, equipment_id, code_hash)
     SELECT $1, id, sha256(id::text::bytea) FROM piece`,
    [id],
  );
  // A ticket that stayed in the store from which equipment was moved here, and a report of it.
  await query(
    `WITH code AS (SELECT * FROM core.intake_codes WHERE location_id = $1 ORDER BY id LIMIT 1), stayed AS (
       INSERT INTO core.tickets (title, description, location_id, ticket_type, equipment_id, via)
       SELECT 'stayed', 'x', $2, 'equipment', equipment_id, 'qr' FROM code RETURNING id)
     INSERT INTO core.intake_reports (ticket_id, code_id, description, urgency, language, tracking_hash)
     SELECT stayed.id, code.id, 'x', 'low', 'en', code.code_hash FROM stayed, code`,
    [id, core.storeB],
  );
  const guestId = await core.insert('tasks', {
    title: `guest of ${name}`,
    location_id: core.storeA,
    project_id: projectId,
  });
  await query(
    `INSERT INTO core.tasks (title, location_id, project_id) SELECT 'guest', $1, $2 FROM generate_series(1, 250)`,
    [core.storeA, projectId],
  );
  const [ticket] = await query<{ id: string }>('SELECT id FROM core.tickets WHERE location_id = $1', [id]);
  return { id, ticketId: ticket?.id ?? '', projectId, guestId };
}

const totals = async (user: TestUser): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for (const path of [
    'tickets',
    'tickets?status=incoming',
    'tickets?q=Doomed',
    'tasks',
    'projects',
    'recurring-tasks',
    'equipment',
    'equipment?q=Doomed',
    'intake-codes',
    'locations',
    'user/assigned-locations',
  ]) {
    found[path] = (await core.as(user).get(`/api/${path}`)).headers['x-total-count'];
  }
  return { ...found, stats: (await core.as(user).get('/api/stats')).body };
};

describe('a location with more than one batch of rows', () => {
  let before: Record<string, unknown>[];
  let large: Large;

  beforeAll(async () => {
    // No replica has started to delete: all rows hidden from the requests below still exist.
    before = [await totals(core.admin), await totals(manager)];
    large = await createLarge('Doomed');
    const { headers } = await core.as(core.admin).get(`/api/locations/${large.id}`);
    const stale = await core.as(core.admin).delete(`/api/locations/${large.id}`).set('If-Match', '"99"');
    expect(stale.status).toBe(412);
    const begun = performance.now();
    const removed = await core
      .as(core.admin)
      .delete(`/api/locations/${large.id}`)
      .set('If-Match', headers['etag'] ?? '')
      .set('X-Request-Id', 'request-that-removes');
    expect(removed.status).toBe(204);
    expect(performance.now() - begun).toBeLessThan(1000);
    expect(await count('core.tickets WHERE location_id = $1', large.id)).toBeGreaterThan(0);
    expect(await count('core.recurring_tasks WHERE location_id = $1', large.id)).toBe(250);
  });

  it('is in no list, count, statistic or search, of an administrator or of its manager', async () => {
    const now = [await totals(core.admin), await totals(manager)];
    // The guests were created with it, and stay.
    expect(now[0]).toEqual({
      ...before[0],
      tasks: String(Number(before[0]?.['tasks']) + 251),
      tickets: '1',
      'tickets?status=incoming': '1',
      stats: expect.objectContaining({ totalLocations: 2, activeTickets: 1, pendingTasks: 251 }),
    });
    expect(now[1]).toEqual(before[1]);
  });

  it.each([
    ['tickets', `SELECT id FROM core.tickets WHERE location_id = $1`],
    ['tasks', `SELECT id FROM core.tasks WHERE location_id = $1`],
    ['projects', `SELECT id FROM core.projects WHERE location_id = $1`],
    ['recurring-tasks', `SELECT id FROM core.recurring_tasks WHERE location_id = $1`],
    ['equipment', `SELECT id FROM core.equipment WHERE location_id = $1`],
    ['locations', `SELECT id FROM core.locations WHERE id = $1`],
  ])('has nothing that can be read, changed or removed: %s', async (path, text) => {
    const [thing] = await query<{ id: string }>(`${text} LIMIT 1`, [large.id]);
    const url = `/api/${path}/${thing?.id ?? ''}`;
    const api = core.as(core.admin);
    expect([
      (await api.get(url)).status,
      (await api.patch(url).send({})).status,
      (await api.delete(url)).status,
    ]).toEqual([404, 404, 404]);
  });

  it.each<[string, (large: Large) => object, string]>([
    [
      'tickets',
      ({ id }) => ({ title: 'x', description: 'x', locationId: id, ticketType: 'other' }),
      'locationId',
    ],
    ['tasks', ({ id }) => ({ title: 'x', locationId: id }), 'locationId'],
    ['equipment', ({ id }) => ({ name: 'x', category: 'other', locationId: id }), 'locationId'],
    ['intake-codes', ({ id }) => ({ locationId: id }), 'locationId'],
    ['tasks', ({ projectId }) => ({ title: 'x', locationId: core.storeA, projectId }), 'projectId'],
    ['managers/assign', ({ id }) => ({ managerId: manager.userId, locationId: id }), 'locationId'],
  ])('takes nothing new: %s', async (path, body, field) => {
    const response = await core.as(core.admin).post(`/api/${path}`).send(body(large));
    expect([response.status, response.body]).toEqual([
      400,
      expect.objectContaining({ errors: { [field]: expect.any(Array) } }),
    ]);
  });

  it('frees its store number for a new one', async () => {
    const again = { name: 'x', address: 'x', city: 'x', state: 'NY', zipCode: '1', storeNumber: 'Doomed' };
    const created = await core.as(core.admin).post('/api/locations').send(again);
    expect(created.status).toBe(201);
    const { id } = created.body as { id: string };
    expect((await core.as(core.admin).delete(`/api/locations/${id}`)).status).toBe(204);
  });

  it('is hidden from the services that read published tables', async () => {
    const reader = new pg.Client({ connectionString: core.backends.urlFor('svc_attachments') });
    await reader.connect();
    try {
      const seen = (text: string) => reader.query(text, [large.id]).then(({ rowCount }) => rowCount);
      expect([
        await seen('SELECT id FROM core.locations WHERE id = $1'),
        await seen('SELECT location_id FROM core.manager_assignments WHERE location_id = $1'),
      ]).toEqual([0, 0]);
      expect((await reader.query('SELECT id FROM core.locations')).rowCount).toBe(2);
    } finally {
      await reader.end();
    }
  });

  it('is deleted with all its rows despite interruptions, once, with the requesting user as actor', async () => {
    await Promise.all([startReplica(), startReplica()]);
    const left = () => count('core.locations WHERE id = $1', large.id);
    for (let ended = 0; ended < 5; ended += 1) {
      await sleep(700);
      await query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE usename = 'svc_core' AND datname = current_database()`,
      );
    }
    for (let time = 0; time < 300 && (await left()) > 0; time += 1) await sleep(50);
    expect(await left()).toBe(0);
    for (const table of ['tickets', 'tasks', 'projects', 'recurring_tasks', 'equipment', 'intake_codes']) {
      expect([table, await count(`core.${table} WHERE location_id = $1`, large.id)]).toEqual([table, 0]);
    }
    expect(await count('core.location_removals')).toBe(0);
    expect(await query('SELECT project_id FROM core.tasks WHERE id = $1', [large.guestId])).toEqual([
      { project_id: null },
    ]);
    expect(
      await query(
        `SELECT t.equipment_id, r.code_id FROM core.tickets t JOIN core.intake_reports r ON r.ticket_id = t.id
         WHERE t.title = 'stayed'`,
      ),
    ).toEqual([{ equipment_id: null, code_id: null }]);

    const entries = await query<{ entity: string; count: number; ids: number }>(
      `SELECT entity, count(*)::int AS count, count(DISTINCT entity_id)::int AS ids FROM auth.audit_entries
       WHERE action = 'delete' AND request_id = 'request-that-removes' AND actor_id = $1
       GROUP BY entity ORDER BY entity`,
      [core.admin.userId],
    );
    expect(entries).toEqual(
      [
        ['equipment', 250],
        ['intake_code', 250],
        ['location', 1],
        ['manager_assignment', 1],
        ['project', 251],
        ['recurring_task', 250],
        ['task', 250],
        ['ticket', 450],
      ].map(([entity, number]) => ({ entity, count: number, ids: number })),
    );
    expect((await core.as(core.admin).get('/api/tasks')).headers['x-total-count']).toBe('251');
    expect(
      await query(`SELECT sum(count)::int AS left FROM core.row_counts WHERE location_id = $1`, [large.id]),
    ).toEqual([{ left: 0 }]);
  }, 60_000);
});

it('removes a small location in the request itself', async () => {
  const id = await core.createStore('Small');
  await core.insert('tickets', { title: 'x', description: 'x', location_id: id, ticket_type: 'other' });
  expect((await core.as(core.admin).delete(`/api/locations/${id}`)).status).toBe(204);
  expect([
    await count('core.locations WHERE id = $1', id),
    await count('core.tickets WHERE location_id = $1', id),
  ]).toEqual([0, 0]);
});

it('counts the comments of tickets among the rows of a batch', async () => {
  const id = await core.createStore('Talkative');
  await query(
    `WITH ticket AS (
       INSERT INTO core.tickets (title, description, location_id, ticket_type)
       SELECT 'x', 'x', $1, 'other' FROM generate_series(1, 20) RETURNING id)
     INSERT INTO core.ticket_comments (ticket_id, body) SELECT id, 'x' FROM ticket, generate_series(1, 30)`,
    [id],
  );
  const removed = await core
    .as(core.admin)
    .delete(`/api/locations/${id}`)
    .set('X-Request-Id', 'request-with-comments');
  expect(removed.status).toBe(204);
  const left = () => count('core.locations WHERE id = $1', id);
  for (let time = 0; time < 200 && (await left()) > 0; time += 1) await sleep(50);
  const transactions = await query<{ count: number }>(
    `SELECT count(*)::int AS count FROM auth.audit_entries
     WHERE action = 'delete' AND request_id = 'request-with-comments' GROUP BY xid`,
  );
  const sizes = transactions.map((transaction) => transaction.count);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(20 * 31 + 1);
  // The last ticket of a batch may exceed it.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(BATCH_SIZE + 31);
});
