import { PG_POOL, type Principal, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { z } from 'zod';
import { type Asked, statementOf } from './question.ts';

const todayRow = z.object({ today: z.string() });

/** Reads figures. In SQL, because each response is one statement of aggregates over groups. */
@Injectable()
export class ReportsRepository {
  constructor(@Inject(PG_POOL) private readonly pool: pg.Pool) {}

  rows<Row extends z.ZodObject>(row: Row, text: string, asked: Asked): Promise<z.infer<Row>[]> {
    return selectRows(this.pool, row, statementOf(text, asked));
  }

  /** The latest day that has begun at a store which the caller can see. */
  async today({ userId }: Principal): Promise<string> {
    const [row] = await selectRows(this.pool, todayRow, {
      text: `
        SELECT coalesce(max((now() AT TIME ZONE l.timezone)::date), current_date)::text AS today FROM core.locations l
        WHERE l.id IN (SELECT id FROM core.visible_locations($1))`,
      values: [userId],
    });
    if (!row) throw new Error('an aggregate returned no row');
    return row.today;
  }
}
