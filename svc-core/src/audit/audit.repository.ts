import { type Page, responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { equalities, type Sql, sql } from '../database/sql.ts';
import { countUpTo, pageColumns, readPage } from '../lists/read-page.ts';
import { personOf } from '../people/person.ts';
import { type AuditEntryResponse, auditEntryResponse, type ListAuditEntriesQuery } from './audit.schemas.ts';
import { toAuditedState } from './audited-state.ts';

/**
 * The actor's name is null for background work and for a removed user. States are JSON as text, because {@link
 * readPage} yields to other requests before parsing them.
 */
const auditEntryRow = auditEntryResponse.omit({ actor: true, before: true, after: true }).extend({
  before: z.string().nullable(),
  after: z.string().nullable(),
  knownActorId: responseId.nullable(),
  actorFirstName: z.string().nullable(),
  actorLastName: z.string().nullable(),
  ...pageColumns,
});

const columns = sql`
  a.id, a.occurred_at AS "occurredAt", a.actor_id AS "actorId", a.request_id AS "requestId", a.action, a.entity,
  a.entity_id AS "entityId", a.before::text, a.after::text, u.id AS "knownActorId", u.first_name AS "actorFirstName",
  u.last_name AS "actorLastName"`;
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
      alias: sql`a`,
      octets: {
        ofRow: sql`coalesce(octet_length(a.before::text), 0) + coalesce(octet_length(a.after::text), 0)`,
        areCostly: true,
      },
      columns,
      table,
      joins: sql`LEFT JOIN auth.users u ON u.id = a.actor_id`,
      conditions,
      total: countUpTo(COUNTED_AT_MOST, table, conditions, sql`a.occurred_at DESC, a.id DESC`),
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

const toAuditEntryResponse = ({
  knownActorId,
  actorFirstName,
  actorLastName,
  before,
  after,
  ...row
}: z.infer<typeof auditEntryRow>): AuditEntryResponse => ({
  ...row,
  actor: personOf(knownActorId, actorFirstName, actorLastName),
  before: before === null ? null : toAuditedState(before),
  after: after === null ? null : toAuditedState(after),
});
