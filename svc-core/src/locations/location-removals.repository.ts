import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import { answeredId } from '../fields/reference.ts';
import { Location } from './location.entity.ts';

const claimedRow = z.object({
  id: answeredId,
  requestedBy: answeredId.nullable(),
  requestId: z.string().nullable(),
});
const settingsRow = z.object({ actorId: z.string(), requestId: z.string() });
const idRow = z.object({ id: answeredId });

/**
 * Hides removed locations and takes their rows away. In SQL: a DELETE with a limit, replicas that pass over what others
 * hold (SKIP LOCKED), and audit entries in the name of who asked.
 */
@Injectable()
export class LocationRemovalsRepository {
  constructor(
    @InjectRepository(Location) private readonly locations: Repository<Location>,
    private readonly database: Database,
  ) {}

  /** Hides the location with all that belongs to it from everybody, once this is committed, and notes who asked. */
  async hide(within: EntityManager, id: string): Promise<void> {
    await this.run(within, sql`UPDATE core.locations SET removed_at = now() WHERE id = ${id}`);
    await this.run(within, sql`DELETE FROM core.manager_assignments WHERE location_id = ${id}`);
    await this.run(
      within,
      sql`INSERT INTO core.location_removals (location_id, requested_by, request_id)
          VALUES (${id}, nullif(current_setting('mainstay.actor_id', true), '')::uuid,
            nullif(current_setting('mainstay.request_id', true), ''))`,
    );
  }

  /** A hidden location that no other replica is at. Until the transaction ends its changes are those of who asked. */
  async claim(within: EntityManager): Promise<string | null> {
    const [claimed] = await this.database.rows(
      claimedRow,
      sql`SELECT location_id AS id, requested_by AS "requestedBy", request_id AS "requestId"
          FROM core.location_removals ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      { within },
    );
    if (!claimed) return null;
    await this.database.rows(
      settingsRow,
      sql`SELECT set_config('mainstay.actor_id', ${claimed.requestedBy ?? ''}, true) AS "actorId",
            set_config('mainstay.request_id', ${claimed.requestId ?? ''}, true) AS "requestId"`,
      { within },
    );
    return claimed.id;
  }

  /**
   * Removes some of what belongs to the location, the newest first: lists begin there. A task goes before its project, as
   * everybody goes on from a task to its project; or two could wait for each other.
   * @param limit rows at most, cascades not counted
   * @returns whether nothing is left
   */
  async removeBatch(within: EntityManager, id: string, limit: number): Promise<boolean> {
    let left = limit;
    left -= await this.removeRows(within, 'tickets', id, left);
    if (left > 0) left -= await this.removeRows(within, 'tasks', id, left);
    if (left > 0) left -= await this.removeReferred(within, 'projects', 'project_id', id, left);
    if (left > 0) left -= await this.removeReferred(within, 'recurring_tasks', 'recurring_task_id', id, left);
    return left > 0;
  }

  /** What has come to it since it was last looked at goes by cascade. */
  async removeLocation(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.locations).delete(id);
  }

  private removeRows(
    within: EntityManager,
    table: 'tickets' | 'tasks',
    locationId: string,
    limit: number,
  ): Promise<number> {
    const name = literal(`core.${table}`);
    return this.run(
      within,
      sql`DELETE FROM ${name} WHERE id IN (
            SELECT id FROM ${name} WHERE id = ANY (ARRAY(${newest(name, locationId, limit)})) ORDER BY id FOR UPDATE)`,
    );
  }

  /** Tasks of other locations may refer to these rows. They stay, without them. */
  private async removeReferred(
    within: EntityManager,
    table: 'projects' | 'recurring_tasks',
    reference: 'project_id' | 'recurring_task_id',
    locationId: string,
    limit: number,
  ): Promise<number> {
    const name = literal(`core.${table}`);
    const rows = await this.database.rows(idRow, newest(name, locationId, limit), { within });
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    const column = literal(reference);
    const detached = await this.run(
      within,
      sql`UPDATE core.tasks SET ${column} = NULL WHERE id IN (
            SELECT id FROM core.tasks
            WHERE id = ANY (ARRAY(SELECT id FROM core.tasks WHERE ${column} = ANY (${ids}) LIMIT ${limit}))
            ORDER BY id FOR UPDATE)`,
    );
    if (detached >= limit) return detached;
    return detached + (await this.run(within, sql`DELETE FROM ${name} WHERE id = ANY (${ids})`));
  }

  private run(within: EntityManager, statement: Sql): Promise<number> {
    return this.database.run(statement, { within });
  }
}

const newest = (table: Sql, locationId: string, limit: number): Sql =>
  sql`SELECT id FROM ${table} WHERE location_id = ${locationId}
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
