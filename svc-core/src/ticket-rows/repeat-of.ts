import { type Sql, sql } from '../database/sql.ts';

/** SQL of the ticket of this equipment that was solved last, at most 30 × 24 hours ago; null without one. */
export const repeatOf = (equipmentId: string | null): Sql => sql`
  (SELECT id FROM core.tickets
   WHERE equipment_id = ${equipmentId} AND status = 'solved' AND completed_at >= now() - interval '720 hours'
   ORDER BY completed_at DESC, id DESC LIMIT 1)`;
