import { responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { changedAt } from '../changed-lists/changed-at.ts';
import { Database } from '../database/database.ts';
import { idsOfAny, literal, type Sql, sql } from '../database/sql.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import type { Causes, Entry } from './causes.ts';

const lockRow = z.object({ isFirst: z.boolean() });
const nowRow = z.object({ now: responseInstant });
const positionRow = z.object({ cursor: z.string().nullable(), since: responseInstant.nullable() });
const entryRow = z.object({
  id: responseId,
  equipmentIds: z.array(z.string()),
  managerId: responseId.nullable(),
  locationId: responseId.nullable(),
});

/** Finds and moves what shows rows that changed. In SQL: the trail is JSON, and each statement moves a whole batch. */
@Injectable()
export class ShownChangesRepository {
  constructor(
    private readonly database: Database,
    private readonly tickets: TicketsRepository,
  ) {}

  /** Whether no other replica is at work, until the transaction ends. */
  async isFirst(within: EntityManager): Promise<boolean> {
    const [lock] = await this.database.rows(
      lockRow,
      sql`SELECT pg_try_advisory_xact_lock(hashtext('core.shown_position')) AS "isFirst"`,
      { within, prepare: true },
    );
    return lock?.isFirst === true;
  }

  /** The time of the database, after whatever it has shown so far. */
  async now(within: EntityManager): Promise<string> {
    const [row] = await this.database.rows(nowRow, sql`SELECT clock_timestamp()::timestamptz(3) AS now`, {
      within,
    });
    if (!row) throw new Error('clock_timestamp() returned nothing');
    return row.now;
  }

  /** Up to where the feed was read, and since when a page of it is being worked on. */
  async position(within: EntityManager): Promise<z.infer<typeof positionRow>> {
    const [row] = await this.database.rows(positionRow, sql`SELECT cursor, since FROM core.shown_position`, {
      within,
      prepare: true,
    });
    if (!row) throw new Error('core.shown_position has no row');
    return row;
  }

  async setPosition(within: EntityManager, { cursor, since }: z.infer<typeof positionRow>): Promise<void> {
    await this.database.run(sql`UPDATE core.shown_position SET cursor = ${cursor}, since = ${since}`, {
      within,
    });
  }

  /** Whose rows these entries of the audit trail concern. */
  async entries(within: EntityManager, ids: readonly string[]): Promise<Map<string, Entry>> {
    const rows = await this.database.rows(
      entryRow,
      sql`SELECT a.id, to_json(array_remove(ARRAY[a.before ->> 'equipment_id', a.after ->> 'equipment_id'], NULL))
              AS "equipmentIds",
            (coalesce(a.after, a.before) ->> 'manager_id')::uuid AS "managerId",
            (coalesce(a.after, a.before) ->> 'location_id')::uuid AS "locationId"
          FROM auth.audit_entries a WHERE a.id = ANY (${ids})`,
      { within },
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Moves equipment whose code was used after it moved: that a code was used is not in the audit trail. */
  moveUsed(within: EntityManager, limit: number): Promise<number> {
    const used = sql`e.id IN (
      SELECT c.equipment_id FROM core.intake_codes c
      WHERE c.last_used_at > now() - interval '1 day' AND c.last_used_at > ${changedAt('e')})`;
    return this.moveOf(within, 'equipment', [used], sql`'infinity'`, limit);
  }

  /**
   * Moves what shows these and was not moved since.
   * @returns how many rows, at most `limit`
   */
  async move(within: EntityManager, causes: Causes, since: string, limit: number): Promise<number> {
    const { locations, vendors, equipment, users, removedTickets, assignments } = causes;
    const pairs = JSON.stringify(assignments);
    let left = limit;
    left -= await this.tickets.show(
      within,
      any([
        [sql`t.location_id`, locations],
        [sql`t.vendor_id`, vendors],
        [sql`t.equipment_id`, equipment],
        [sql`t.assigned_to`, users],
        [sql`t.repeat_of`, removedTickets],
      ]).concat(
        users.length === 0
          ? []
          : [
              sql`t.id IN (SELECT w.ticket_id FROM core.ticket_events w WHERE w.kind = 'waived' AND w.actor_id = ANY (${users}))`,
            ],
        assignments.length === 0
          ? []
          : [
              sql`(t.assigned_to, t.location_id) IN (
                SELECT "managerId", "locationId" FROM jsonb_to_recordset(${pairs}) AS a ("managerId" uuid, "locationId" uuid))`,
            ],
      ),
      since,
      left,
    );
    const ofTickets = any([
      [sql`o.id`, causes.tickets],
      [sql`o.location_id`, locations],
    ]).map((condition) => sql`c.ticket_id IN (SELECT o.id FROM core.tickets o WHERE ${condition})`);
    const costs = any([
      [sql`c.vendor_id`, vendors],
      [sql`c.created_by`, users],
    ]).concat(ofTickets);
    left -= await this.moveOf(within, 'ticket_costs', costs, sql`${since}`, left);
    const machines = any([
      [sql`e.location_id`, locations],
      [sql`e.vendor_id`, vendors],
      [sql`e.id`, causes.countedEquipment],
    ]);
    left -= await this.moveOf(within, 'equipment', machines, sql`${since}`, left);
    const served =
      causes.removedLocations.length === 0 ? [] : [sql`v.location_ids && ${causes.removedLocations}::uuid[]`];
    left -= await this.moveOf(within, 'vendors', served, sql`${since}`, left);
    return limit - left;
  }

  private async moveOf(
    within: EntityManager,
    table: keyof typeof aliases,
    conditions: readonly Sql[],
    since: Sql,
    limit: number,
  ): Promise<number> {
    if (conditions.length === 0 || limit === 0) return 0;
    const [alias, own] = aliases[table];
    const name = literal(`core.${table}`);
    const row = literal(alias);
    const from = sql`${name} ${row}`;
    return this.database.run(
      sql`UPDATE ${name} SET shown_at = clock_timestamp() WHERE id IN (
            SELECT ${row}.id FROM ${from}
            WHERE ${row}.id IN (${idsOfAny(from, sql`${row}.id`, conditions)}) AND ${changedAt(alias, own)} < ${since}
            ORDER BY ${row}.id LIMIT ${limit} FOR NO KEY UPDATE)`,
      { within },
    );
  }
}

const aliases = {
  ticket_costs: ['c', 'created_at'],
  equipment: ['e', 'updated_at'],
  vendors: ['v', 'updated_at'],
} as const;

/** A condition for each column whose values are asked for. */
const any = (columns: readonly (readonly [column: Sql, ids: readonly string[]])[]): Sql[] =>
  columns.flatMap(([column, ids]) => (ids.length === 0 ? [] : [sql`${column} = ANY (${ids})`]));
