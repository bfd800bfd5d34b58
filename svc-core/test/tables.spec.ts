import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { type CoreService, startCoreService } from './core-service.ts';

let core: CoreService;
beforeAll(async () => {
  core = await startCoreService();
});
afterAll(() => core.close());

/** A column's type, then `required` or `optional`, then its default if it has one. */
type Columns = Record<string, string>;
const id = { id: 'uuid required = uuidv7()' };
const moment = 'timestamp(3) with time zone';
const now = `${moment} required = now()`;
const version = { version: 'integer required = 1' };
const text = (length: number): string => `character varying(${length})`;
const value = (word: string): string => `'${word}'::character varying`;
const oneOf = (column: string, words: string[]): string =>
  `CHECK (((${column})::text = ANY ((ARRAY[${words.map(value).join(', ')}])::text[])))`;
const key = (column: string, to: string, onDelete: 'CASCADE' | 'SET NULL'): string =>
  `FOREIGN KEY (${column}) REFERENCES ${to}(id) ON DELETE ${onDelete}`;

/** The specification's section 3, table by table: fields, and constraints under their names. */
const tables: Record<string, { columns: Columns; constraints: Record<string, string> }> = {
  locations: {
    columns: {
      ...id,
      name: `${text(255)} required`,
      address: 'text required',
      city: `${text(100)} required`,
      state: `${text(50)} required`,
      zip_code: `${text(20)} required`,
      phone: `${text(20)} optional`,
      store_number: `${text(50)} required`,
      status: `${text(20)} required = ${value('active')}`,
      timezone: `${text(64)} required`,
      created_at: now,
      updated_at: now,
      ...version,
      removed_at: `${moment} optional`,
    },
    constraints: {
      pk_locations: 'PRIMARY KEY (id)',
      ck_locations_status: oneOf('status', ['active', 'inactive']),
    },
  },
  manager_assignments: {
    columns: {
      ...id,
      manager_id: 'uuid required',
      location_id: 'uuid required',
      assigned_at: now,
      ...version,
    },
    constraints: {
      pk_manager_assignments: 'PRIMARY KEY (id)',
      uq_manager_assignments_manager_id_location_id: 'UNIQUE (manager_id, location_id)',
      fk_manager_assignments_manager_id: key('manager_id', 'auth.users', 'CASCADE'),
      fk_manager_assignments_location_id: key('location_id', 'core.locations', 'CASCADE'),
    },
  },
  tickets: {
    columns: {
      ...id,
      title: `${text(255)} required`,
      description: 'text required',
      location_id: 'uuid required',
      assigned_to: 'uuid optional',
      status: `${text(20)} required = ${value('incoming')}`,
      priority: `${text(20)} required = ${value('medium')}`,
      ticket_type: `${text(50)} required`,
      notes: 'text optional',
      purchase_order: `${text(40)} optional`,
      created_at: now,
      updated_at: now,
      completed_at: `${moment} optional`,
      ...version,
      number: `integer required = nextval('core.ticket_numbers'::regclass)`,
      created_by: 'uuid optional',
      via: `${text(10)} required = ${value('app')}`,
      equipment_id: 'uuid optional',
    },
    constraints: {
      pk_tickets: 'PRIMARY KEY (id)',
      fk_tickets_equipment_id: key('equipment_id', 'core.equipment', 'SET NULL'),
      uq_tickets_number: 'UNIQUE (number)',
      fk_tickets_created_by: key('created_by', 'auth.users', 'SET NULL'),
      ck_tickets_number: 'CHECK ((number > 0))',
      ck_tickets_via: oneOf('via', ['app', 'api', 'qr']),
      fk_tickets_location_id: key('location_id', 'core.locations', 'CASCADE'),
      fk_tickets_assigned_to: key('assigned_to', 'auth.users', 'SET NULL'),
      ck_tickets_status: oneOf('status', ['incoming', 'in_progress', 'solved']),
      ck_tickets_priority: oneOf('priority', ['low', 'medium', 'high']),
      ck_tickets_ticket_type: oneOf('ticket_type', [
        'repair',
        'inspection',
        'cleaning',
        'equipment',
        'other',
      ]),
      ck_tickets_completed_at: "CHECK ((((status)::text = 'solved'::text) = (completed_at IS NOT NULL)))",
    },
  },
  ticket_comments: {
    columns: {
      ...id,
      ticket_id: 'uuid required',
      author_id: 'uuid optional',
      author_name: `${text(100)} optional`,
      body: 'text optional',
      visibility: `${text(10)} required = ${value('team')}`,
      via: `${text(10)} required = ${value('app')}`,
      created_at: now,
      edited_at: `${moment} optional`,
      removed_at: `${moment} optional`,
      ...version,
    },
    constraints: {
      pk_ticket_comments: 'PRIMARY KEY (id)',
      fk_ticket_comments_ticket_id: key('ticket_id', 'core.tickets', 'CASCADE'),
      fk_ticket_comments_author_id: key('author_id', 'auth.users', 'SET NULL'),
      ck_ticket_comments_body: 'CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000)))',
      ck_ticket_comments_removed_at: 'CHECK (((removed_at IS NULL) = (body IS NOT NULL)))',
      ck_ticket_comments_visibility: oneOf('visibility', ['team', 'reporter']),
      ck_ticket_comments_via: oneOf('via', ['app', 'api', 'qr']),
    },
  },
  equipment: {
    columns: {
      ...id,
      location_id: 'uuid required',
      name: `${text(120)} required`,
      category: `${text(20)} required`,
      status: `${text(20)} required = ${value('in_service')}`,
      created_at: now,
      updated_at: now,
      removed_at: `${moment} optional`,
      ...version,
    },
    constraints: {
      pk_equipment: 'PRIMARY KEY (id)',
      fk_equipment_location_id: key('location_id', 'core.locations', 'CASCADE'),
      ck_equipment_name: 'CHECK (((char_length((name)::text) >= 1) AND (char_length((name)::text) <= 120)))',
      ck_equipment_category: oneOf('category', [
        'refrigeration',
        'cooking',
        'beverage',
        'hvac',
        'plumbing',
        'electrical',
        'pos',
        'building',
        'other',
      ]),
      ck_equipment_status: oneOf('status', ['in_service', 'out_of_service', 'retired']),
    },
  },
  intake_codes: {
    columns: {
      ...id,
      location_id: 'uuid required',
      equipment_id: 'uuid optional',
      code_hash: 'bytea required',
      label: `${text(60)} optional`,
      active: 'boolean required = true',
      suspended_until: `${moment} optional`,
      created_by: 'uuid optional',
      created_at: now,
      rotated_at: `${moment} optional`,
      last_used_at: `${moment} optional`,
      ...version,
    },
    constraints: {
      pk_intake_codes: 'PRIMARY KEY (id)',
      uq_intake_codes_code_hash: 'UNIQUE (code_hash)',
      fk_intake_codes_location_id: key('location_id', 'core.locations', 'CASCADE'),
      fk_intake_codes_equipment_id: key('equipment_id', 'core.equipment', 'CASCADE'),
      fk_intake_codes_created_by: key('created_by', 'auth.users', 'SET NULL'),
      ck_intake_codes_code_hash: 'CHECK ((octet_length(code_hash) = 32))',
      ck_intake_codes_label:
        'CHECK (((char_length((label)::text) >= 1) AND (char_length((label)::text) <= 60)))',
    },
  },
  intake_reports: {
    columns: {
      ...id,
      ticket_id: 'uuid required',
      code_id: 'uuid optional',
      comment_id: 'uuid optional',
      description: `${text(2000)} required`,
      urgency: `${text(10)} required`,
      reporter_name: `${text(100)} optional`,
      contact: `${text(254)} optional`,
      language: `${text(2)} required`,
      tracking_hash: 'bytea required',
      tracking_until: `${moment} optional`,
      created_at: now,
    },
    constraints: {
      pk_intake_reports: 'PRIMARY KEY (id)',
      uq_intake_reports_tracking_hash: 'UNIQUE (tracking_hash)',
      fk_intake_reports_ticket_id: key('ticket_id', 'core.tickets', 'CASCADE'),
      fk_intake_reports_code_id: key('code_id', 'core.intake_codes', 'SET NULL'),
      fk_intake_reports_comment_id: key('comment_id', 'core.ticket_comments', 'SET NULL'),
      ck_intake_reports_description:
        'CHECK (((char_length((description)::text) >= 1) AND (char_length((description)::text) <= 2000)))',
      ck_intake_reports_urgency: oneOf('urgency', ['high', 'medium', 'low']),
      ck_intake_reports_language: oneOf('language', ['en', 'es']),
      ck_intake_reports_tracking_hash: 'CHECK ((octet_length(tracking_hash) = 32))',
    },
  },
  recurring_tasks: {
    columns: {
      ...id,
      title: `${text(255)} required`,
      description: 'text optional',
      location_id: 'uuid required',
      assigned_to: 'uuid optional',
      frequency: `${text(20)} required`,
      next_occurrence: `${moment} required`,
      active: 'boolean required = true',
      created_at: now,
      ...version,
      anchor_day: 'smallint optional',
      anchor_time: 'time(3) without time zone optional',
    },
    constraints: {
      pk_recurring_tasks: 'PRIMARY KEY (id)',
      fk_recurring_tasks_location_id: key('location_id', 'core.locations', 'CASCADE'),
      fk_recurring_tasks_assigned_to: key('assigned_to', 'auth.users', 'SET NULL'),
      ck_recurring_tasks_frequency: oneOf('frequency', ['daily', 'weekly', 'monthly']),
      ck_recurring_tasks_anchor_day: 'CHECK (((anchor_day >= 1) AND (anchor_day <= 31)))',
    },
  },
  projects: {
    columns: {
      ...id,
      title: `${text(255)} required`,
      description: 'text optional',
      location_id: 'uuid required',
      status: `${text(20)} required = ${value('planning')}`,
      total_tasks: 'integer required = 0',
      completed_tasks: 'integer required = 0',
      start_date: `${moment} optional`,
      target_completion_date: `${moment} optional`,
      created_at: now,
      updated_at: now,
      ...version,
      removed_at: `${moment} optional`,
    },
    constraints: {
      pk_projects: 'PRIMARY KEY (id)',
      fk_projects_location_id: key('location_id', 'core.locations', 'CASCADE'),
      ck_projects_completed_tasks: 'CHECK (((completed_tasks >= 0) AND (completed_tasks <= total_tasks)))',
    },
  },
  tasks: {
    columns: {
      ...id,
      title: `${text(255)} required`,
      description: 'text optional',
      location_id: 'uuid required',
      assigned_to: 'uuid optional',
      due_date: `${moment} optional`,
      completed: 'boolean required = false',
      created_at: now,
      completed_at: `${moment} optional`,
      project_id: 'uuid optional',
      recurring_task_id: 'uuid optional',
      occurrence_at: `${moment} optional`,
      ...version,
    },
    constraints: {
      pk_tasks: 'PRIMARY KEY (id)',
      fk_tasks_location_id: key('location_id', 'core.locations', 'CASCADE'),
      fk_tasks_assigned_to: key('assigned_to', 'auth.users', 'SET NULL'),
      fk_tasks_project_id: key('project_id', 'core.projects', 'SET NULL'),
      fk_tasks_recurring_task_id: key('recurring_task_id', 'core.recurring_tasks', 'SET NULL'),
      uq_tasks_recurring_task_id_occurrence_at: 'UNIQUE (recurring_task_id, occurrence_at)',
      ck_tasks_occurrence_at: 'CHECK (((recurring_task_id IS NULL) OR (occurrence_at IS NOT NULL)))',
      ck_tasks_completed_at: 'CHECK ((completed = (completed_at IS NOT NULL)))',
    },
  },
};

