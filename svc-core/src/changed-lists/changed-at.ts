import { literal, type Sql } from '../database/sql.ts';

/**
 * SQL of when a row changed, or something that its response shows.
 * @param own column of its own changes
 */
export const changedAt = (alias: string, own = 'updated_at'): Sql =>
  literal(`greatest(${alias}.${own}, ${alias}.shown_at)`);
