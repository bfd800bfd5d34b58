/** The tables whose rows are counted, with the columns that lists and statistics count by besides the location. */
const counted: Record<string, string[]> = {
  tickets: ['status', 'priority', 'ticket_type'],
  tasks: ['completed'],
  recurring_tasks: [],
  projects: [],
};

const keys = `
  entity varchar(20) NOT NULL,
  location_id uuid,
  status varchar(20),
  priority varchar(20),
  ticket_type varchar(50),
  completed boolean,
  count integer NOT NULL`;

/**
 * Counts that are read instead of counted, so that a list of a million tickets knows its total at once. A change adds
 * rows to count_changes and updates none: no two changes ever wait for each other. The service folds the changes into
 * counts; row_counts is both together.
 */
const tables = `
  CREATE TABLE core.counts (${keys},
    CONSTRAINT uq_counts UNIQUE NULLS NOT DISTINCT (entity, location_id, status, priority, ticket_type, completed)
  );
  CREATE TABLE core.count_changes (${keys});
  CREATE VIEW core.row_counts AS TABLE core.counts UNION ALL TABLE core.count_changes;
  GRANT SELECT ON core.row_counts TO svc_core;
  GRANT SELECT, INSERT, UPDATE (count) ON core.counts TO svc_core;
  GRANT SELECT, INSERT, DELETE ON core.count_changes TO svc_core;`;

/** By location and columns, and by the columns alone with null for the location. */
const groupsOf = (columns: string[]): string =>
  `GROUP BY GROUPING SETS ((${['location_id', ...columns].join(', ')}), (${columns.join(', ')}))`;

const insertInto = (target: string, table: string, columns: string[]): string =>
  `INSERT INTO core.${target} (${['entity', 'location_id', ...columns].join(', ')}, count)
        SELECT ${[`'${table}'`, 'location_id', ...columns].join(', ')}`;

/** A trigger for each kind of statement: PostgreSQL wants that where the changed rows are seen as tables. */
const forEachStatement = (table: string, name: string, call: string): string =>
  [
    ['INSERT', 'NEW TABLE AS new_rows'],
    ['UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'],
    ['DELETE', 'OLD TABLE AS old_rows'],
  ]
    .map(
      ([event = '', rows = '']) => `
  CREATE TRIGGER tr_${table}_${name}_${event.toLowerCase()} AFTER ${event} ON core.${table}
    REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${call};`,
    )
    .join('');

/** Writes down what each statement on the table adds and takes away. */
function countTable([table, columns]: [string, string[]]): string {
  const into = insertInto('count_changes', table, columns);
  const groups = groupsOf(columns);
  const keys = ['location_id', ...columns].join(', ');
  return `
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
    END $$;
  ${forEachStatement(table, 'count', `core.count_${table}()`)}`;
}

const totalsOf = (rows: string, sign: string): string =>
  `SELECT project_id, ${sign}1 AS total, ${sign}completed::int AS completed FROM ${rows}`;
const addTotals = (changes: string): string => `
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

/**
 * A project's totals follow its tasks. The projects are locked in the order of their ids: two changes that touch the
 * same ones cannot wait for each other.
 */
const totals = `
  CREATE FUNCTION core.count_project_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${addTotals(totalsOf('new_rows', ''))}
      ELSIF TG_OP = 'DELETE' THEN ${addTotals(totalsOf('old_rows', '-'))}
      ELSE ${addTotals(`${totalsOf('new_rows', '')} UNION ALL ${totalsOf('old_rows', '-')}`)}
      END IF;
      RETURN NULL;
    END $$;
  ${forEachStatement('tasks', 'projects', 'core.count_project_tasks()')}`;

const countAgain = ([table, columns]: [string, string[]]): string => `
        ${insertInto('counts', table, columns)}, count(*) FROM core.${table}
        ${groupsOf(columns)} HAVING count(*) > 0;`;

/** For whoever puts rows in past the triggers. */
const recount = `
  CREATE FUNCTION core.recount() RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        LOCK TABLE core.${Object.keys(counted).join(', core.')} IN SHARE MODE;
        DELETE FROM core.count_changes;
        DELETE FROM core.counts;
        ${Object.entries(counted).map(countAgain).join('\n')}
        UPDATE core.projects SET total_tasks = actual.total, completed_tasks = actual.completed
        FROM (
          SELECT p.id, count(t.id) AS total, count(t.id) FILTER (WHERE t.completed) AS completed
          FROM core.projects p LEFT JOIN core.tasks t ON t.project_id = p.id GROUP BY p.id
        ) AS actual
        WHERE projects.id = actual.id
          AND (total_tasks, completed_tasks) IS DISTINCT FROM (actual.total, actual.completed);
      END $$;
  REVOKE EXECUTE ON FUNCTION core.recount() FROM PUBLIC;`;

export const counts = [tables, ...Object.entries(counted).map(countTable), totals, recount];
