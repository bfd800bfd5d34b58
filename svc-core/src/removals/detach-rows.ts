import { literal, type Sql, sql } from '../database/sql.ts';

/** The tables of the references, by their columns. */
const tableOf = {
  project_id: 'core.tasks',
  recurring_task_id: 'core.tasks',
  equipment_id: 'core.tickets',
  code_id: 'core.intake_reports',
} as const;

export type Reference = keyof typeof tableOf;

/**
 * Clears references to rows that are about to be deleted. The rows that refer to them are locked in the order of their ids, as
 * everywhere. @param ids an array of the ids of those to be deleted @param limit maximum number of references
 */
export function detachRows(reference: Reference, ids: Sql, limit: number): Sql {
  const [table, column] = [literal(tableOf[reference]), literal(reference)];
  return sql`UPDATE ${table} SET ${column} = NULL WHERE id IN (
    SELECT id FROM ${table}
    WHERE id = ANY (ARRAY(SELECT id FROM ${table} WHERE ${column} = ANY (${ids}) LIMIT ${limit}))
    ORDER BY id FOR UPDATE)`;
}
