import { responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import type { RemovableKind } from './removable-rows.repository.ts';

const claimedRow = z.object({
  id: responseId,
  requestedBy: responseId.nullable(),
  requestId: z.string().nullable(),
});
const settingsRow = z.object({ actorId: z.string(), requestId: z.string() });

const columns = sql`r.requested_by AS "requestedBy", r.request_id AS "requestId"`;

/** What is of a removed location is left to its removal; locks the location, or two replicas could deadlock. */
const claimOf = (removals: Sql, entities: Sql): Sql => sql`
  SELECT e.id, ${columns} FROM ${removals}
  JOIN ${entities} JOIN core.locations l ON l.id = e.location_id
  WHERE l.removed_at IS NULL
  ORDER BY r.requested_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED FOR KEY SHARE OF l SKIP LOCKED`;
const claims: Record<RemovableKind, Sql> = {
  location: sql`
    SELECT r.location_id AS id, ${columns} FROM core.location_removals r
    ORDER BY r.requested_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  project: claimOf(sql`core.project_removals r`, sql`core.projects e ON e.id = r.project_id`),
  equipment: claimOf(sql`core.equipment_removals r`, sql`core.equipment e ON e.id = r.equipment_id`),
};

/**
 * The removals in progress, with the user who requested each. In SQL: replicas skip removals that others work on
 * (SKIP LOCKED), and audit entries have the requesting user as actor.
 */
@Injectable()
export class RemovalRequestsRepository {
  constructor(private readonly database: Database) {}

  /** Records the removal with the user and the request of this transaction. */
  async add(within: EntityManager, kind: RemovableKind, id: string): Promise<void> {
    await this.database.run(
      sql`INSERT INTO ${literal(`core.${kind}_removals`)} (${literal(`${kind}_id`)}, requested_by, request_id)
          VALUES (${id}, nullif(current_setting('mainstay.actor_id', true), '')::uuid,
            nullif(current_setting('mainstay.request_id', true), ''))`,
      { within },
    );
  }

  /**
   * Locks a removal that no other replica works on; its user is this transaction's actor.
   * @returns the entity's id
   */
  async claim(within: EntityManager, kind: RemovableKind): Promise<string | null> {
    const [claimed] = await this.database.rows(claimedRow, claims[kind], { within });
    if (!claimed) return null;
    await this.database.rows(
      settingsRow,
      sql`SELECT set_config('mainstay.actor_id', ${claimed.requestedBy ?? ''}, true) AS "actorId",
            set_config('mainstay.request_id', ${claimed.requestId ?? ''}, true) AS "requestId"`,
      { within },
    );
    return claimed.id;
  }
}