/** Tables without an entity of their own, with their constraints: whom a comment mentions, who watches a ticket, and what replies a report has. */
const links: Record<string, Record<string, string>> = {
  comment_mentions: {
    pk_comment_mentions: 'PRIMARY KEY (comment_id, user_id)',
    fk_comment_mentions_comment_id: key('comment_id', 'core.ticket_comments', 'CASCADE'),
    fk_comment_mentions_user_id: key('user_id', 'auth.users', 'CASCADE'),
  },
  intake_replies: {
    pk_intake_replies: 'PRIMARY KEY (comment_id)',
    fk_intake_replies_comment_id: key('comment_id', 'core.ticket_comments', 'CASCADE'),
    fk_intake_replies_report_id: key('report_id', 'core.intake_reports', 'CASCADE'),
  },
  ticket_watchers: {
    pk_ticket_watchers: 'PRIMARY KEY (ticket_id, user_id)',
    fk_ticket_watchers_ticket_id: key('ticket_id', 'core.tickets', 'CASCADE'),
    fk_ticket_watchers_user_id: key('user_id', 'auth.users', 'CASCADE'),
    ck_ticket_watchers_reason: oneOf('reason', ['manual', 'created', 'assigned', 'commented', 'mentioned']),
  },
};

const catalogColumns = async (schema: string, table: string): Promise<Columns> => {
  const { rows } = await core.backends.admin.query<Record<'name' | 'type', string> & Catalog>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
       pg_get_expr(d.adbin, d.adrelid) AS standard
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    [`${schema}.${table}`],
  );
  return Object.fromEntries(rows.map((row) => [row.name, describeColumn(row)]));
};
interface Catalog {
  type: string;
  required: boolean;
  standard: string | null;
}
const describeColumn = ({ type, required, standard }: Catalog): string =>
  `${type} ${required ? 'required' : 'optional'}${standard === null ? '' : ` = ${standard}`}`;

