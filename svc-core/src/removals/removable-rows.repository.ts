import { responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import { Batches } from './batches.ts';

export type RemovableKind = 'location' | 'project' | 'equipment';

const tables: Record<RemovableKind, Sql> = {
  location: sql`core.locations`,
  project: sql`core.projects`,
  equipment: sql`core.equipment`,
};

/** References that are cleared before the rows they refer to are deleted: their tables, by their columns. */
const referrers = {
  project_id: 'core.tasks',
  recurring_task_id: 'core.tasks',
  code_id: 'core.intake_reports',
} as const;
type Reference = keyof typeof referrers;

/** What a location has besides tickets and tasks, with the references to it, in the order in which it is deleted. */
const parts: readonly [table: Sql, reference: Reference | 'equipment_id'][] = [
  [sql`core.projects`, 'project_id'],
  [sql`core.recurring_tasks`, 'recurring_task_id'],
  [sql`core.intake_codes`, 'code_id'],
  [sql`core.equipment`, 'equipment_id'],
];

const idRow = z.object({ id: responseId });

/**
 * Rows of entities that may have more of them than one transaction should delete. In SQL: DELETE and UPDATE with a
 * limit and locks, for tables whose entities are on floors above.
 */
@Injectable()
export class RemovableRowsRepository {
  /** What is deleted first of a location: tickets. */
  readonly ofLocation = new Batches<string>();
  /** What stays without equipment, by the ids of equipment: tickets. */
  readonly ofEquipment = new Batches<readonly string[]>();

  constructor(private readonly database: Database) {}

  /** Hides an entity and all its rows from everybody, once the transaction is committed. */
  async hide(within: EntityManager, kind: RemovableKind, id: string): Promise<void> {
    const run = (statement: Sql): Promise<number> => this.database.run(statement, { within });
    await run(sql`UPDATE ${tables[kind]} SET removed_at = now(), updated_at = now() WHERE id = ${id}`);
    if (kind === 'location') await run(sql`DELETE FROM core.manager_assignments WHERE location_id = ${id}`);
    // They take no reports from then on.
    if (kind === 'equipment')
      await run(sql`UPDATE core.intake_codes SET active = false WHERE equipment_id = ${id}`);
  }

  /**
   * Deletes or updates some of the rows that must be processed before an entity can be deleted. Tasks of a project, and
   * tickets of equipment and reports of its codes, stay without it.
   * @param limit maximum number of rows, with the comments, reports and costs of tickets and without other cascades;
   *   the last ticket may exceed it
   * @returns whether none is left
   */
  async removeBatch(within: EntityManager, kind: RemovableKind, id: string, limit: number): Promise<boolean> {
    if (kind === 'location') return this.removeFromLocation(within, id, limit);
    if (kind === 'project') return (await this.detach(within, 'project_id', sql`${[id]}`, limit)) < limit;
    const left = limit - (await this.ofEquipment.run(within, [id], limit));
    const codes = sql`ARRAY(SELECT id FROM core.intake_codes WHERE equipment_id = ${id})`;
    return left > 0 && (await this.detach(within, 'code_id', codes, left)) < left;
  }

  /** Deletes the entity itself. Rows added since the last batch are deleted or updated by cascade. */
  async remove(within: EntityManager, kind: RemovableKind, id: string): Promise<void> {
    await this.database.run(sql`DELETE FROM ${tables[kind]} WHERE id = ${id}`, { within });
  }

  /**
   * Deletes the newest rows of the location first, because lists begin there. Tasks are deleted before their projects,
   * and tickets before their equipment: every transaction locks them in this order, so that two cannot deadlock.
   */
  private async removeFromLocation(within: EntityManager, id: string, limit: number): Promise<boolean> {
    let left = limit - (await this.ofLocation.run(within, id, limit));
    if (left > 0) {
      const newest = sql`
        SELECT id FROM core.tasks WHERE location_id = ${id} ORDER BY created_at DESC, id DESC LIMIT ${left}`;
      left -= await this.removeRows(within, sql`core.tasks`, newest);
    }
    for (const [table, reference] of parts) {
      if (left > 0) left -= await this.removeReferred(within, table, reference, id, left);
    }
    return left > 0;
  }

  private removeRows(within: EntityManager, table: Sql, ids: Sql): Promise<number> {
    return this.database.run(
      sql`DELETE FROM ${table} WHERE id IN (
            SELECT id FROM ${table} WHERE id = ANY (ARRAY(${ids})) ORDER BY id FOR UPDATE)`,
      { within },
    );
  }

  /** Tasks, tickets and reports of other locations may refer to these rows; their references are cleared. */
  private async removeReferred(
    within: EntityManager,
    table: Sql,
    reference: Reference | 'equipment_id',
    locationId: string,
    limit: number,
  ): Promise<number> {
    const rows = await this.database.rows(
      idRow,
      sql`SELECT id FROM ${table} WHERE location_id = ${locationId} ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
      { within },
    );
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    const detached =
      reference === 'equipment_id'
        ? await this.ofEquipment.run(within, ids, limit)
        : await this.detach(within, reference, sql`${ids}`, limit);
    if (detached >= limit) return detached;
    return (
      detached + (await this.database.run(sql`DELETE FROM ${table} WHERE id = ANY (${ids})`, { within }))
    );
  }

  /**
   * Clears references to rows that are about to be deleted. The rows that refer to them are locked in the order of
   * their ids, as everywhere.
   * @param ids an array of the ids of those to be deleted
   * @param limit maximum number of references
   */
  private detach(within: EntityManager, reference: Reference, ids: Sql, limit: number): Promise<number> {
    const [table, column] = [literal(referrers[reference]), literal(reference)];
    return this.database.run(
      sql`UPDATE ${table} SET ${column} = NULL WHERE id IN (
            SELECT id FROM ${table}
            WHERE id = ANY (ARRAY(SELECT id FROM ${table} WHERE ${column} = ANY (${ids}) LIMIT ${limit}))
            ORDER BY id FOR UPDATE)`,
      { within },
    );
  }
}
