import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { recordOf } from '../shape.ts';
import {
  deadlinesStatement,
  hoursStatement,
  marksStatement,
  pausesStatement,
  targetsStatement,
} from './due-dates.ts';
import { giveExampleId } from './example-person.ts';
import { hoursAfter, pastId, changeTrail } from './past.ts';
import { admin, type DemoPerson, managers } from './people.ts';

/** The first transaction that is not PostgreSQL's own. */
const EARLY_TRANSACTION = 3;

/** How many items of an inbox are unread. */
const UNREAD_ITEMS = 3;

/**
 * One statement for each file beside this one (a JSON object a line). It takes the rows as one JSON array, finds
 * stores by number and users by e-mail, and calculates times from the start of the transaction. What the examples of the
 * API's documents name has their id.
 */
const statements = {
  'locations.jsonl': `
    INSERT INTO core.locations
      (id, store_number, name, address, city, state, zip_code, phone, status, timezone, created_at, updated_at)
    SELECT coalesce(row.id, uuidv7()), "storeNumber", name, address, city, state, "zipCode", phone, status, timezone,
      now() - interval '400 days', now() - interval '120 days'
    FROM jsonb_to_recordset($1) AS row(id uuid, "storeNumber" text, name text, address text, city text, state text,
      "zipCode" text, phone text, status text, timezone text)`,

  'vendors.jsonl': `
    INSERT INTO core.vendors
      (id, name, trades, email, phone, spending_limit, language, active, location_ids, created_at, updated_at)
    SELECT coalesce(id, uuidv7()), name, trades, email, phone, "spendingLimit", coalesce(language, 'en'), coalesce(active, true),
      ARRAY(SELECT id FROM core.locations WHERE store_number = ANY ("storeNumbers")), now() - interval '300 days',
      now() - interval '120 days'
    FROM jsonb_to_recordset($1) AS row(id uuid, name text, trades text[], email text, phone text, "spendingLimit" numeric,
      language text, active boolean, "storeNumbers" text[])`,

  'checklists.jsonl': `
    INSERT INTO core.checklists (id, name, steps, created_at)
    SELECT coalesce(id, uuidv7()), name, steps, now() - interval '60 days'
    FROM jsonb_to_recordset($1) AS row(id uuid, name text, steps jsonb)`,

  // A walk of the store, yesterday at eight on its clock.
  'checklist-runs.jsonl': `
    INSERT INTO core.checklist_runs
      (id, checklist_id, name, steps, location_id, state, failed, created_at, created_by, completed_at, completed_by)
    SELECT ${pastId('at')}, checklists.id, checklists.name, steps, locations.id, 'done', failed, at, users.id,
      ${hoursAfter('at', '0.2')}, users.id
    FROM jsonb_to_recordset($1) AS row(checklist text, "storeNumber" text, "byEmail" text, failed int)
    JOIN core.checklists ON checklists.name = row.checklist
    JOIN core.locations ON locations.store_number = row."storeNumber"
    JOIN auth.users ON users.email = row."byEmail"
    CROSS JOIN LATERAL (
      SELECT (date_trunc('day', now() AT TIME ZONE timezone) - interval '16 hours') AT TIME ZONE timezone AS at) AS moment`,

  'checklist-answers.jsonl': `
    INSERT INTO core.checklist_answers (id, run_id, step_id, value, result, note, answered_at, answered_by)
    SELECT ${pastId('at')}, runs.id, (steps.step ->> 'id')::uuid, row.value, result, note, at, runs.created_by
    FROM jsonb_to_recordset($1) AS row("storeNumber" text, step text, value jsonb, result text, note text,
      "afterMinutes" float8)
    JOIN core.locations ON locations.store_number = row."storeNumber"
    JOIN core.checklist_runs AS runs ON runs.location_id = locations.id
    CROSS JOIN LATERAL jsonb_array_elements(runs.steps) AS steps (step)
    CROSS JOIN LATERAL (SELECT ${hoursAfter('runs.created_at', '"afterMinutes" / 60')} AS at) AS moment
    WHERE steps.step ->> 'text' = row.step`,

  'equipment.jsonl': `
    INSERT INTO core.equipment (id, location_id, name, category, status, manufacturer, model, serial, installed_on,
      warranty_until, warranty_note, replacement_cost, vendor_id, created_at, updated_at)
    SELECT coalesce(row.id, uuidv7()), locations.id, row.name, category, coalesce(row.status, 'in_service'), manufacturer, model,
      serial, current_date - "installedDaysAgo", current_date + "warrantyDaysLeft", "warrantyNote", "replacementCost", vendors.id,
      now() - interval '95 days', now() - interval '95 days'
    FROM jsonb_to_recordset($1) AS row(id uuid, "storeNumber" text, name text, category text, status text, manufacturer text,
      model text, serial text, "installedDaysAgo" int, "warrantyDaysLeft" int, "warrantyNote" text,
      "replacementCost" numeric, "vendorName" text)
    JOIN core.locations ON locations.store_number = row."storeNumber"
    LEFT JOIN core.vendors ON vendors.name = row."vendorName"`,

  // Nobody knows the codes, like those of any other system: each hash is of something random, except that of
  // the known one.
  'intake-codes.jsonl': `
    INSERT INTO core.intake_codes
      (id, location_id, equipment_id, code_hash, label, active, created_by, created_at, rotated_at, last_used_at)
    SELECT coalesce(row.id, ${pastId('made')}), locations.id, equipment.id,
      coalesce(decode("codeHash", 'hex'), sha256(convert_to(gen_random_uuid()::text, 'UTF8'))), label,
      coalesce(row.active, true), users.id, made, ${hoursAfter('now()', '-"rotatedDaysAgo" * 24')},
      ${hoursAfter('now()', '-"usedHoursAgo"')}
    FROM jsonb_to_recordset($1) AS row(id uuid, "storeNumber" text, "equipmentName" text, label text, active boolean,
      "madeDaysAgo" int, "rotatedDaysAgo" int, "usedHoursAgo" int, "codeHash" text)
    JOIN core.locations ON locations.store_number = row."storeNumber"
    LEFT JOIN core.equipment ON equipment.location_id = locations.id AND equipment.name = row."equipmentName"
    JOIN auth.users ON users.email = '${admin.email}'
    CROSS JOIN LATERAL (SELECT ${hoursAfter('now()', '-"madeDaysAgo" * 24')} AS made) AS creation
    WHERE "equipmentName" IS NULL OR equipment.id IS NOT NULL`,

  // As they were created; ticket-changes.jsonl says what became of them.
  'tickets.jsonl': `
    INSERT INTO core.tickets
      (id, title, description, location_id, equipment_id, priority, ticket_type, created_by, via, vendor_id,
        spending_limit, approval, created_at, updated_at, due_at, due_set_at)
    SELECT coalesce(row.id, uuidv7()), row.title, description, locations.id, equipment.id, priority, "ticketType", users.id,
      coalesce(via, 'app'), vendors.id, row."spendingLimit", coalesce(row.approval, 'none'), at, at,
      ${hoursAfter('now()', '"dueInHours"')}, CASE WHEN "dueInHours" IS NOT NULL THEN at END
    FROM jsonb_to_recordset($1) AS row(id uuid, "storeNumber" text, "equipmentName" text, priority text, "ticketType" text,
      "ageHours" int, "dueInHours" int, "creatorEmail" text, via text, "vendorName" text, "spendingLimit" numeric,
      approval text, title text, description text)
    JOIN core.locations ON locations.store_number = row."storeNumber"
    LEFT JOIN core.equipment ON equipment.location_id = locations.id AND equipment.name = row."equipmentName"
    LEFT JOIN core.vendors ON vendors.name = row."vendorName"
    LEFT JOIN auth.users ON users.email = row."creatorEmail"
    CROSS JOIN LATERAL (SELECT ${hoursAfter('now()', '-"ageHours"')} AS at) AS creation
    WHERE "equipmentName" IS NULL OR equipment.id IS NOT NULL
    ORDER BY at`,

  // With their lines in the timeline.
  'costs.jsonl': `
    WITH added AS (
      INSERT INTO core.ticket_costs
        (id, ticket_id, kind, amount, description, vendor_id, invoice_number, incurred_on, created_by, created_at)
      SELECT coalesce(row.id, uuidv7()), tickets.id, kind, amount, row.description, vendors.id, "invoiceNumber", (at AT TIME ZONE timezone)::date,
        users.id, at
      FROM jsonb_to_recordset($1) AS row(id uuid, "ticketTitle" text, "afterHours" float8, "byEmail" text, kind text,
        amount numeric, description text, "vendorName" text, "invoiceNumber" text)
      JOIN core.tickets ON tickets.title = row."ticketTitle"
      JOIN core.locations ON locations.id = tickets.location_id
      JOIN core.vendors ON vendors.name = row."vendorName"
      JOIN auth.users ON users.email = row."byEmail"
      CROSS JOIN LATERAL (SELECT ${hoursAfter('tickets.created_at', '"afterHours"')} AS at) AS moment
      RETURNING *)
    INSERT INTO core.ticket_events (id, ticket_id, location_id, kind, created_at, actor_id, cost_kind, amount)
    SELECT ${pastId('added.created_at')}, ticket_id, location_id, 'cost_added', added.created_at, added.created_by, kind, amount
    FROM added JOIN core.tickets ON tickets.id = ticket_id`,

  'comments.jsonl': `
    INSERT INTO core.ticket_comments (id, ticket_id, author_id, author_name, body, visibility, via, created_at)
    SELECT coalesce(row.id, ${pastId('at')}), tickets.id, users.id, "authorName", body, coalesce(visibility, 'team'), coalesce(row.via, 'app'), at
    FROM jsonb_to_recordset($1) AS row(id uuid, "ticketTitle" text, "afterHours" float8, "authorEmail" text,
      "authorName" text, body text, visibility text, via text)
    JOIN core.tickets ON tickets.title = row."ticketTitle"
    LEFT JOIN auth.users ON users.email = row."authorEmail"
    CROSS JOIN LATERAL (SELECT ${hoursAfter('tickets.created_at', '"afterHours"')} AS at) AS moment`,

  'watchers.jsonl': `
    INSERT INTO core.ticket_watchers (ticket_id, user_id, reason, muted)
    SELECT tickets.id, users.id, 'manual', coalesce(muted, false)
    FROM jsonb_to_recordset($1) AS row("ticketTitle" text, email text, muted boolean)
    JOIN core.tickets ON tickets.title = row."ticketTitle"
    JOIN auth.users USING (email)`,

  // The occurrence is at an hour in the store's time zone.
  'recurring-tasks.jsonl': `
    INSERT INTO core.recurring_tasks
      (id, title, description, location_id, assigned_to, frequency, next_occurrence, active, created_at)
    SELECT coalesce(row.id, uuidv7()), title, description, locations.id, users.id, frequency,
      (date_trunc('day', now() AT TIME ZONE timezone) + make_interval(days => "nextInDays", hours => "nextAtHour"))
        AT TIME ZONE timezone,
      row.active, now() - interval '80 days'
    FROM jsonb_to_recordset($1) AS row(id uuid, "storeNumber" text, title text, description text, frequency text,
      "nextInDays" int, "nextAtHour" int, active boolean, "assigneeEmail" text)
    JOIN core.locations ON locations.store_number = row."storeNumber"
    LEFT JOIN auth.users ON users.email = row."assigneeEmail"`,

  'projects.jsonl': `
    INSERT INTO core.projects
      (id, title, description, location_id, status, start_date, target_completion_date, created_at, updated_at)
    SELECT coalesce(row.id, uuidv7()), title, description, locations.id, row.status, now() + "startInDays" * interval '1 day',
      now() + "targetInDays" * interval '1 day', now() - interval '25 days', now() - interval '5 days'
    FROM jsonb_to_recordset($1) AS row(id uuid, "storeNumber" text, title text, description text, status text,
      "startInDays" int, "targetInDays" int)
    JOIN core.locations ON locations.store_number = row."storeNumber"`,

  'tasks.jsonl': `
    INSERT INTO core.tasks
      (id, title, description, location_id, assigned_to, due_date, completed, completed_at, created_at, project_id)
    SELECT coalesce(row.id, uuidv7()), row.title, row.description, locations.id, users.id, now() + "dueInDays" * interval '1 day',
      "completedDaysAgo" IS NOT NULL, now() - "completedDaysAgo" * interval '1 day',
      now() - "createdDaysAgo" * interval '1 day', projects.id
    FROM jsonb_to_recordset($1) AS row(id uuid, "storeNumber" text, title text, description text, "projectTitle" text,
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

/** The next change of some tickets. */
const changeStatement = `
  UPDATE core.tickets SET status = coalesce(row.status, tickets.status), priority = coalesce(row.priority, tickets.priority),
    assigned_to = coalesce(users.id, tickets.assigned_to), location_id = coalesce(locations.id, tickets.location_id),
    notes = coalesce(row.notes, tickets.notes), updated_at = at,
    responded_at = coalesce(tickets.responded_at, CASE WHEN row.status <> 'incoming' THEN at END),
    completed_at = CASE WHEN row.status IS NULL THEN tickets.completed_at WHEN row.status = 'solved' THEN at END
  FROM jsonb_to_recordset($1) AS row("ticketTitle" text, "afterHours" float8, status text, priority text,
    "assigneeEmail" text, "storeNumber" text, notes text)
  JOIN core.tickets AS before ON before.title = row."ticketTitle"
  LEFT JOIN auth.users ON users.email = row."assigneeEmail"
  LEFT JOIN core.locations ON locations.store_number = row."storeNumber"
  CROSS JOIN LATERAL (SELECT ${hoursAfter('before.created_at', '"afterHours"')} AS at) AS moment
  WHERE tickets.id = before.id`;

/** Tickets that came within 30 days after one of the same equipment was solved. */
const repeatsStatement = `
  UPDATE core.tickets SET repeat_of = before.id
  FROM core.tickets AS before
  WHERE before.equipment_id = tickets.equipment_id
    AND before.completed_at BETWEEN tickets.created_at - interval '720 hours' AND tickets.created_at`;

/**
 * What the public pages stored: with a ticket, or with the comment of somebody who reported the same once more. Who
 * reported can follow a ticket for 30 days after it was completed; then the name and the contact are erased.
 */
const reportsStatement = `
  INSERT INTO core.intake_reports (ticket_id, code_id, comment_id, description, urgency, reporter_name, contact, language,
    tracking_hash, tracking_until, created_at)
  SELECT tickets.id, code.id, comments.id, coalesce(comments.body, tickets.description), urgency,
    CASE WHEN until > now() THEN "reporterName" END, CASE WHEN until > now() THEN contact END, language,
    sha256(convert_to(gen_random_uuid()::text, 'UTF8')), nullif(until, 'infinity'),
    coalesce(comments.created_at, tickets.created_at)
  FROM jsonb_to_recordset($1) AS row("ticketTitle" text, "afterHours" float8, urgency text, "reporterName" text,
    contact text, language text)
  JOIN core.tickets ON tickets.title = row."ticketTitle"
  LEFT JOIN core.ticket_comments AS comments ON comments.ticket_id = tickets.id
    AND comments.created_at = ${hoursAfter('tickets.created_at', '"afterHours"')}
  LEFT JOIN core.intake_codes AS code ON code.location_id = tickets.location_id
    AND code.equipment_id IS NOT DISTINCT FROM tickets.equipment_id
  CROSS JOIN LATERAL (SELECT coalesce(tickets.completed_at + interval '30 days', 'infinity') AS until) AS tracking
  WHERE "afterHours" IS NULL OR comments.id IS NOT NULL`;

/** Comments that were edited or removed. */
const commentChangeStatement = `
  UPDATE core.ticket_comments AS comments SET body = "editedBody",
    edited_at = ${hoursAfter('tickets.created_at', '"editedAfterHours"')},
    removed_at = ${hoursAfter('tickets.created_at', '"removedAfterHours"')}
  FROM jsonb_to_recordset($1) AS row("ticketTitle" text, "afterHours" float8, "editedAfterHours" float8, "editedBody" text,
    "removedAfterHours" float8)
  JOIN core.tickets ON tickets.title = row."ticketTitle"
  WHERE comments.ticket_id = tickets.id
    AND comments.created_at = ${hoursAfter('tickets.created_at', '"afterHours"')}`;

const mentionsStatement = `
  INSERT INTO core.comment_mentions (comment_id, user_id)
  SELECT DISTINCT comments.id, mention[1]::uuid
  FROM core.ticket_comments AS comments, regexp_matches(body, '<@([0-9a-f-]{36})>', 'g') AS mention`;

/**
 * The triggers wrote the trail as if the system had done everything now. The times are in the rows; the people are in
 * the rows too, or in the changes, which are the parameter. What names nobody was done by the first administrator. The
 * transaction becomes an early one, so that no reader of the change feed takes the past for news and sends mails of it.
 */
const trailStatement = `
  UPDATE auth.audit_entries AS entry
  SET id = ${pastId('at')}, occurred_at = at, actor_id = happened.actor_id, xid = '${EARLY_TRANSACTION}'
  FROM (
    SELECT written.id, at,
      CASE
        WHEN entity = 'ticket_comment' THEN state.author_id
        WHEN entity IN ('ticket_cost', 'checklist_run') OR entity = 'ticket' AND action = 'create' THEN state.created_by
        WHEN entity = 'ticket' THEN users.id
        WHEN entity = 'intake_report' THEN NULL
        WHEN entity = 'ticket_event' THEN state.actor_id
        ELSE (SELECT id FROM auth.users WHERE email = $2)
      END AS actor_id
    FROM auth.audit_entries AS written
    CROSS JOIN jsonb_to_record(after) AS state(assigned_at timestamptz, created_at timestamptz, updated_at timestamptz,
      edited_at timestamptz, removed_at timestamptz, created_by uuid, author_id uuid, actor_id uuid)
    CROSS JOIN LATERAL (
      SELECT CASE action WHEN 'create' THEN coalesce(assigned_at, state.created_at)
        ELSE coalesce(removed_at, edited_at, state.updated_at, state.created_at) END AS at
    ) AS moment
    LEFT JOIN core.tickets ON entity = 'ticket' AND action = 'update' AND tickets.id = entity_id
    LEFT JOIN jsonb_to_recordset($1) AS row("ticketTitle" text, "afterHours" float8, "byEmail" text)
      ON row."ticketTitle" = tickets.title AND ${hoursAfter('tickets.created_at', '"afterHours"')} = at
    LEFT JOIN auth.users ON users.email = row."byEmail"
    WHERE written.xid = pg_current_xact_id()
  ) AS happened
  WHERE entry.id = happened.id`;

/** Whoever created, got, commented on or was mentioned on a ticket watches it, by the first of these reasons. */
const watchersStatement = `
  INSERT INTO core.ticket_watchers (ticket_id, user_id, reason)
  SELECT DISTINCT ON (ticket_id, user_id) ticket_id, user_id, reason
  FROM (
    SELECT id AS ticket_id, created_by AS user_id, 'created' AS reason, created_at AS since FROM core.tickets
    UNION ALL
    SELECT entity_id, (after ->> 'assigned_to')::uuid, 'assigned', occurred_at FROM auth.audit_entries
    WHERE entity = 'ticket'
    UNION ALL
    SELECT ticket_id, author_id, 'commented', created_at FROM core.ticket_comments
    UNION ALL
    SELECT ticket_id, user_id, 'mentioned', created_at FROM core.comment_mentions
    JOIN core.ticket_comments ON ticket_comments.id = comment_id
  ) AS reasons
  WHERE user_id IS NOT NULL
  ORDER BY ticket_id, user_id, since
  ON CONFLICT DO NOTHING`;

/**
 * What svc-notifications would have written meanwhile, by the strongest reason of each person. The newest items of
 * everybody are unread.
 */
const inboxStatement = `
  INSERT INTO notifications.inbox_items
    (id, user_id, event_id, kind, in_app, actor_id, ticket_id, comment_id, created_at, read_at)
  SELECT ${pastId('at')}, user_id, event_id, kind, true, actor_id, ticket_id, comment_id, at,
    CASE WHEN row_number() OVER (PARTITION BY user_id ORDER BY at DESC, event_id) > ${UNREAD_ITEMS}
      THEN least(${hoursAfter('at', '3')}, now()) END
  FROM (
    SELECT DISTINCT ON (reason.user_id, entry.id) reason.user_id, entry.id AS event_id, kind, actor_id, tickets.id AS ticket_id,
      comments.id AS comment_id, occurred_at AS at
    FROM auth.audit_entries AS entry
    LEFT JOIN core.ticket_comments AS comments
      ON entity = 'ticket_comment' AND action = 'create' AND comments.id = entity_id AND removed_at IS NULL
    JOIN core.tickets ON tickets.id = coalesce(comments.ticket_id, CASE entity WHEN 'ticket' THEN entity_id END)
    CROSS JOIN LATERAL (
      SELECT 1 AS rank, 'mentioned' AS kind, user_id FROM core.comment_mentions WHERE comment_id = comments.id
      UNION ALL
      SELECT 2, 'assigned', (after ->> 'assigned_to')::uuid
      WHERE comments.id IS NULL AND before ->> 'assigned_to' IS DISTINCT FROM after ->> 'assigned_to'
      UNION ALL
      SELECT 3, CASE WHEN comments.id IS NULL THEN 'status_changed' ELSE 'commented' END, watchers.user_id
      FROM core.ticket_watchers AS watchers
      WHERE watchers.ticket_id = tickets.id AND NOT muted
        AND (comments.id IS NOT NULL OR action = 'update' AND before ->> 'status' <> after ->> 'status')
      UNION ALL
      SELECT 4, 'reported', manager_id FROM core.manager_assignments
      WHERE comments.id IS NULL AND action = 'create' AND tickets.via = 'qr'
        AND manager_assignments.location_id = tickets.location_id
    ) AS reason
    JOIN auth.users ON users.id = reason.user_id AND users.active
    WHERE reason.user_id IS DISTINCT FROM actor_id
      AND (role = 'admin' OR EXISTS (
        SELECT FROM core.manager_assignments AS own
        WHERE own.manager_id = reason.user_id AND own.location_id = tickets.location_id))
    ORDER BY reason.user_id, entry.id, rank
  ) AS told`;

/**
 * Inserts everything except the users and the photos, in the caller's transaction.
 * @param knownCode the SHA-256, in hex, of the one code that is known
 * @throws when a row finds no store, equipment, ticket or person
 */
export async function insertRows(client: pg.Client, knownCode: string): Promise<void> {
  await giveExampleId(client);
  const { rows: users } = await client.query<{ email: string; id: string }>(
    'SELECT email, id FROM auth.users',
  );
  const ids = new Map(users.map(({ email, id }) => [email, id]));
  const write = async (statement: string, rows: Row[]): Promise<void> => {
    const { rowCount } = await client.query(statement, [withIds(JSON.stringify(rows), ids)]);
    if (rowCount !== rows.length)
      throw new Error(`${rowCount ?? 0} of ${rows.length} demo rows were written: ${statement}`);
  };
  const withCode = (row: Row): Row => (row['isKnown'] === true ? { ...row, codeHash: knownCode } : row);
  for (const [file, statement] of Object.entries(statements)) {
    await write(statement, readRows(file).map(withCode));
  }
  const assignmentsOf = ({ email, stores }: DemoPerson) =>
    stores.map((storeNumber) => ({ email, storeNumber }));
  await write(assignmentsStatement, managers.flatMap(assignmentsOf));
  const changes = readRows('ticket-changes.jsonl');
  for (const round of roundsOf(changes)) await write(changeStatement, round);
  for (const statement of [targetsStatement, hoursStatement]) await client.query(statement);
  await write(pausesStatement, readRows('pauses.jsonl'));
  for (const statement of [marksStatement, deadlinesStatement]) await client.query(statement);
  await client.query(repeatsStatement);
  await write(reportsStatement, readRows('intake-reports.jsonl'));
  const isChanged = (row: Row) => 'editedAfterHours' in row || 'removedAfterHours' in row;
  await write(commentChangeStatement, readRows('comments.jsonl').filter(isChanged));
  await client.query(mentionsStatement);
  await changeTrail(client, trailStatement, [JSON.stringify(changes), admin.email]);
  for (const statement of [watchersStatement, inboxStatement]) await client.query(statement);
}

export type Row = Record<string, unknown>;

/** The objects of one of the files here. */
export const readRows = (file: string): Row[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => recordOf(JSON.parse(line)));

/** The first changes of all tickets, then their second ones, and so on: a statement changes a row once. */
export const roundsOf = (changes: Row[]): Row[][] => {
  const earlier = ({ ticketTitle }: Row, index: number) =>
    changes.slice(0, index).filter((change) => change['ticketTitle'] === ticketTitle).length;
  return [...Map.groupBy(changes, earlier).values()];
};

/** Comments mention people by e-mail in their file, and by id in the database. */
const withIds = (text: string, ids: ReadonlyMap<string, string>): string =>
  text.replace(/<@([^>]+)>/g, (_, email: string) => `<@${ids.get(email) ?? email}>`);
