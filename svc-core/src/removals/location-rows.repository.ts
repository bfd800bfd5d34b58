import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import { responseId } from '../fields/reference.ts';
import { Location } from '../locations/location.entity.ts';
import { detachTasks } from './detach-tasks.ts';
import type { Removable } from './removable.ts';

const idRow = z.object({ id: responseId });

/** The rows of removed locations. In SQL: a DELETE with a limit. */
@Injectable()
export class LocationRowsRepository implements Removable {
  constructor(
    @InjectRepository(Location) private readonly locations: Repository<Location>,
    private readonly database: Database,
  ) {}

  async hide(within: EntityManager, id: string): Promise<void> {
    await this.run(within, sql`UPDATE core.locations SET removed_at = now() WHERE id = ${id}`);
    await this.run(within, sql`DELETE FROM core.manager_assignments WHERE location_id = ${id}`);
  }

  /**
   * Deletes the newest rows of the location first, because lists begin there. Tasks are deleted before their
   * projects: every transaction locks a task before its project, so that two cannot deadlock.
   */
  async removeBatch(within: EntityManager, id: string, limit: number): Promise<boolean> {
    let left = limit;
    left -= await this.removeRows(within, 'tickets', id, left);
    if (left > 0) left -= await this.removeRows(within, 'tasks', id, left);
    if (left > 0) left -= await this.removeReferred(within, 'projects', 'project_id', id, left);
    if (left > 0) left -= await this.removeReferred(within, 'recurring_tasks', 'recurring_task_id', id, left);
    return left > 0;
  }

  /** Rows added since the last batch are deleted by cascade. */
  async remove(within: EntityManager, id: string): Promise<void> {
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

  /** Tasks of other locations may refer to these rows; their references are cleared. */
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
    const detached = await this.database.run(detachTasks(reference, ids, limit), { within });
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
