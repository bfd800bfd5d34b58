import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** The tables whose rows are counted, with the columns that lists and statistics count by besides the location. */
const counted: Record<string, string[]> = {
  tickets: ['status', 'priority', 'ticket_type'],
  tasks: ['completed'],
  recurring_tasks: [],
  projects: [],
};

/** By location and columns, and by the columns alone with null for the location. */
const groupsOf = (columns: string[]): string =>
  `GROUP BY GROUPING SETS ((${['location_id', ...columns].join(', ')}), (${columns.join(', ')}))`;

/**
 * Counts that are read instead of counted, so that a list of a million tickets knows its total at once.
 * A change adds rows to count_changes and updates none: no two changes ever wait for each other, whatever they touch
 * and however many happen at one location. The service folds the changes into counts; row_counts is both together.
 * Also the totals of a project, which follow its tasks.
 */
export class CountRows1763700600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const keys = `
      entity varchar(20) NOT NULL,
      location_id uuid,
      status varchar(20),
      priority varchar(20),
      ticket_type varchar(50),
      completed boolean,
      count integer NOT NULL`;
    await runner.query(`
      CREATE TABLE core.counts (${keys},
        CONSTRAINT uq_counts
          UNIQUE NULLS NOT DISTINCT (entity, location_id, status, priority, ticket_type, completed)
      )`);
    await runner.query(`CREATE TABLE core.count_changes (${keys})`);
    await runner.query('CREATE VIEW core.row_counts AS TABLE core.counts UNION ALL TABLE core.count_changes');

    for (const [table, columns] of Object.entries(counted)) await countTable(runner, table, columns);
    await followTasks(runner);

    // For the rows that are there already, and for whoever puts rows in past the triggers.
    await runner.query(`
      CREATE FUNCTION core.recount() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        LOCK TABLE core.${Object.keys(counted).join(', core.')} IN SHARE MODE;
        DELETE FROM core.count_changes;
        DELETE FROM core.counts;
        ${Object.entries(counted)
          .map(
            ([table, columns]) => `
        INSERT INTO core.counts (${['entity', 'location_id', ...columns].join(', ')}, count)
        SELECT ${[`'${table}'`, 'location_id', ...columns].join(', ')}, count(*) FROM core.${table}
        ${groupsOf(columns)} HAVING count(*) > 0;`,
          )
          .join('\n')}
        UPDATE core.projects SET total_tasks = actual.total, completed_tasks = actual.completed
        FROM (
          SELECT p.id, count(t.id) AS total, count(t.id) FILTER (WHERE t.completed) AS completed
          FROM core.projects p LEFT JOIN core.tasks t ON t.project_id = p.id GROUP BY p.id
        ) AS actual
        WHERE projects.id = actual.id
          AND (total_tasks, completed_tasks) IS DISTINCT FROM (actual.total, actual.completed);
      END $$`);
    await runner.query('REVOKE EXECUTE ON FUNCTION core.recount() FROM PUBLIC');
    await runner.query('SELECT core.recount()');

    await runner.query('GRANT SELECT ON core.row_counts TO svc_core');
    await runner.query('GRANT SELECT, INSERT, UPDATE (count) ON core.counts TO svc_core');
    await runner.query('GRANT SELECT, INSERT, DELETE ON core.count_changes TO svc_core');

    // Nothing counts these rows any more.
    await runner.query('DROP INDEX core.ix_tickets_active_location_id');
    await runner.query('DROP INDEX core.ix_tasks_pending_location_id');
    // The lists by one of the other filters, newest first.
    for (const column of ['priority', 'ticket_type']) {
      await runner.query(
        `CREATE INDEX ix_tickets_${column}_created_at ON core.tickets (${column}, created_at DESC, id DESC)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['priority', 'ticket_type']) {
      await runner.query(`DROP INDEX core.ix_tickets_${column}_created_at`);
    }
    await runner.query(
      'CREATE INDEX ix_tasks_pending_location_id ON core.tasks (location_id) WHERE NOT completed',
    );
    await runner.query(`
      CREATE INDEX ix_tickets_active_location_id ON core.tickets (location_id)
      WHERE status IN ('incoming', 'in_progress')`);
    await runner.query('DROP FUNCTION core.recount()');
    await runner.query('DROP FUNCTION core.count_project_tasks() CASCADE');
    for (const table of Object.keys(counted)) {
      await runner.query(`DROP FUNCTION core.count_${table}() CASCADE`);
    }
    await runner.query('DROP VIEW core.row_counts');
    await runner.query('DROP TABLE core.count_changes');
    await runner.query('DROP TABLE core.counts');
  }
}

/** Writes down what each statement on the table adds and takes away. */
async function countTable(runner: QueryRunner, table: string, columns: string[]): Promise<void> {
  const into = `INSERT INTO core.count_changes (${['entity', 'location_id', ...columns].join(', ')}, count)
        SELECT ${[`'${table}'`, 'location_id', ...columns].join(', ')}`;
  const groups = groupsOf(columns);
  const keys = ['location_id', ...columns].join(', ');
  await runner.query(`
    CREATE FUNCTION core.count_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        ${into}, count(*) FROM new_rows ${groups} HAVING count(*) > 0;
      ELSIF TG_OP = 'DELETE' THEN
        ${into}, -count(*) FROM old_rows ${groups} HAVING count(*) > 0;
      ELSE
        ${into}, sum(change)
        FROM (SELECT ${keys}, 1 AS change FROM new_rows UNION ALL SELECT ${keys}, -1 FROM old_rows) AS changed
        ${groups} HAVING sum(change) <> 0;
      END IF;
      RETURN NULL;
    END $$`);
  await callForEachStatement(runner, table, 'count', `core.count_${table}()`);
}

/**
 * A project's totals follow its tasks. The projects are locked in the order of their ids: two changes that touch the
 * same ones cannot wait for each other.
 */
async function followTasks(runner: QueryRunner): Promise<void> {
  const counts = (rows: string, sign: string): string =>
    `SELECT project_id, ${sign}1 AS total, ${sign}completed::int AS completed FROM ${rows}`;
  const update = (changes: string): string => `
        WITH changes AS (
          SELECT project_id, sum(total) AS total, sum(completed) AS completed FROM (${changes}) AS changed
          WHERE project_id IS NOT NULL GROUP BY project_id HAVING sum(total) <> 0 OR sum(completed) <> 0
        ), locked AS MATERIALIZED (
          SELECT id FROM core.projects WHERE id IN (SELECT project_id FROM changes)
          ORDER BY id FOR NO KEY UPDATE
        )
        UPDATE core.projects
        SET total_tasks = total_tasks + changes.total, completed_tasks = completed_tasks + changes.completed
        FROM changes JOIN locked ON locked.id = changes.project_id
        WHERE projects.id = changes.project_id;`;
  await runner.query(`
    CREATE FUNCTION core.count_project_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${update(counts('new_rows', ''))}
      ELSIF TG_OP = 'DELETE' THEN ${update(counts('old_rows', '-'))}
      ELSE ${update(`${counts('new_rows', '')} UNION ALL ${counts('old_rows', '-')}`)}
      END IF;
      RETURN NULL;
    END $$`);
  await callForEachStatement(runner, 'tasks', 'projects', 'core.count_project_tasks()');
}

/** A trigger for each kind of statement: PostgreSQL wants that where the changed rows are seen as tables. */
async function callForEachStatement(
  runner: QueryRunner,
  table: string,
  name: string,
  call: string,
): Promise<void> {
  for (const [event, rows] of [
    ['INSERT', 'NEW TABLE AS new_rows'],
    ['UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['DELETE', 'OLD TABLE AS old_rows'],
  ]) {
    await runner.query(`
      CREATE TRIGGER tr_${table}_${name}_${event?.toLowerCase() ?? ''} AFTER ${event ?? ''} ON core.${table}
      REFERENCING ${rows ?? ''} FOR EACH STATEMENT EXECUTE FUNCTION ${call}`);
  }
}