/** Tables that the specification does not name: for idempotency keys, for the totals of lists, for locations, projects and equipment that are being removed, and by the migrations. */
const own = [
  'idempotency_keys',
  'counts',
  'count_changes',
  'row_counts',
  'location_removals',
  'project_removals',
  'equipment_removals',
  'migrations',
];

it('has exactly the tables of the specification and its own', async () => {
  const { rows } = await core.backends.admin.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'core'`,
  );
  expect(rows.map((row) => row.table_name).sort()).toEqual(
    [...Object.keys(tables), ...Object.keys(links), ...own].sort(),
  );
});

describe.each(Object.entries(tables))('core.%s', (table, { columns }) => {
  it('has the fields', async () => {
    expect(await catalogColumns('core', table)).toEqual(columns);
  });

  it('counts versions and writes the audit trail', async () => {
    const { rows } = await core.backends.admin.query<{ tgname: string }>(
      `SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgenabled = 'O'`,
      [`core.${table}`],
    );
    expect(rows.map(({ tgname }) => tgname)).toEqual(
      expect.arrayContaining([
        // Reports are not changed by anybody.
        ...(columns['version'] === undefined ? [] : [`tr_${table}_version`]),
        `tr_${table}_audit`,
      ]),
    );
  });
});

describe.each([
  ...Object.entries(tables).map(([table, { constraints }]) => [table, constraints] as const),
  ...Object.entries(links),
])('core.%s', (table, constraints) => {
  it('has the constraints under their names', async () => {
    const { rows } = await core.backends.admin.query<{ name: string; definition: string }>(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE conrelid = $1::regclass AND contype <> 'n'`,
      [`core.${table}`],
    );
    expect(Object.fromEntries(rows.map(({ name, definition }) => [name, definition]))).toEqual(constraints);
  });

  it('has an index that starts with each foreign key, for the cascades', async () => {
    const { rows } = await core.backends.admin.query(
      `SELECT conname FROM pg_constraint c WHERE conrelid = $1::regclass AND contype = 'f' AND NOT EXISTS (
         SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])`,
      [`core.${table}`],
    );
    expect(rows).toEqual([]);
  });
});

