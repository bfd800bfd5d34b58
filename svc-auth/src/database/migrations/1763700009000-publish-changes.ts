import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * The location of the ticket that an entry's row names, when the entry was written: where the ticket's last entry
 * before it left the ticket. Ids are given when an entry is written, so they are in the order of the changes of one
 * row.
 */
const locationOfTicket = `
  (SELECT (coalesce(t.after, t.before) ->> 'location_id')::uuid FROM auth.audit_entries t
   WHERE t.entity = 'ticket' AND t.id < e.id
     AND (CASE WHEN t.entity = 'ticket' THEN t.entity_id ELSE (coalesce(t.after, t.before) ->> 'ticket_id')::uuid END)
       = (coalesce(e.after, e.before) ->> 'ticket_id')::uuid
   ORDER BY t.id DESC LIMIT 1)`;

const locationIn = (row: 'e.before' | 'e.after'): string => `
  CASE
    WHEN ${row} IS NULL THEN NULL
    WHEN e.entity = 'location' THEN e.entity_id
    WHEN ${row} ? 'location_id' THEN (${row} ->> 'location_id')::uuid
    WHEN ${row} ? 'ticket_id' THEN ${locationOfTicket}
  END`;

/** The query of the view auth.changes. @param more further columns, at the end */
export const selectChanges = (more = ''): string => `
  SELECT e.xid, e.id, e.occurred_at, e.actor_id, e.request_id, e.action, e.entity, e.entity_id,
    ARRAY(
      SELECT lower(left(k.name, 1)) || substr(replace(initcap(k.name), '_', ''), 2)
      FROM jsonb_object_keys(coalesce(e.after, e.before)) AS k (name)
      WHERE e.before ->> k.name IS DISTINCT FROM e.after ->> k.name
      ORDER BY k.name
    ) AS fields,
    ${locationIn('e.before')} AS location_before,
    ${locationIn('e.after')} AS location_after,
    CASE WHEN e.entity = 'ticket' THEN e.entity_id ELSE (coalesce(e.after, e.before) ->> 'ticket_id')::uuid END
      AS ticket_id,
    (e.before ->> 'assigned_to')::uuid AS assignee_before,
    (e.after ->> 'assigned_to')::uuid AS assignee_after${more}
  FROM auth.audit_entries e`;

/**
 * The audit trail without contents, for whoever has to know that something changed. Contents are read from the rows
 * themselves, under the grants of their columns.
 *
 * - `fields`: the fields whose value differs, by their names in the API. No value and null are the same, so a creation
 *   names the fields that were given, and a deletion those that the row had.
 * - `location_before`, `location_after`: the place of the row. For rows that have only a ticket (comments, attachments)
 *   it is the ticket's place at that moment; a move of the ticket is a change of the ticket. Null before a creation and
 *   after a deletion; for what has no place, such as users and tokens; and for rows of a ticket of which the trail has
 *   nothing.
 * - `ticket_id`: the ticket itself, or the one that the row names. Null for all others.
 * - `assignee_before`, `assignee_after`: for tickets, tasks and recurring tasks. Null where nobody is assigned.
 */
export class PublishChanges1763700009000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE VIEW auth.changes AS ${selectChanges()}`);
    await runner.query('GRANT SELECT ON auth.changes TO auth_readers, svc_auth');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW auth.changes');
  }
}
