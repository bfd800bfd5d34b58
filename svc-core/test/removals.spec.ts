import { beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Scheduler } from '../src/recurring-tasks/scheduler.ts';
import { BATCH_SIZE, Removals } from '../src/removals/removals.ts';
import { errorsOf, type Row, useOwnCoreService } from './core-service.ts';

/** More than one batch. */
const MANY = 250;
const core = useOwnCoreService();

interface Removable {
  id: string;
  /** Something that belongs to it. */
  partId: string;
  /** Something that only refers to it. */
  referrerId: string;
}
interface Kind {
  path: string;
  make: (rows?: number) => Promise<Removable>;
  /** Lists that must be as if it had never been there. */
  lists: string[];
  /** What belongs to it and cannot be read, changed or removed either: an API path, and the rows. */
  parts: [path: string, rows: string][];
  /** What cannot be created, or changed so, any more. */
  refused: (removable: Removable, ticketId: string) => [path: string, body: object, field: string][];
  /** A row that refers to it, which stays without it. */
  referrer: [path: string, field: string];
  /** Rows of the audit trail by entity and action. */
  entries: Record<string, number>;
}
const insertMany = (table: string, columns: string, values: string, ...more: unknown[]) =>
  core.query(
    `INSERT INTO core.${table} (${columns}) SELECT ${values} FROM generate_series(1, ${MANY})`,
    more,
  );
const createAt = (path: string, more: Row): [string, object] => [path, { ...core.bodyOf(path), ...more }];

