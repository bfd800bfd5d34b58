import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

let backends: TestBackends;
beforeAll(async () => {
  backends = await createTestBackends();
});
afterAll(() => backends.close());

/** Columns, constraints and indexes of every table, one a line. TypeORM names the key of its own table. */
async function schemaLines(): Promise<string[]> {
  const { rows } = await backends.admin.query<{ line: string }>(
    `SELECT line FROM (
       SELECT relname, 1 AS kind, attnum, relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
         || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
         || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '') AS line
       FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
         LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE relnamespace = 'attachments'::regnamespace AND relkind IN ('r', 'v', 'm', 'p')
         AND attnum > 0 AND NOT attisdropped
       UNION ALL
       SELECT relname, 2, 0, relname || ': ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
       FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
       WHERE connamespace = 'attachments'::regnamespace AND contype <> 'n' AND conname !~ '^PK_'
       UNION ALL
       SELECT tablename, 3, 0, indexdef FROM pg_indexes
       WHERE schemaname = 'attachments' AND indexname !~* '^(pk|uq)_') AS lines
     ORDER BY relname COLLATE "C", kind, attnum, line COLLATE "C"`,
  );
  return rows.map(({ line }) => line);
}

it('the tables are those of test/schema.txt, with the ticket attachment of the specification, section 3', async () => {
  const file = join(import.meta.dirname, 'schema.txt');
  const lines = await schemaLines();
  // After a migration: `WRITE_SCHEMA=1 npm test -w svc-attachments -- catalog`, and read the difference.
  if (process.env['WRITE_SCHEMA']) await writeFile(file, `${lines.join('\n')}\n`);
  expect(lines).toEqual((await readFile(file, 'utf8')).trimEnd().split('\n'));
});

it('all tables and indexes are owned by the migration role', async () => {
  const { rows } = await backends.admin.query(
    `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
     WHERE relnamespace = 'attachments'::regnamespace AND relkind IN ('r', 'i', 'v', 'm', 'p')`,
  );
  expect(rows).toEqual([{ owner: 'attachments_owner' }]);
});

describe('run-time role', () => {
  let runtime: pg.Pool;
  beforeAll(() => {
    runtime = new pg.Pool({ connectionString: backends.urlFor('svc_attachments'), max: 1 });
    // Its connection may still be closing when the database is dropped.
    runtime.on('error', () => undefined);
  });
  afterAll(() => runtime.end());

  it.each([
    'SELECT count(*) FROM attachments.attachments',
    'SELECT id, email, role, active, session_epoch FROM auth.users',
    'SELECT id, ticket_id, author_id, removed_at FROM core.ticket_comments',
    'SELECT id, ticket_id, comment_id, tracking_hash, tracking_until FROM core.intake_reports',
    'SELECT core.record_photo(uuidv7(), uuidv7(), NULL, NULL, true)',
    'SELECT t.id FROM core.tickets t JOIN core.manager_assignments m ON m.location_id = t.location_id',
  ])('may %s', async (statement) => {
    await expect(runtime.query(statement)).resolves.toBeDefined();
  });

  it.each([
    'SELECT password_hash FROM auth.users',
    'SELECT * FROM auth.users',
    `UPDATE auth.users SET role = 'admin'`,
    `UPDATE auth.audit_entries SET action = 'update'`,
    'DELETE FROM auth.audit_entries',
    'SELECT description FROM core.tickets',
    'SELECT edited_at FROM core.ticket_comments',
    'SELECT contact FROM core.intake_reports',
    'SELECT reporter_name FROM core.intake_reports',
    'UPDATE core.intake_reports SET tracking_until = NULL',
    'UPDATE attachments.report_photos SET report_id = uuidv7()',
    'UPDATE core.ticket_comments SET removed_at = now()',
    'UPDATE core.tickets SET location_id = location_id',
    'SELECT purpose FROM core.ticket_photos',
    'DELETE FROM core.ticket_photos',
    'DELETE FROM core.tickets',
    'INSERT INTO core.manager_assignments (manager_id, location_id) VALUES (uuidv7(), uuidv7())',
    'UPDATE attachments.attachments SET file_size = 0',
    'UPDATE attachments.upload_grants SET granted_to = uuidv7()',
    'UPDATE attachments.thumbnails SET attachment_id = uuidv7()',
    'DELETE FROM attachments.thumbnails',
    'TRUNCATE attachments.attachments',
    'ALTER TABLE attachments.attachments ADD COLUMN more text',
    'DROP TABLE attachments.attachments',
    'ALTER TABLE attachments.attachments DISABLE TRIGGER ALL',
    'CREATE TABLE attachments.more (id uuid)',
    'CREATE TABLE public.more (id uuid)',
    'CREATE SCHEMA more',
    'INSERT INTO attachments.migrations (timestamp, name) VALUES (1, $$more$$)',
  ])('may not %s', async (statement) => {
    // 42501: insufficient_privilege.
    await expect(runtime.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
