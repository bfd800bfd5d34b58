import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { managers } from './people.ts';

/**
 * One statement for each file beside this one (a JSON object a line). It takes the rows as one JSON array, finds
 * stores by number and users by e-mail, and calculates times from the start of the transaction.
 */
const statements = {
  'locations.jsonl': `
    INSERT INTO core.locations
      (store_number, name, address, city, state, zip_code, phone, status, timezone, created_at, updated_at)
    SELECT "storeNumber", name, address, city, state, "zipCode", phone, status, timezone,
      now() - interval '400 days', now() - interval '120 days'
    FROM jsonb_to_recordset($1) AS row("storeNumber" text, name text, address text, city text, state text,
      "zipCode" text, phone text, status text, timezone text)`,

  'tickets.jsonl': `
    INSERT INTO core.tickets (title, description, location_id, assigned_to, status, priority, ticket_type, notes,
      created_at, updated_at, completed_at)
    SELECT row.title, description, locations.id, users.id, row.status, priority, "ticketType", notes,
      creation.at, coalesce(completion.at, creation.at), completion.at
    FROM jsonb_to_recordset($1) AS row("storeNumber" text, status text, priority text, "ticketType" text,
      "ageHours" int, "solvedAfterHours" int, "assigneeEmail" text, title text, description text, notes text)
    JOIN core.locations ON locations.store_number = row."storeNumber"
    LEFT JOIN auth.users ON users.email = row."assigneeEmail"
    CROSS JOIN LATERAL (SELECT now() - "ageHours" * interval '1 hour' AS at) AS creation
    CROSS JOIN LATERAL (SELECT creation.at + "solvedAfterHours" * interval '1 hour' AS at) AS completion
    ORDER BY creation.at`,

  // The occurrence is at an hour in the store's time zone.
  'recurring-tasks.jsonl': `
    INSERT INTO core.recurring_tasks
      (title, description, location_id, assigned_to, frequency, next_occurrence, active, created_at)
    SELECT title, description, locations.id, users.id, frequency,
      (date_trunc('day', now() AT TIME ZONE timezone) + make_interval(days => "nextInDays", hours => "nextAtHour"))
        AT TIME ZONE timezone,
      row.active, now() - interval '80 days'
    FROM jsonb_to_recordset($1) AS row("storeNumber" text, title text, description text, frequency text,
      "nextInDays" int, "nextAtHour" int, active boolean, "assigneeEmail" text)
    JOIN core.locations ON locations.store_number = row."storeNumber"
    LEFT JOIN auth.users ON users.email = row."assigneeEmail"`,

  'projects.jsonl': `
    INSERT INTO core.projects
      (title, description, location_id, status, start_date, target_completion_date, created_at, updated_at)
    SELECT title, description, locations.id, row.status, now() + "startInDays" * interval '1 day',
      now() + "targetInDays" * interval '1 day', now() - interval '25 days', now() - interval '5 days'
    FROM jsonb_to_recordset($1) AS row("storeNumber" text, title text, description text, status text,
      "startInDays" int, "targetInDays" int)
    JOIN core.locations ON locations.store_number = row."storeNumber"`,

  'tasks.jsonl': `
    INSERT INTO core.tasks
      (title, description, location_id, assigned_to, due_date, completed, completed_at, created_at, project_id)
    SELECT row.title, row.description, locations.id, users.id, now() + "dueInDays" * interval '1 day',
      "completedDaysAgo" IS NOT NULL, now() - "completedDaysAgo" * interval '1 day',
      now() - "createdDaysAgo" * interval '1 day', projects.id
    FROM jsonb_to_recordset($1) AS row("storeNumber" text, title text, description text, "projectTitle" text,
      "createdDaysAgo" int, "dueInDays" int, "completedDaysAgo" int, "assigneeEmail" text)
    JOIN core.locations ON locations.store_number = row."storeNumber"
    LEFT JOIN core.projects ON projects.title = row."projectTitle"
    LEFT JOIN auth.users ON users.email = row."assigneeEmail"`,
};

const assignmentsStatement = `
  INSERT INTO core.manager_assignments (manager_id, location_id, assigned_at)
  SELECT users.id, locations.id, now() - interval '100 days'
  FROM jsonb_to_recordset($1) AS row(email text, "storeNumber" text)
  JOIN auth.users USING (email)
  JOIN core.locations ON locations.store_number = row."storeNumber"`;

const projectCountsStatement = `
  UPDATE core.projects SET total_tasks = counted.total, completed_tasks = counted.completed
  FROM (
    SELECT project_id, count(*) AS total, count(*) FILTER (WHERE completed) AS completed
    FROM core.tasks GROUP BY project_id
  ) AS counted
  WHERE counted.project_id = projects.id`;

/** Inserts everything except the users, in the caller's transaction. @throws when a row found no store. */
export async function insertRows(client: pg.Client): Promise<void> {
  for (const [file, statement] of Object.entries(statements)) {
    await insert(client, statement, readRows(file));
  }
  const assignments = managers.flatMap(({ email, stores }) =>
    stores.map((storeNumber) => ({ email, storeNumber })),
  );
  await insert(client, assignmentsStatement, assignments);
  await client.query(projectCountsStatement);
}

/** The objects of one of the files here. */
export function readRows(file: string): object[] {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const row: unknown = JSON.parse(line);
    if (typeof row !== 'object' || row === null) throw new Error(`${file}: ${line}`);
    return row;
  });
}

async function insert(client: pg.Client, statement: string, rows: object[]): Promise<void> {
  const { rowCount } = await client.query(statement, [JSON.stringify(rows)]);
  if (rowCount !== rows.length)
    throw new Error(`${rowCount ?? 0} of ${rows.length} demo rows were inserted: ${statement}`);
}