const kinds: Record<string, Kind> = {
  location: {
    path: 'locations',
    async make() {
      const id = await core.createStore('Removable', { store_number: 'Removable' });
      await core.assign(core.managerA.userId, id);
      const projectId = await core.insert('projects', { location_id: id });
      const partId = await core.insert('tickets', { location_id: id });
      await insertMany(
        'tickets',
        'title, description, location_id, ticket_type',
        `'x', 'x', $1, 'other'`,
        id,
      );
      await insertMany('tasks', 'title, location_id', `'x', $1`, id);
      await insertMany('projects', 'title, location_id', `'x', $1`, id);
      const schedule = `'x', $1, 'daily', now() - interval '1 day'`;
      await insertMany('recurring_tasks', 'title, location_id, frequency, next_occurrence', schedule, id);
      await insertMany('equipment', 'location_id, name, category', `$1, 'Removable', 'cooking'`, id);
      await core.query(
        `INSERT INTO core.intake_codes (location_id, equipment_id, code_hash)
         SELECT $1, id, sha256(id::text::bytea) FROM core.equipment WHERE location_id = $1`,
        [id],
      );
      // A ticket that stayed where equipment of this location stood before, and a report of it.
      await core.query(
        `WITH code AS (SELECT * FROM core.intake_codes WHERE location_id = $1 LIMIT 1), stayed AS (
           INSERT INTO core.tickets (title, description, location_id, ticket_type, equipment_id, via)
           SELECT 'stayed', 'x', $2, 'equipment', equipment_id, 'qr' FROM code RETURNING id)
         INSERT INTO core.intake_reports (ticket_id, code_id, description, urgency, language, tracking_hash)
         SELECT stayed.id, code.id, 'x', 'low', 'en', code.code_hash FROM stayed, code`,
        [id, core.storeB],
      );
      const referrerId = await core.insert('tasks', { project_id: projectId });
      await insertMany(
        'tasks',
        'title, location_id, project_id',
        `'referrer', $1, $2`,
        core.storeA,
        projectId,
      );
      return { id, partId, referrerId };
    },
    lists: [
      'tickets',
      'tickets?status=incoming',
      'tickets?q=Removable',
      'tasks',
      'projects',
      'recurring-tasks',
      'equipment',
      'equipment?q=Removable',
      'intake-codes',
      'locations',
      'user/assigned-locations',
    ],
    parts: [
      ['tickets', 'tickets WHERE location_id = $1'],
      ['tasks', 'tasks WHERE location_id = $1'],
      ['projects', 'projects WHERE location_id = $1'],
      ['recurring-tasks', 'recurring_tasks WHERE location_id = $1'],
      ['equipment', 'equipment WHERE location_id = $1'],
    ],
    refused: ({ id }) => [
      ...['tickets', 'tasks', 'equipment', 'intake-codes', 'projects'].map(
        (path): [string, object, string] => [...createAt(path, { locationId: id }), 'locationId'],
      ),
      ['managers/assign', { managerId: core.managerB.userId, locationId: id }, 'locationId'],
    ],
    referrer: ['tasks', 'projectId'],
    entries: {
      'equipment delete': MANY,
      'intake_code delete': MANY,
      'intake_report update': 1,
      'location delete': 1,
      'location update': 1,
      'manager_assignment delete': 1,
      'project delete': MANY + 1,
      'recurring_task delete': MANY,
      'task delete': MANY,
      'task update': MANY + 1,
      'ticket delete': MANY + 1,
      'ticket update': 1,
    },
  },
  project: {
    path: 'projects',
    async make(rows = MANY) {
      const id = await core.insert('projects');
      const [task] = await core.query<{ id: string }>(
        `INSERT INTO core.tasks (title, location_id, project_id)
         SELECT 'x', (ARRAY[$1, $2]::uuid[])[n % 2 + 1], $3 FROM generate_series(1, $4::int) n RETURNING id`,
        [core.storeA, core.storeB, id, rows],
      );
      return { id, partId: '', referrerId: task?.id ?? '' };
    },
    lists: ['projects'],
    parts: [],
    refused: ({ id, referrerId }) => [
      [...createAt('tasks', { projectId: id }), 'projectId'],
      [`tasks/${referrerId}`, { projectId: id }, 'projectId'],
    ],
    referrer: ['tasks', 'projectId'],
    entries: { 'project delete': 1, 'task update': MANY },
  },
  equipment: {
    path: 'equipment',
    async make(rows = MANY) {
      const id = await core.insert('equipment');
      const partId = await core.insert('intake_codes', {
        location_id: core.storeA,
        equipment_id: id,
        code_hash: Buffer.from(id.replaceAll('-', '')),
      });
      const [ticket] = await core.query<{ id: string }>(
        `INSERT INTO core.tickets (title, description, location_id, ticket_type, equipment_id, via)
         SELECT 'x', 'x', $1, 'equipment', $2, 'qr' FROM generate_series(1, $3::int) RETURNING id`,
        [core.storeA, id, rows],
      );
      await core.query(
        `INSERT INTO core.intake_reports (ticket_id, code_id, description, urgency, language, tracking_hash)
         SELECT id, $2, 'x', 'low', 'en', sha256(id::text::bytea) FROM core.tickets WHERE equipment_id = $1`,
        [id, partId],
      );
      return { id, partId, referrerId: ticket?.id ?? '' };
    },
    lists: ['equipment', 'intake-codes'],
    parts: [['intake-codes', 'intake_codes WHERE equipment_id = $1']],
    refused: ({ id }, ticketId) => [
      [...createAt('tickets', { equipmentId: id }), 'equipmentId'],
      [`tickets/${ticketId}`, { equipmentId: id }, 'equipmentId'],
      [...createAt('intake-codes', { equipmentId: id }), 'equipmentId'],
    ],
    referrer: ['tickets', 'equipmentId'],
    entries: {
      'equipment delete': 1,
      'equipment update': 1,
      'intake_code delete': 1,
      'intake_code update': 1,
      'intake_report update': MANY,
      'ticket update': MANY,
    },
  },
};

