import type { Page } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { equalities, type Sql, sql } from '../database/sql.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { countUpTo, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { type AuditEntryResponse, auditEntryResponse, type ListAuditEntriesQuery } from './audit.schemas.ts';
import { toAuditedState } from './audited-state.ts';

/** States are JSON as text, because {@link readPage} yields to other requests before parsing them. */
const auditEntryRow = auditEntryResponse.extend({
  before: z.string().nullable(),
  after: z.string().nullable(),
  ...pageColumns,
});

const columns = columnsOf(auditEntryRow.omit({ total: true, pageOctets: true }), 'a', {
  actor: 'u',
  before: sql`a.before::text`,
  after: sql`a.after::text`,
});
const table = sql`auth.audit_entries a`;

/** The trail only grows; an exact total is not worth the cost of counting it. */
const COUNTED_AT_MOST = 10_000;

/** The audit trail of all services, published by svc-auth. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. The total is counted up to 10,000. */
  list(query: ListAuditEntriesQuery): Promise<Page<AuditEntryResponse>> {
    const conditions = conditionsOf(query);
    return readPage(this.database, {
      row: auditEntryRow,
      alias: 'a',
      octets: {
        ofRow: sql`coalesce(octet_length(a.before::text), 0) + coalesce(octet_length(a.after::text), 0)`,
        areCostly: true,
      },
      columns,
      table,
      joins: sql`LEFT JOIN auth.users u ON u.id = a.actor_id`,
      conditions,
      total: countUpTo(COUNTED_AT_MOST, table, conditions),
      sort: [sql`a.occurred_at`, sql`a.id`],
      direction: 'DESC',
      query,
      prepare: false,
      toItem: toAuditEntryResponse,
      keysOf: ({ occurredAt, id }) => [occurredAt, id],
    });
  }
}

const conditionsOf = ({ entity, entityId, actorId, action, from, to }: ListAuditEntriesQuery): Sql[] => [
  ...equalities([
    [sql`a.entity`, entity],
    [sql`a.entity_id`, entityId],
    [sql`a.actor_id`, actorId],
    [sql`a.action`, action],
  ]),
  ...(from === undefined ? [] : [sql`a.occurred_at >= ${from}`]),
  ...(to === undefined ? [] : [sql`a.occurred_at < ${to}`]),
];

const toAuditEntryResponse = (row: z.infer<typeof auditEntryRow>): AuditEntryResponse => {
  const { before, after, ...entry } = ownFields(row);
  return {
    ...entry,
    before: before === null ? null : toAuditedState(entry.entity, before),
    after: after === null ? null : toAuditedState(entry.entity, after),
  };
};
