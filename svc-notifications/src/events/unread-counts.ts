import { PG_POOL, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { z } from 'zod';

const countRow = z.object({ userId: z.guid(), unread: z.int() });

@Injectable()
export class UnreadCounts {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** How many unread items each user has in the inbox, by user; without those who have none. */
  async of(userIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await selectRows(this.pool, countRow, {
      name: 'count-unread',
      text: `SELECT user_id AS "userId", count(*)::int AS unread FROM notifications.inbox_items
             WHERE user_id = ANY($1) AND in_app AND read_at IS NULL GROUP BY user_id`,
      values: [[...new Set(userIds)]],
    });
    return new Map(rows.map(({ userId, unread }) => [userId, unread]));
  }
}