it('knows each reference to what it deletes', async () => {
  const known = {
    inBatches: [
      ...[
        'checklist_runs',
        'equipment',
        'intake_codes',
        'projects',
        'recurring_tasks',
        'tasks',
        'tickets',
      ].map((table) => `fk_${table}_location_id`),
      'fk_intake_reports_code_id',
      'fk_tasks_project_id',
      'fk_tasks_recurring_task_id',
      'fk_tickets_equipment_id',
    ],
    countedWithTheirTicket: ['intake_reports', 'ticket_comments', 'ticket_costs'].map(
      (table) => `fk_${table}_ticket_id`,
    ),
    // At once: by hide(), or by cascade of a row that has few of them.
    few: [
      'fk_manager_assignments_location_id',
      ...['equipment', 'location', 'project'].map((kind) => `fk_${kind}_removals_${kind}_id`),
      ...['deadlines', 'durations', 'events', 'photos', 'stops', 'watchers'].map(
        (rows) => `fk_ticket_${rows}_ticket_id`,
      ),
      ...['comment_mentions', 'intake_replies', 'intake_reports', 'ticket_photos'].map(
        (table) => `fk_${table}_comment_id`,
      ),
      ...['equipment', 'task', 'ticket'].map((kind) => `fk_checklist_runs_${kind}_id`),
      ...['answers', 'photos'].map((rows) => `fk_checklist_${rows}_run_id`),
      'fk_vendor_jobs_ticket_id',
      'fk_vendor_quotes_job_id',
      'fk_ticket_photos_job_id',
      'fk_intake_replies_report_id',
      'fk_intake_codes_equipment_id',
    ],
  };
  const references = await core.query<{ conname: string }>(
    `WITH RECURSIVE deleted AS (
       SELECT 'core.locations'::regclass::oid AS id
       UNION SELECT conrelid FROM pg_constraint JOIN deleted ON confrelid = deleted.id WHERE contype = 'f')
     SELECT conname FROM pg_constraint JOIN deleted ON confrelid = deleted.id
     WHERE contype = 'f' AND connamespace = 'core'::regnamespace`,
  );
  expect(references.map(({ conname }) => conname).sort()).toEqual(Object.values(known).flat().sort());
});

/** Runs rounds until the row is deleted. */
async function untilDeleted(table: string, id: string): Promise<void> {
  const left = () => core.count(`core.${table} WHERE id = $1`, id);
  await core.runUntil([Removals], async () => (await left()) === 0);
  expect(await left()).toBe(0);
}

