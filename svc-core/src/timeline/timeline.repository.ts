import { notFound, type Principal, responseId, responseInstant } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Any, type ObjectType } from 'typeorm';
import { z } from 'zod';
import { ticketEntries } from '../audit/ticket-entries.ts';
import { attachedFile } from '../comments/comments.schemas.ts';
import { Database } from '../database/database.ts';
import { User } from '../database/published/user.entity.ts';
import { literal, type Sql, sql } from '../database/sql.ts';
import { asResponse } from '../entities/entity-rows.ts';
import { columnOf } from '../entities/response-columns.ts';
import { Equipment } from '../equipment/equipment.entity.ts';
import type { Person } from '../fields/person.ts';
import { purposes } from '../fields/proofs.ts';
import { Location } from '../locations/location.entity.ts';
import { channels, ticketResponse } from '../ticket-rows/tickets.schemas.ts';
import { visibleTicket } from '../ticket-rows/visible-ticket.ts';
import { equipmentVisibleTo, locationVisibleTo, vendorVisibleTo } from '../visibility/visible-to.ts';
import { longFields, ticketState } from './ticket-changes.ts';
import { changedFields, ways } from './timeline.schemas.ts';

/** Entries of the audit trail that one request reads at most. */
export const MOST_ENTRIES = 10_000;

const ticketRow = ticketResponse
  .pick({ id: true, createdAt: true, createdBy: true })
  .extend({ via: z.enum(channels) });

/** Long texts of a state that is compressed, or longer than this, are read as hashes. In bytes. */
const PLAIN = 4000;

const entryRow = z.object({
  id: responseId,
  at: responseInstant,
  actorId: responseId.nullable(),
  via: z.enum(ways).nullable(),
  action: z.enum(['create', 'update', 'delete']),
  entity: z.enum(['ticket', 'ticket_comment', 'attachment']),
  entityId: responseId,
  /** Both null unless the ticket was updated. */
  before: ticketState.nullable(),
  after: ticketState.nullable(),
  /** The comment that an attachment belongs to. */
  commentId: z.string().nullable(),
  file: attachedFile.nullable(),
  /** What an attachment shows. */
  purposeBefore: z.enum(purposes).nullable(),
  purposeAfter: z.enum(purposes).nullable(),
  /** Bytes of the comment. */
  octets: z.int().nullable(),
});
export type Entry = z.infer<typeof entryRow>;

const longColumns = longFields.map(columnOf);

const nameRow = z.object({ id: responseId, name: z.string() });
const textRow = z.object({ hash: z.string(), text: z.string() });

const listOf = (pieces: readonly string[]): Sql => literal(pieces.join(', '));

/** Of a long state each text is read once, because it is not stored with the row. */
const stateOf = (json: string): Sql => {
  const names = changedFields.map(columnOf);
  const members = names.map((name) =>
    longColumns.includes(name)
      ? `'${name}', jsonb_build_object('hash', md5(${name}), 'octets', octet_length(${name}))`
      : `'${name}', ${name}`,
  );
  const row = literal(json);
  return sql`
    CASE WHEN pg_column_compression(${row}) IS NULL AND pg_column_size(${row}) <= ${literal(String(PLAIN))} THEN ${row}
      ELSE (SELECT jsonb_build_object(${listOf(members)})
        FROM jsonb_to_record(${row}) AS long (${listOf(names.map((name) => `${name} text`))})) END`;
};

/**
 * What a timeline is made from: the audit trail, which svc-core reads with its contents, and the names of now. The
 * trail is read in SQL, because its states are JSON.
 */
@Injectable()
export class TimelineRepository {
  constructor(private readonly database: Database) {}

  /** @throws Problem 404 */
  async ticket(principal: Principal, id: string): Promise<z.infer<typeof ticketRow>> {
    const ticket = await visibleTicket(this.database.entities, principal, sql`${id}`).getOne();
    if (!ticket) throw notFound();
    return asResponse(ticketRow, ticket);
  }