it('has the indexes of the lists and the search', async () => {
  const { rows } = await core.backends.admin.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'core'`,
  );
  const indexes = rows.map(({ indexdef }) => indexdef.replace(/^.* ON core\./, ''));
  expect(indexes).toEqual(
    expect.arrayContaining([
      'locations USING btree (store_number) WHERE (removed_at IS NULL)',
      'tickets USING btree (created_at DESC, id DESC)',
      'tickets USING btree (location_id, created_at DESC, id DESC)',
      'tickets USING btree (status, created_at DESC, id DESC)',
      'tickets USING btree (assigned_to, created_at DESC, id DESC) WHERE (assigned_to IS NOT NULL)',
      'tickets USING btree (created_at DESC, id DESC) WHERE (assigned_to IS NULL)',
      'tickets USING gin (title gin_trgm_ops)',
      'tickets USING btree (equipment_id, created_at DESC, id DESC) WHERE (equipment_id IS NOT NULL)',
      'equipment USING btree (location_id, name, id)',
      'tickets USING btree (priority, created_at DESC, id DESC)',
      'tickets USING btree (ticket_type, created_at DESC, id DESC)',
      'locations USING gin (name gin_trgm_ops)',
      'locations USING btree (name, id)',
      'tasks USING btree (created_at DESC, id DESC)',
      'recurring_tasks USING btree (created_at DESC, id DESC)',
      'recurring_tasks USING btree (next_occurrence) WHERE active',
    ]),
  );
});

describe('the entities', () => {
  it('match the catalog', async () => {
    const entities = core.app.get(DataSource).entityMetadatas;
    expect(entities.map(({ tablePath }) => tablePath).sort()).toEqual(
      [...Object.keys(tables).map((table) => `core.${table}`), 'auth.users'].sort(),
    );
    for (const { tablePath, columns, foreignKeys } of entities) {
      const [schema = '', table = ''] = tablePath.split('.');
      const inCatalog = await catalogColumns(schema, table);
      for (const { databaseName, type, length, precision, isNullable } of columns) {
        const typeName = TYPE_NAMES[String(type)]?.(length, precision) ?? String(type);
        expect([tablePath, databaseName, inCatalog[databaseName]?.split(' = ')[0]]).toEqual([
          tablePath,
          databaseName,
          `${typeName} ${isNullable ? 'optional' : 'required'}`,
        ]);
      }
      if (schema === 'core') {
        expect(columns.map(({ databaseName }) => databaseName).sort()).toEqual(Object.keys(inCatalog).sort());
        expect(foreignKeys.map(({ name }) => name).sort()).toEqual(
          Object.keys(tables[table]?.constraints ?? {})
            .filter((name) => name.startsWith('fk_'))
            .sort(),
        );
      }
    }
  });
});

/** TypeORM's type names with those of PostgreSQL. */
const TYPE_NAMES: Record<string, (length: string, precision?: number | null) => string> = {
  varchar: (length) => text(Number(length)),
  time: (_length, precision) => `time(${precision ?? 6}) without time zone`,
  timestamptz: (_length, precision) =>
    precision == null ? 'timestamp with time zone' : `timestamp(${precision}) with time zone`,
};