describe.each(Object.entries(kinds))(
  '%s with more than a batch of rows',
  (name, { path, make, lists, parts, refused, referrer: [referrerPath, referrerField], entries }) => {
    const table = path;
    const api = () => core.as(core.admin);
    const read = async (list: string, user: { cookie: string }): Promise<unknown> => {
      const { headers } = await core.as(user).get(`/api/${list}`);
      return headers['x-total-count'];
    };
    const totals = () =>
      Promise.all([core.admin, core.managerA].flatMap((user) => lists.map((list) => read(list, user))));
    let before: unknown[];
    let removable: Removable;

    beforeAll(async () => {
      before = await totals();
      removable = await make();
      const url = `/api/${path}/${removable.id}`;
      expect((await api().delete(url).set('If-Match', '"99"')).status).toBe(412);
      const { headers } = await api().get(url);
      const remove = api()
        .delete(url)
        .set('X-Request-Id', `removes-${name}`)
        .set('If-Match', headers['etag'] ?? '');
      const begun = performance.now();
      expect((await remove).status).toBe(204);
      expect(performance.now() - begun).toBeLessThan(1000);
      expect(await core.count(`core.${name}_removals`)).toBe(1);
    });

    it('is in no list and no total, nor are its parts', async () => {
      const isOfReferrers = (list: string) => list === referrerPath || list.startsWith('tickets');
      for (const [index, total] of (await totals()).entries()) {
        const list = lists[index % lists.length] ?? '';
        if (!isOfReferrers(list)) expect([list, total]).toEqual([list, before[index]]);
      }
      if (name === 'location') {
        // One ticket of store B and the referrers at store A.
        const stats = await api().get('/api/stats');
        // Its assignments are deleted at once, so that other services do not see them.
        expect(await core.count('core.manager_assignments WHERE location_id = $1', removable.id)).toBe(0);
        expect(stats.body).toMatchObject({ totalLocations: 2, activeTickets: 1, pendingTasks: MANY + 1 });
        expect(await read('tickets', core.managerA)).toBe('0');
        expect(await read('tasks', core.managerA)).toBe(String(MANY + 1));
      }
    });

    it('cannot be read, changed or removed, nor can its parts', async () => {
      for (const [part, rows] of [[path, `${table} WHERE id = $1`], ...parts] as const) {
        const [row] = await core.query<{ id: string }>(`SELECT id FROM core.${rows} LIMIT 1`, [removable.id]);
        const url = `/api/${part}/${row?.id ?? ''}`;
        const { status } = part === 'intake-codes' ? await api().post(`${url}/rotate`) : await api().get(url);
        const changed = await api().patch(url).send({});
        expect([part, status, changed.status]).toEqual([part, 404, 404]);
        if (part !== 'intake-codes') expect((await api().delete(url)).status).toBe(404);
      }
      if (name === 'equipment')
        expect(await core.count('core.intake_codes WHERE id = $1 AND active', removable.partId)).toBe(0);
    });

    it('takes nothing new', async () => {
      for (const [target, body, field] of refused(removable, await core.insert('tickets'))) {
        const isChange = /\/[\da-f-]{36}$/.test(target);
        const response = await (isChange ? api().patch(`/api/${target}`) : api().post(`/api/${target}`)).send(
          body,
        );
        const errors = Object.keys((errorsOf(response) as object | undefined) ?? {});
        expect([target, response.status, errors]).toEqual([target, 400, [field]]);
      }
      // Its recurring tasks have been due for longer than this one, and create no tasks.
      const due = await core.insert('recurring_tasks', { next_occurrence: new Date(Date.now() - 60_000) });
      const created = () => core.count('core.tasks WHERE recurring_task_id = $1', due);
      await core.runUntil([Scheduler], async () => (await created()) > 0);
      expect(await created()).toBe(1);
    });

    it('leaves what only refers to it, which can be changed', async () => {
      const url = `/api/${referrerPath}/${removable.referrerId}`;
      const changed = await api().patch(url).send({ title: 'y' });
      expect([changed.status, changed.body]).toMatchObject([200, { title: 'y' }]);
      // A project of a removed location is there until it is deleted.
      if (name === 'location') return;
      expect((await api().get(url)).body).toMatchObject({ [referrerField]: null });
    });

    it('is deleted in the end despite interruptions, once, in small transactions of the requesting user', async () => {
      const replica = await core.startReplica();
      await core.query('DELETE FROM auth.audit_entries WHERE request_id IS NULL');
      for (const app of [core.app, replica]) app.get(Removals).run();
      for (let rounds = 0; rounds < 3; rounds += 1) {
        await sleep(40);
        await core.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'svc_core' AND datname = current_database()`,
        );
      }
      await untilDeleted(table, removable.id);
      const referrer = await api().get(`/api/${referrerPath}/${removable.referrerId}`);
      expect(referrer.body).toMatchObject({ title: 'y', [referrerField]: null });
      for (const [, rows] of parts) expect(await core.count(`core.${rows}`, removable.id)).toBe(0);
      expect(await core.count(`core.${name}_removals`)).toBe(0);
      const written = await core.query<{ what: string; count: number; ids: number; most: number }>(
        `SELECT entity || ' ' || action AS what, sum(count)::int AS count, sum(ids)::int AS ids, max(count)::int AS most
         FROM (SELECT entity, action, xid, count(*), count(DISTINCT entity_id) AS ids FROM auth.audit_entries
           WHERE request_id = $1 AND actor_id = $2 AND NOT (entity = 'project' AND action = 'update')
           GROUP BY entity, action, xid) AS transactions
         GROUP BY entity, action`,
        [`removes-${name}`, core.admin.userId],
      );
      expect(Object.fromEntries(written.map(({ what, count }) => [what, count]))).toEqual(entries);
      for (const { ids, count, most } of written) {
        expect(ids).toBe(count);
        expect(most).toBeLessThanOrEqual(BATCH_SIZE);
      }
      const [stored] = await core.query<{ left: number | null }>(
        'SELECT sum(count)::int AS left FROM core.row_counts WHERE location_id = $1',
        [removable.id],
      );
      expect(stored?.left ?? 0).toBe(0);
      await core.query('TRUNCATE core.tickets, core.tasks, core.equipment, core.intake_codes CASCADE');
      await core.query('SELECT core.recount()');
    }, 40_000);
  },
);

it.each(['project', 'equipment'] as const)('%s is deleted with its location', async (name) => {
  const closing = await core.createStore('Closing');
  const { id } = (await kinds[name]?.make()) ?? { id: '' };
  const table = name === 'project' ? 'projects' : name;
  await core.query(`UPDATE core.${table} SET location_id = $2 WHERE id = $1`, [id, closing]);
  await core.query('UPDATE core.intake_codes SET location_id = $2 WHERE equipment_id = $1', [id, closing]);
  for (const url of [`/api/${table}/${id}`, `/api/locations/${closing}`])
    expect((await core.as(core.admin).delete(url)).status).toBe(204);
  await untilDeleted('locations', closing);
  expect(await core.count(`core.${table} WHERE id = $1`, id)).toBe(0);
  expect(await core.count(`core.${name}_removals`)).toBe(0);
});

it('a small one is removed in the request itself, also while many change what refers to it', async () => {
  for (const { path, make, referrer } of Object.values(kinds).slice(1)) {
    const { id, referrerId } = await make(20);
    const url = `/api/${referrer[0]}/${referrerId}`;
    // Opens the service's connections, which take a busy machine longer than a request waits.
    await Promise.all(Array.from({ length: 10 }, () => core.as(core.admin).get(url)));
    const responses = await Promise.all([
      core.as(core.admin).delete(`/api/${path}/${id}`),
      ...Array.from({ length: 10 }, (_, index) => core.send('patch', url, { title: `Title ${index}` })),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([204, ...Array<number>(10).fill(200)]);
    expect(await core.count(`core.${path} WHERE id = $1`, id)).toBe(0);
    expect((await core.as(core.admin).get(url)).body).toMatchObject({ [referrer[1]]: null });
  }
});

it('the store number of a removed location is free, and other services do not see it', async () => {
  const id = await core.createStore('Hidden', { store_number: 'H-1', removed_at: new Date() });
  await core.create('locations', { storeNumber: 'H-1' });
  const reader = new pg.Client({ connectionString: core.backends.urlFor('svc_attachments') });
  await reader.connect();
  try {
    const visible = (text: string) => reader.query(text, [id]).then(({ rowCount }) => rowCount);
    expect(await visible('SELECT id FROM core.locations WHERE id = $1')).toBe(0);
    expect((await reader.query('SELECT id FROM core.locations')).rowCount).toBe(3);
  } finally {
    await reader.end();
  }
});

it('counts the comments of tickets among the rows of a batch', async () => {
  const id = await core.createStore('Talkative');
  await core.query(
    `WITH ticket AS (
       INSERT INTO core.tickets (title, description, location_id, ticket_type)
       SELECT 'x', 'x', $1, 'other' FROM generate_series(1, 20) RETURNING id)
     INSERT INTO core.ticket_comments (ticket_id, body) SELECT id, 'x' FROM ticket, generate_series(1, 30)`,
    [id],
  );
  const remove = core.as(core.admin).delete(`/api/locations/${id}`).set('X-Request-Id', 'with-comments');
  expect((await remove).status).toBe(204);
  await untilDeleted('locations', id);
  const sizes = await core.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM auth.audit_entries
     WHERE action = 'delete' AND request_id = 'with-comments' GROUP BY xid`,
  );
  expect(sizes.reduce((sum, { count }) => sum + count, 0)).toBe(20 * 31 + 1);
  // The last ticket of a batch may exceed it.
  expect(Math.max(...sizes.map(({ count }) => count))).toBeLessThanOrEqual(BATCH_SIZE + 31);
});
