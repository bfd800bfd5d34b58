import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestBackends, type TestBackends } from '@mainstay/service-kit/testing';
import pg from 'pg';

let backends: TestBackends;
beforeAll(async () => {
  backends = await createTestBackends();
});
afterAll(() => backends.close());

/** Column, type, NULL or not, default. */
type Column = [name: string, type: string, nullable: 'NULL' | 'NOT NULL', byDefault: string | null];

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await backends.admin.query<Column>({
    text: `SELECT attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' ELSE 'NULL' END,
             pg_get_expr(adbin, adrelid)
           FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
           WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    values: [table],
    rowMode: 'array',
  });
  return rows;
}

async function constraintsOf(table: string): Promise<Record<string, string>> {
  const { rows } = await backends.admin.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype <> 'n'`,
    [table],
  );
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
}

describe('attachments schema', () => {
  it('has the ticket attachment of the specification, section 3', async () => {
    expect(await columnsOf('attachments.attachments')).toEqual([
      ['id', 'uuid', 'NOT NULL', 'uuidv7()'],
      ['ticket_id', 'uuid', 'NOT NULL', null],
      ['file_name', 'character varying(255)', 'NOT NULL', null],
      ['file_type', 'character varying(100)', 'NULL', null],
      // The service measures every file itself, so there is always a size.
      ['file_size', 'integer', 'NOT NULL', null],
      ['object_path', 'text', 'NOT NULL', null],
      ['uploaded_by', 'uuid', 'NULL', null],
      ['created_at', 'timestamp(3) with time zone', 'NOT NULL', 'now()'],
      // Of a comment on the ticket; not in the specification.
      ['comment_id', 'uuid', 'NULL', null],
    ]);
    expect(await constraintsOf('attachments.attachments')).toEqual({
      pk_attachments: 'PRIMARY KEY (id)',
      uq_attachments_object_path: 'UNIQUE (object_path)',
      fk_attachments_ticket_id: 'FOREIGN KEY (ticket_id) REFERENCES core.tickets(id) ON DELETE CASCADE',
      fk_attachments_comment_id:
        'FOREIGN KEY (comment_id) REFERENCES core.ticket_comments(id) ON DELETE CASCADE',
      fk_attachments_uploaded_by: 'FOREIGN KEY (uploaded_by) REFERENCES auth.users(id) ON DELETE SET NULL',
      ck_attachments_file_size: 'CHECK ((file_size >= 0))',
    });
  });

  it('has upload grants', async () => {
    expect(await columnsOf('attachments.upload_grants')).toEqual([
      ['object_path', 'text', 'NOT NULL', null],
      ['granted_to', 'uuid', 'NOT NULL', null],
      ['granted_at', 'timestamp(3) with time zone', 'NOT NULL', 'now()'],
      ['expires_at', 'timestamp(3) with time zone', 'NOT NULL', null],
      ['recorded_at', 'timestamp(3) with time zone', 'NULL', null],
      ['closed_at', 'timestamp(3) with time zone', 'NULL', null],
    ]);
    expect(await constraintsOf('attachments.upload_grants')).toEqual({
      pk_upload_grants: 'PRIMARY KEY (object_path)',
      fk_upload_grants_granted_to: 'FOREIGN KEY (granted_to) REFERENCES auth.users(id) ON DELETE CASCADE',
      ck_upload_grants_expires_at: 'CHECK ((expires_at > granted_at))',
    });
  });

  it('has the outbox of objects to remove', async () => {
    expect(await columnsOf('attachments.object_removals')).toEqual([
      ['object_key', 'text', 'NOT NULL', null],
      ['due_at', 'timestamp(3) with time zone', 'NOT NULL', 'now()'],
    ]);
    expect(await constraintsOf('attachments.object_removals')).toEqual({
      pk_object_removals: 'PRIMARY KEY (object_key)',
    });
  });

  it('has the thumbnails of pictures', async () => {
    expect(await columnsOf('attachments.thumbnails')).toEqual([
      ['attachment_id', 'uuid', 'NOT NULL', null],
      ['object_key', 'text', 'NULL', null],
      ['attempts', 'smallint', 'NOT NULL', '0'],
      ['due_at', 'timestamp(3) with time zone', 'NULL', 'now()'],
    ]);
    expect(await constraintsOf('attachments.thumbnails')).toEqual({
      pk_thumbnails: 'PRIMARY KEY (attachment_id)',
      fk_thumbnails_attachment_id:
        'FOREIGN KEY (attachment_id) REFERENCES attachments.attachments(id) ON DELETE CASCADE',
      uq_thumbnails_object_key: 'UNIQUE (object_key)',
      ck_thumbnails_due_at: 'CHECK (((object_key IS NULL) OR (due_at IS NULL)))',
    });
  });

  it('has the photos of reports', async () => {
    expect(await columnsOf('attachments.report_photos')).toEqual([
      ['id', 'uuid', 'NOT NULL', null],
      ['report_id', 'uuid', 'NOT NULL', null],
      ['granted_at', 'timestamp(3) with time zone', 'NOT NULL', 'now()'],
      ['expires_at', 'timestamp(3) with time zone', 'NULL', null],
      ['closed_at', 'timestamp(3) with time zone', 'NULL', null],
      ['recorded_at', 'timestamp(3) with time zone', 'NULL', null],
    ]);
    expect(await constraintsOf('attachments.report_photos')).toEqual({
      pk_report_photos: 'PRIMARY KEY (id)',
      fk_report_photos_report_id:
        'FOREIGN KEY (report_id) REFERENCES core.intake_reports(id) ON DELETE CASCADE',
      ck_report_photos_expires_at:
        'CHECK (((expires_at > granted_at) AND ((expires_at IS NOT NULL) OR (recorded_at IS NOT NULL))))',
      ck_report_photos_closed_at: 'CHECK (((closed_at IS NULL) OR (recorded_at IS NULL)))',
    });
  });

  it('has idempotency keys', async () => {
    expect(await columnsOf('attachments.idempotency_keys')).toEqual([
      ['user_id', 'uuid', 'NOT NULL', null],
      ['operation', 'text', 'NOT NULL', null],
      ['key', 'character varying(255)', 'NOT NULL', null],
      ['body_hash', 'character(64)', 'NOT NULL', null],
      ['answer', 'jsonb', 'NULL', null],
      ['created_at', 'timestamp(3) with time zone', 'NOT NULL', 'now()'],
    ]);
    expect(await constraintsOf('attachments.idempotency_keys')).toEqual({
      pk_idempotency_keys: 'PRIMARY KEY (user_id, operation, key)',
    });
  });

  it('has these tables and indexes, all owned by the migration role', async () => {
    // TypeORM names the key of its own table.
    const { rows } = await backends.admin.query<{ name: string; owner: string }>(
      `SELECT relname AS name, pg_get_userbyid(relowner) AS owner FROM pg_class
       WHERE relnamespace = 'attachments'::regnamespace AND relkind IN ('r', 'i', 'v', 'm', 'p')
         AND relname !~ '^PK_' ORDER BY relname COLLATE "C"`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'attachments',
      'idempotency_keys',
      'ix_attachments_comment_id',
      'ix_attachments_ticket_id',
      'ix_attachments_uploaded_by',
      'ix_idempotency_keys_created_at',
      'ix_object_removals_due_at',
      'ix_report_photos_expires_at',
      'ix_report_photos_report_id',
      'ix_thumbnails_due_at',
      'ix_upload_grants_expires_at',
      'ix_upload_grants_granted_to',
      'ix_upload_grants_open',
      'ix_upload_grants_to_close',
      'migrations',
      'object_removals',
      'pk_attachments',
      'pk_idempotency_keys',
      'pk_object_removals',
      'pk_report_photos',
      'pk_thumbnails',
      'pk_upload_grants',
      'report_photos',
      'thumbnails',
      'upload_grants',
      'uq_attachments_object_path',
      'uq_thumbnails_object_key',
    ]);
    expect(new Set(rows.map(({ owner }) => owner))).toEqual(new Set(['attachments_owner']));
  });
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
