import { type Page, type Principal, responseId, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import { foundEntity, insertEntity, lockEntity } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { countOf, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { Import } from './import.entity.ts';
import {
  importCounts,
  type ImportKind,
  importResponse,
  type ImportResponse,
  importRowResponse,
  type ImportRowResponse,
  type ListImportRowsQuery,
} from './imports.schemas.ts';
import type { PlannedRow } from './plan-rows.ts';

const listedRow = importRowResponse.extend(pageColumns);
const claimedRow = z.object({
  id: responseId,
  kind: z.enum(['locations', 'equipment']),
  appliedBy: responseId.nullable(),
});
const pendingRow = z.object({
  line: z.int(),
  action: z.enum(['create', 'update']),
  targetId: responseId.nullable(),
  targetVersion: z.int().nullable(),
  request: z.object({ fields: z.record(z.string(), z.unknown()), managers: z.array(z.string()) }),
});
const settingsRow = z.object({ actorId: z.string(), requestId: z.string() });

export type ClaimedImport = z.infer<typeof claimedRow>;
export type PendingRow = z.infer<typeof pendingRow>;
export interface Outcome {
  line: number;
  outcome: 'applied' | 'conflict';
  errors: ImportRowResponse['errors'];
}

/** Rows of one INSERT: their JSON is made in one piece. */
const INSERTED = 250;

const of = (id: string): Sql => sql`r.import_id = ${id}`;

/**
 * Plans of imports. Their rows are in SQL: thousands are written by one statement, and one replica at a time works on
 * an import (SKIP LOCKED).
 */
@Injectable()
export class ImportsRepository {
  constructor(private readonly database: Database) {}

  async insert(
    within: EntityManager,
    principal: Principal,
    kind: ImportKind,
    rows: readonly PlannedRow[],
  ): Promise<string> {
    const id = await insertEntity(within, Import, { kind, createdBy: principal.userId });
    for (let at = 0; at < rows.length; at += INSERTED) {
      const some = JSON.stringify(rows.slice(at, at + INSERTED));
      await this.database.run(
        sql`INSERT INTO core.import_rows
              (import_id, line, action, key, target_id, target_version, request, changes, errors)
            SELECT ${id}::uuid, line, action, key, "targetId", "targetVersion", request, changes, errors
            FROM jsonb_to_recordset(${some}::jsonb) AS planned (line int, action text, key text,
              "targetId" uuid, "targetVersion" int, request jsonb, changes jsonb, errors jsonb)`,
        { within },
      );
    }
    return id;
  }

  /**
   * Expires the plans of a person that are not applied, but this one and the newest others. Until the transaction ends,
   * no other request of this person does the same.
   */
  async expireOlder(within: EntityManager, { userId }: Principal, id: string, others: number): Promise<void> {
    await this.database.run(
      sql`SELECT FROM pg_advisory_xact_lock(hashtextextended(${`imports ${userId}`}, 0))`,
      { within },
    );
    await this.database.run(
      sql`UPDATE core.imports SET state = 'expired' WHERE state = 'planned' AND id IN (
            SELECT i.id FROM core.imports i
            WHERE i.created_by = ${userId} AND i.state = 'planned' AND i.expires_at > now() AND i.id <> ${id}
            ORDER BY i.id DESC OFFSET ${others})`,
      { within },
    );
  }

  /** @throws Problem 404 */
  async get(id: string, within?: EntityManager): Promise<Versioned<ImportResponse>> {
    const found = await (within ?? this.database.entities).findOneBy(Import, { id });
    return foundEntity(
      importResponse,
      found && Object.assign(found, { counts: found.counts ?? (await this.counts(within, id)) }),
    );
  }

  async counts(within: EntityManager | undefined, id: string): Promise<ImportResponse['counts']> {
    const actions = ['create', 'update', 'unchanged', 'error'].map(
      (action) => `count(*) FILTER (WHERE action = '${action}')::int AS "${action}"`,
    );
    const outcomes = ['applied', 'conflict'].map(
      (outcome) => `count(*) FILTER (WHERE outcome = '${outcome}')::int AS "${outcome}"`,
    );
    const [counts] = await this.database.rows(
      importCounts,
      sql`SELECT ${literal([...actions, ...outcomes].join(', '))} FROM core.import_rows r WHERE ${of(id)}`,
      { within },
    );
    return importCounts.parse(counts);
  }

  rows(id: string, query: ListImportRowsQuery): Promise<Page<ImportRowResponse>> {
    const table = sql`core.import_rows r`;
    const conditions = [
      of(id),
      ...(query.action === undefined
        ? []
        : [sql`${literal(isOutcome(query.action) ? 'r.outcome' : 'r.action')} = ${query.action}`]),
    ];
    return readPage(this.database, {
      row: listedRow,
      alias: 'r',
      columns: columnsOf(importRowResponse, 'r'),
      octets: { ofRow: sql`octet_length(r.changes::text) + octet_length(r.errors::text)` },
      table,
      conditions,
      total: countOf(table, conditions),
      sort: [sql`r.line`],
      direction: 'ASC',
      query,
      toItem: ownFields,
      keysOf: ({ line }) => [String(line)],
    });
  }

  /**
   * Locks the import until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, id: string): Promise<Import> {
    return lockEntity(within, Import, 'for_no_key_update', 'i', sql`i.id = ${id}`);
  }

  async set(
    within: EntityManager,
    id: string,
    changes: Partial<Pick<Import, 'state' | 'appliedBy'>>,
  ): Promise<void> {
    await within.update(Import, id, changes);
  }

  /**
   * Locks an import that is being applied and that no other replica works on. Changes of this transaction then have its
   * user as actor, and its id in place of a request's.
   */
  async claim(within: EntityManager): Promise<ClaimedImport | null> {
    const [claimed] = await this.database.rows(
      claimedRow,
      sql`SELECT i.id, i.kind, i.applied_by AS "appliedBy" FROM core.imports i
          WHERE i.state = 'applying' ORDER BY i.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
      { within },
    );
    if (!claimed) return null;
    await this.database.rows(
      settingsRow,
      sql`SELECT set_config('mainstay.actor_id', ${claimed.appliedBy ?? ''}, true) AS "actorId",
            set_config('mainstay.request_id', ${`import-${claimed.id}`}, true) AS "requestId"`,
      { within },
    );
    return claimed;
  }

  /** The next rows of an import that are not applied. */
  pendingRows(within: EntityManager, id: string, limit: number): Promise<PendingRow[]> {
    return this.database.rows(
      pendingRow,
      sql`SELECT r.line, r.action, r.target_id AS "targetId", r.target_version AS "targetVersion", r.request
          FROM core.import_rows r
          WHERE ${of(id)} AND r.outcome IS NULL AND r.action IN ('create', 'update') ORDER BY r.line LIMIT ${limit}`,
      { within },
    );
  }

  async record(within: EntityManager, id: string, outcomes: readonly Outcome[]): Promise<void> {
    await this.database.run(
      sql`UPDATE core.import_rows r SET outcome = done.outcome, errors = done.errors
          FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS done (line int, outcome text, errors jsonb)
          WHERE ${of(id)} AND r.line = done.line`,
      { within },
    );
  }

  /** Expires plans that were not applied in time. */
  async expire(within: EntityManager): Promise<void> {
    await this.database.run(
      sql`UPDATE core.imports SET state = 'expired' WHERE state = 'planned' AND expires_at <= now()`,
      { within },
    );
  }

  /**
   * Deletes the rows of an expired plan, or of one that was applied, 30 days after it could be applied last; its
   * counts stay.
   * Returns false if there was none.
   */
  async clearOne(within: EntityManager): Promise<boolean> {
    const [found] = await this.database.rows(
      z.object({ id: responseId }),
      sql`SELECT i.id FROM core.imports i
          WHERE i.counts IS NULL
            AND (i.state = 'expired' OR (i.state = 'applied' AND i.expires_at <= now() - interval '30 days'))
          ORDER BY i.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
      { within },
    );
    if (!found) return false;
    await within.update(Import, found.id, { counts: await this.counts(within, found.id) });
    await this.database.run(sql`DELETE FROM core.import_rows r WHERE ${of(found.id)}`, { within });
    return true;
  }
}

const isOutcome = (action: string): boolean => action === 'applied' || action === 'conflict';
