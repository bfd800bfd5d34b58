import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';

let backends: TestBackends;
beforeAll(async () => {
  backends = await createTestBackends();
});
afterAll(() => backends.close());

/**
 * Runs an `INSERT … RETURNING id`.
 * @returns the id
 */
async function idOf(statement: string, ...values: unknown[]): Promise<string> {
  const { rows } = await backends.admin.query<{ id: string }>(statement, values);
  return rows[0]?.id ?? '';
}
const run = (statement: string, ...values: unknown[]) => backends.admin.query(statement, values);

/** The changes of a row in their order. */
async function changesOf(entityId: string): Promise<(Record<string, unknown> & { fields: string[] })[]> {
  const { rows } = await backends.admin.query<Record<string, unknown> & { fields: string[] }>(
    'SELECT * FROM auth.changes WHERE entity_id = $1 ORDER BY xid, id',
    [entityId],
  );
  return rows;
}

const insertLocation = (): Promise<string> =>
  idOf(
    `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
     VALUES ('A', 'B', 'C', 'D', 'E', gen_random_uuid(), 'UTC') RETURNING id`,
  );
const attach = (): Promise<string> =>
  idOf(
    `INSERT INTO attachments.attachments (ticket_id, file_name, file_size, object_path)
     VALUES ($1, 'F', 1, gen_random_uuid()) RETURNING id`,
    ticket,
  );
const removeTicket = () => run('DELETE FROM core.tickets WHERE id = $1', ticket);

let here: string;
let there: string;
let ticket: string;
let user: string;
beforeEach(async () => {
  here = await insertLocation();
  there = await insertLocation();
  ticket = await idOf(
    `INSERT INTO core.tickets (title, description, location_id, ticket_type) VALUES ('T', 'D', $1, 'repair')
     RETURNING id`,
    here,
  );
  user = await idOf(
    `INSERT INTO auth.users (email, password_hash, first_name, last_name)
     VALUES (gen_random_uuid() || '@example.com', 'none', 'A', 'B') RETURNING id`,
  );
});

const nobody = { assignee_before: null, assignee_after: null };
const nowhere = { location_before: null, location_after: null };

it('has exactly the published columns', async () => {
  const { rows } = await backends.admin.query<{ columns: string }>(
    `SELECT string_agg(attname, ' ' ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = 'auth.changes'::regclass AND attnum > 0`,
  );
  expect(rows[0]?.columns).toBe(
    'xid id occurred_at actor_id request_id action entity entity_id fields location_before location_after ' +
      'ticket_id assignee_before assignee_after version',
  );
});

it('names the fields of a ticket as the API does, and has a moved ticket in both locations', async () => {
  await run(
    `UPDATE core.tickets SET location_id = $2, assigned_to = $3, status = 'solved', completed_at = now() WHERE id = $1`,
    ticket,
    there,
    user,
  );
  await removeTicket();
  const given = ['createdAt', 'description', 'id', 'locationId', 'priority', 'status', 'ticketType', 'title'];
  const changes = await changesOf(ticket);
  expect(changes).toMatchObject([
    { action: 'create', location_before: null, location_after: here, ticket_id: ticket, ...nobody },
    {
      action: 'update',
      fields: ['assignedTo', 'completedAt', 'locationId', 'status'],
      location_before: here,
      location_after: there,
      ticket_id: ticket,
      assignee_before: null,
      assignee_after: user,
    },
    {
      action: 'delete',
      location_before: there,
      location_after: null,
      ticket_id: ticket,
      assignee_before: user,
      assignee_after: null,
    },
  ]);
  // A creation names what was given, and no empty field.
  expect(changes[0]?.fields).toEqual(expect.arrayContaining(given));
  expect(changes[0]?.fields).not.toContain('assignedTo');
  expect(changes[2]?.fields).toEqual(expect.arrayContaining([...given, 'assignedTo']));
});

