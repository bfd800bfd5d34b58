import { PG_POOL, type Principal, selectRows } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { z } from 'zod';
import { type Asked, statementOf } from './question.ts';

/** So many stores are named to PostgreSQL at most. */
const FEW_STORES = 1000;
const scopeRow = z.object({ today: z.string(), stores: z.array(z.guid()).nullable() });

/** Reads figures. In SQL, because each response is one statement of aggregates over groups. */
@Injectable()
export class ReportsRepository {
  constructor(@Inject(PG_POOL) private readonly pool: pg.Pool) {}

  rows<Row extends z.ZodObject>(row: Row, text: string, asked: Asked): Promise<z.infer<Row>[]> {
    return selectRows(this.pool, row, statementOf(text, asked));
  }

  /**
   * The latest day that has begun at a store which the caller can see, and those stores, or the one that is asked for
   * if it is one of them; null for more than {@link FEW_STORES}.
   */
  async scope({ userId }: Principal, locationId: string | undefined): Promise<z.infer<typeof scopeRow>> {
    const [row] = await selectRows(this.pool, scopeRow, {
      text: `
        WITH visible AS MATERIALIZED (
          SELECT l.id, l.timezone FROM core.locations l WHERE l.id IN (SELECT id FROM core.visible_locations($1))
        ), zones AS (
          SELECT DISTINCT timezone FROM visible
        ), stores AS (
          SELECT id FROM visible WHERE $2::uuid IS NULL OR id = $2 LIMIT ${FEW_STORES + 1}
        )
        SELECT (SELECT coalesce(max((now() AT TIME ZONE timezone)::date), current_date)::text FROM zones) AS today,
          (SELECT CASE WHEN count(*) <= ${FEW_STORES} THEN coalesce(json_agg(id), '[]') END FROM stores) AS stores`,
      values: [userId, locationId ?? null],
    });
    if (!row) throw new Error('an aggregate returned no row');
    return row;
  }
}