  /**
   * The entries about a ticket, its comments and its attachments in the order in which they were written, up to
   * {@link MOST_ENTRIES}. Long texts are hashes, because all entries are needed to count the lines.
   * @param after the id of the entry after which to start
   */
  entries(ticketId: string, after: string | null): Promise<Entry[]> {
    return this.database.rows(
      entryRow,
      sql`SELECT a.id, a.occurred_at AS at, a.actor_id AS "actorId", a.via, a.action, a.entity,
            a.entity_id AS "entityId",
            CASE WHEN a.entity = 'ticket' AND a.action = 'update' THEN ${stateOf('a.before')} END AS before,
            CASE WHEN a.entity = 'ticket' AND a.action = 'update' THEN ${stateOf('a.after')} END AS after,
            CASE WHEN a.entity = 'attachment' THEN coalesce(a.after, a.before) ->> 'comment_id' END AS "commentId",
            CASE WHEN a.entity = 'attachment' THEN json_build_object(
              'id', a.entity_id,
              'fileName', coalesce(a.after, a.before) -> 'file_name',
              'fileType', coalesce(a.after, a.before) -> 'file_type',
              'fileSize', coalesce(a.after, a.before) -> 'file_size') END AS file,
            CASE WHEN a.entity = 'attachment' THEN a.before ->> 'purpose' END AS "purposeBefore",
            CASE WHEN a.entity = 'attachment' THEN a.after ->> 'purpose' END AS "purposeAfter",
            octet_length(c.body) AS octets
          FROM auth.audit_entries a
          LEFT JOIN core.ticket_comments c ON a.entity = 'ticket_comment' AND c.id = a.entity_id
          WHERE ${ticketEntries(ticketId)} AND a.id > ${after ?? '00000000-0000-0000-0000-000000000000'}
            AND (a.entity <> 'ticket_comment' OR a.action = 'create')
          ORDER BY a.id LIMIT ${MOST_ENTRIES}`,
      { prepare: true },
    );
  }

  /** Long texts by their hashes, from the entries that have them. */
  async texts(
    hashes: readonly string[],
    entryIds: readonly string[],
  ): Promise<[hash: string, text: string][]> {
    if (hashes.length === 0) return [];
    const rows = await this.database.rows(
      textRow,
      sql`SELECT md5(text) AS hash, text
          FROM auth.audit_entries a
            CROSS JOIN LATERAL (VALUES ${listOf(
              longColumns.flatMap((name) => [`(a.before ->> '${name}')`, `(a.after ->> '${name}')`]),
            )}) AS texts (text)
          WHERE a.id = ANY (${entryIds}) AND md5(text) = ANY (${hashes})`,
    );
    return rows.map(({ hash, text: found }) => [hash, found]);
  }

  async people(ids: readonly string[]): Promise<Map<string, Person>> {
    if (ids.length === 0) return new Map();
    const users = await this.database.entities.find(User, {
      select: { id: true, firstName: true, lastName: true },
      where: { id: Any([...ids]) },
    });
    return new Map(users.map((user) => [user.id, user]));
  }

  /** The names of those locations that are visible to the principal. */
  locationNames(principal: Principal, ids: readonly string[]): Promise<Map<string, string>> {
    return this.names(Location, ids, locationVisibleTo(principal, sql`e.id`));
  }

  /** The names of that equipment which is not removed, at locations that are visible to the principal. */
  equipmentNames(principal: Principal, ids: readonly string[]): Promise<Map<string, string>> {
    return this.names(Equipment, ids, equipmentVisibleTo(principal));
  }

  /** The names of those vendors that are visible to the principal. */
  async vendorNames(principal: Principal, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.rows(
      nameRow,
      sql`SELECT v.id, v.name FROM core.vendors v WHERE v.id = ANY (${ids}) AND ${vendorVisibleTo(principal)}`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** @param isVisible condition on `e` */
  private async names(
    type: ObjectType<Equipment | Location>,
    ids: readonly string[],
    isVisible: Sql,
  ): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.entities
      .createQueryBuilder(type, 'e')
      .select(['e.id', 'e.name'])
      .where(...sql`e.id = ANY (${ids}) AND ${isVisible}`.toCondition())
      .getMany();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
