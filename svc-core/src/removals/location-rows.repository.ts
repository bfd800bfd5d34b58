import { responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import { Location } from '../locations/location.entity.ts';
import { detachRows, type Reference } from './detach-rows.ts';
import type { Removable } from './removable.ts';

const idRow = z.object({ id: responseId });
/** A ticket, and how many rows go with it: itself, its comments and its reports. */
const sizedRow = idRow.extend({ size: z.int() });

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
   * projects, and tickets before their equipment: every transaction locks them in this order, so that two cannot deadlock.
   */
  async removeBatch(within: EntityManager, id: string, limit: number): Promise<boolean> {
    let left = limit;
    left -= await this.removeTickets(within, id, left);
    const tasks = literal('core.tasks');
    if (left > 0) left -= await this.removeRows(within, tasks, newest(tasks, id, left));
    if (left > 0) left -= await this.removeReferred(within, 'projects', 'project_id', id, left);
    if (left > 0) left -= await this.removeReferred(within, 'recurring_tasks', 'recurring_task_id', id, left);
    if (left > 0) left -= await this.removeReferred(within, 'intake_codes', 'code_id', id, left);
    if (left > 0) left -= await this.removeReferred(within, 'equipment', 'equipment_id', id, left);
    return left > 0;
  }

  /** Rows added since the last batch are deleted by cascade. */
  async remove(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.locations).delete(id);
  }

  /**
   * Deletes tickets until they are `limit` rows with their comments and reports, and at least one. Those go by cascade, and
   * each of them costs as much as a ticket. Returns the number of rows.
   */
  private async removeTickets(within: EntityManager, locationId: string, limit: number): Promise<number> {
    const tickets = await this.database.rows(
      sizedRow,
      sql`SELECT id, size FROM (
            SELECT id, size, sum(size) OVER (ORDER BY created_at DESC, id DESC) - size AS before FROM (
              SELECT t.id, t.created_at,
                (1 + (SELECT count(*) FROM core.ticket_comments c WHERE c.ticket_id = t.id)
                  + (SELECT count(*) FROM core.intake_reports r WHERE r.ticket_id = t.id))::int AS size
              FROM core.tickets t WHERE t.location_id = ${locationId}
              ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}) AS newest) AS sized
          WHERE before < ${limit}`,
      { within },
    );
    if (tickets.length === 0) return 0;
    const ids = tickets.map(({ id }) => id);
    await this.removeRows(within, literal('core.tickets'), sql`SELECT unnest(${ids}::uuid[])`);
    return tickets.reduce((sum, { size }) => sum + size, 0);
  }

  private removeRows(within: EntityManager, table: Sql, ids: Sql): Promise<number> {
    return this.run(
      within,
      sql`DELETE FROM ${table} WHERE id IN (
            SELECT id FROM ${table} WHERE id = ANY (ARRAY(${ids})) ORDER BY id FOR UPDATE)`,
    );
  }

  /** Tasks, tickets and reports of other locations may refer to these rows; their references are cleared. */
  private async removeReferred(
    within: EntityManager,
    table: 'projects' | 'recurring_tasks' | 'intake_codes' | 'equipment',
    reference: Reference,
    locationId: string,
    limit: number,
  ): Promise<number> {
    const name = literal(`core.${table}`);
    const rows = await this.database.rows(idRow, newest(name, locationId, limit), { within });
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    const detached = await this.database.run(detachRows(reference, sql`${ids}`, limit), { within });
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