it('has what belongs to a ticket in the place that the ticket had at that moment', async () => {
  const first = await attach();
  await run('UPDATE core.tickets SET location_id = $2 WHERE id = $1', ticket, there);
  const second = await attach();
  await removeTicket();
  const removed = { action: 'delete', location_before: there, location_after: null, ticket_id: ticket };
  const added = { action: 'create', location_before: null, ticket_id: ticket };
  expect(await changesOf(first)).toMatchObject([{ ...added, location_after: here }, removed]);
  expect(await changesOf(second)).toMatchObject([{ ...added, location_after: there }, removed]);
});

it('has no place for the rows of a ticket of which the trail has nothing', async () => {
  const entity = '01890000-0000-7000-8000-000000000001';
  const unknown = '01890000-0000-7000-8000-000000000002';
  await run(
    `INSERT INTO auth.audit_entries (action, entity, entity_id, after)
     VALUES ('create', 'ticket_comment', $1, jsonb_build_object('id', $1::uuid, 'ticket_id', $2::uuid))`,
    entity,
    unknown,
  );
  expect(await changesOf(entity)).toMatchObject([{ ...nowhere, ticket_id: unknown }]);
});

it('has a location in its own place, and a manager in the place of the assignment', async () => {
  const assignment = await idOf(
    'INSERT INTO core.manager_assignments (manager_id, location_id) VALUES ($1, $2) RETURNING id',
    user,
    here,
  );
  await run('UPDATE core.locations SET store_number = gen_random_uuid() WHERE id = $1', here);
  await run('DELETE FROM core.manager_assignments WHERE id = $1', assignment);
  expect(await changesOf(here)).toMatchObject([
    { action: 'create', location_before: null, location_after: here, ticket_id: null, ...nobody },
    { action: 'update', fields: ['storeNumber'], location_before: here, location_after: here },
  ]);
  expect(await changesOf(assignment)).toMatchObject([
    { location_before: null, location_after: here },
    { location_before: here, location_after: null },
  ]);
});

it('has no place for a user, and no word of a password', async () => {
  await run(
    `UPDATE auth.users SET password_hash = 'changed', session_epoch = session_epoch + 1 WHERE id = $1`,
    user,
  );
  expect(await changesOf(user)).toMatchObject([
    { action: 'create', ...nowhere, ticket_id: null, ...nobody },
    { action: 'update', fields: ['sessionEpoch'], ...nowhere },
  ]);
  const [created] = await changesOf(user);
  expect(created?.fields).not.toContain('passwordHash');
});

it('has the version of the row after the change, and none after a deletion', async () => {
  const versionsOf = async (id: string) => (await changesOf(id)).map(({ version }) => version);
  const attachment = await attach();
  const { rows } = await run(`UPDATE core.tickets SET title = 'U' WHERE id = $1 RETURNING version`, ticket);
  await removeTicket();
  expect(rows).toEqual([{ version: 2 }]);
  expect(await versionsOf(ticket)).toEqual([1, 2, null]);
  expect(await versionsOf(attachment)).toEqual([1, null]);
  expect(await versionsOf(user)).toEqual([1]);
});

it('is read through the indexes of the feed', async () => {
  const plan = async (statement: string): Promise<string> => {
    const client = await backends.admin.connect();
    try {
      await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
      const { rows } = await client.query<Record<'QUERY PLAN', string>>(`EXPLAIN ${statement}`);
      await client.query('ROLLBACK');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    } finally {
      client.release();
    }
  };
  const feed = await plan(
    `SELECT * FROM auth.changes WHERE (xid, id) > ('5', uuidv7()) AND xid < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY xid, id LIMIT 100`,
  );
  expect(feed).toMatch(/Index Scan using ix_audit_entries_xid .*\n +Index Cond: .*pg_snapshot_xmin/);
  expect(feed).toContain('Index Scan Backward using ix_audit_entries_ticket');
  expect(feed).not.toMatch(/^ *(->)? *Sort .*\n.*Sort Key: e\./m);
});
