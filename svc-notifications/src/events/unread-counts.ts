import { PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';
import { isVisibleAt } from '../recipients/scope.ts';

const countRow = z.object({ userId: z.guid(), unread: z.int() });

@Injectable()
export class UnreadCounts {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /**
   * How many unread items about what they can see each user has in the inbox, by user; without those who have none.
   * What was removed cannot be opened, so it is not counted. Items of a location are asked about together, because most
   * of the time goes into what is visible. In SQL: an aggregate.
   */
  async of(userIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await selectRows(this.pool, countRow, {
      name: 'count-unread',
      text: `SELECT u.id AS "userId", sum(c.items)::int AS unread
             FROM (
               SELECT i.user_id, coalesce(t.location_id, k.location_id, i.location_id) AS location_id, count(*) AS items
               FROM notifications.inbox_items i
                 LEFT JOIN core.tickets t ON t.id = i.ticket_id
                 LEFT JOIN core.intake_codes k ON k.id = i.code_id
               WHERE i.user_id = ANY($1) AND i.in_app AND i.read_at IS NULL
               GROUP BY 1, 2
             ) c JOIN auth.users u ON u.id = c.user_id
             WHERE ${isVisibleAt('c.location_id')}
             GROUP BY u.id`,
      values: [[...new Set(userIds)]],
    });
    return new Map(rows.map(({ userId, unread }) => [userId, unread]));
  }
}
