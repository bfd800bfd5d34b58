import { literal, type Sql, sql } from '../database/sql.ts';

/**
 * Clears the references of tasks to rows that are about to be deleted. Tasks are locked in the order of their ids, as
 * everywhere. @param limit maximum number of tasks
 */
export function detachTasks(
  reference: 'project_id' | 'recurring_task_id',
  ids: readonly string[],
  limit: number,
): Sql {
  const column = literal(reference);
  return sql`UPDATE core.tasks SET ${column} = NULL WHERE id IN (
    SELECT id FROM core.tasks
    WHERE id = ANY (ARRAY(SELECT id FROM core.tasks WHERE ${column} = ANY (${ids}) LIMIT ${limit}))
    ORDER BY id FOR UPDATE)`;
}
