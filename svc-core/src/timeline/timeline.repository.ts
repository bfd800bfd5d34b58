import { notFound, type Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { locationVisibleTo } from '../assignments/visibility-checks.ts';
import { ticketEntries } from '../audit/ticket-entries.ts';
import { attachedFile } from '../comments/comments.schemas.ts';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { responseInstant } from '../fields/instant.ts';
import { responseId } from '../fields/reference.ts';
import { ticketResponse } from '../tickets/tickets.schemas.ts';
import { changedFields } from './timeline.schemas.ts';

/** Entries of the audit trail that one request reads at most. */
export const MOST_ENTRIES = 10_000;

const ticketRow = ticketResponse.pick({ id: true, createdAt: true, createdBy: true, via: true });

const entryRow = z.object({
  id: responseId,
  at: responseInstant,
  actorId: responseId.nullable(),
  action: z.enum(['create', 'update', 'delete']),
  entity: z.enum(['ticket', 'ticket_comment', 'attachment']),
  entityId: responseId,
  /** Of an update of the ticket; null when no shown field changed. Descriptions and notes are hashes. */
  changes: z
    .array(z.object({ field: z.enum(changedFields), from: z.string().nullable(), to: z.string().nullable() }))
    .nullable(),
  /** The comment that an attachment belongs to. */
  commentId: z.string().nullable(),
  file: attachedFile.nullable(),
  /** Bytes of the comment, or of the changed descriptions and notes. */
  octets: z.int().nullable(),
});
export type Entry = z.infer<typeof entryRow>;

const textsRow = z.object({
  id: responseId,
  descriptionBefore: z.string().nullable(),
  descriptionAfter: z.string().nullable(),
  notesBefore: z.string().nullable(),
  notesAfter: z.string().nullable(),
});
export type Texts = z.infer<typeof textsRow>;

const personRow = z.object({ id: responseId, firstName: z.string(), lastName: z.string() });
const locationRow = z.object({ id: responseId, name: z.string() });

/**
 * What a timeline is made from: the audit trail, which svc-core reads with its contents, and the names of now. In SQL: JSON,
 * and many rows by their ids.
 */
@Injectable()
export class TimelineRepository {
  constructor(private readonly database: Database) {}

  /** @throws Problem 404 */
  async ticket(principal: Principal, id: string): Promise<z.infer<typeof ticketRow>> {
    const [ticket] = await this.database.rows(
      ticketRow,
      sql`SELECT t.id, t.created_at AS "createdAt", t.created_by AS "createdBy", t.via FROM core.tickets t
          WHERE t.id = ${id} AND ${locationVisibleTo(principal, sql`t.location_id`)}`,
      { prepare: true },
    );
    if (!ticket) throw notFound();
    return ticket;
  }

  /**
   * The entries about a ticket, its comments and its attachments in the order in which they were written, up to
   * {@link MOST_ENTRIES}. Long texts are left out, because all entries are needed to count the lines.
   * @param after the id of the entry after which to start
   */
  entries(ticketId: string, after: string | null): Promise<Entry[]> {
    return this.database.rows(
      entryRow,
      sql`SELECT a.id, a.occurred_at AS at, a.actor_id AS "actorId", a.action, a.entity, a.entity_id AS "entityId",
            changed.changes,
            CASE WHEN a.entity = 'attachment' THEN coalesce(a.after, a.before) ->> 'comment_id' END AS "commentId",
            CASE WHEN a.entity = 'attachment' THEN json_build_object(
              'id', a.entity_id,
              'fileName', coalesce(a.after, a.before) -> 'file_name',
              'fileType', coalesce(a.after, a.before) -> 'file_type',
              'fileSize', coalesce(a.after, a.before) -> 'file_size') END AS file,
            coalesce(changed.octets, octet_length(c.body)) AS octets
          FROM auth.audit_entries a
          LEFT JOIN core.ticket_comments c ON a.entity = 'ticket_comment' AND c.id = a.entity_id
          LEFT JOIN LATERAL (
            SELECT json_agg(json_build_object('field', field, 'from', old, 'to', new)) AS changes,
              sum(octet_length(old_text) + octet_length(new_text))::int AS octets
            FROM jsonb_to_record(a.before) AS b (title text, description text, location_id text, assigned_to text,
                status text, priority text, ticket_type text, notes text)
              CROSS JOIN jsonb_to_record(a.after) AS n (title text, description text, location_id text, assigned_to text,
                status text, priority text, ticket_type text, notes text)
              CROSS JOIN LATERAL (VALUES
                ('title', b.title, n.title, '', ''),
                ('description', md5(b.description), md5(n.description), b.description, n.description),
                ('locationId', b.location_id, n.location_id, '', ''),
                ('assignedTo', b.assigned_to, n.assigned_to, '', ''),
                ('status', b.status, n.status, '', ''),
                ('priority', b.priority, n.priority, '', ''),
                ('ticketType', b.ticket_type, n.ticket_type, '', ''),
                ('notes', md5(b.notes), md5(n.notes), coalesce(b.notes, ''), coalesce(n.notes, ''))
              ) AS compared (field, old, new, old_text, new_text)
            WHERE old IS DISTINCT FROM new
          ) AS changed ON a.entity = 'ticket' AND a.action = 'update'
          WHERE ${ticketEntries(ticketId)} AND a.id > ${after ?? '00000000-0000-0000-0000-000000000000'}
            AND (a.entity <> 'ticket_comment' OR a.action = 'create')
          ORDER BY a.id LIMIT ${MOST_ENTRIES}`,
      { prepare: true },
    );
  }

  /** The descriptions and notes in entries of the audit trail. */
  async texts(entryIds: readonly string[]): Promise<Map<string, Texts>> {
    if (entryIds.length === 0) return new Map();
    const rows = await this.database.rows(
      textsRow,
      sql`SELECT a.id, b.description AS "descriptionBefore", n.description AS "descriptionAfter",
            b.notes AS "notesBefore", n.notes AS "notesAfter"
          FROM auth.audit_entries a
            CROSS JOIN jsonb_to_record(a.before) AS b (description text, notes text)
            CROSS JOIN jsonb_to_record(a.after) AS n (description text, notes text)
          WHERE a.id = ANY (${entryIds})`,
      { prepare: true },
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async people(ids: readonly string[]): Promise<Map<string, z.infer<typeof personRow>>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.rows(
      personRow,
      sql`SELECT id, first_name AS "firstName", last_name AS "lastName" FROM auth.users WHERE id = ANY (${ids})`,
      { prepare: true },
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The names of those locations that are visible to the principal. */
  async locationNames(principal: Principal, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.rows(
      locationRow,
      sql`SELECT id, name FROM core.locations WHERE id = ANY (${ids}) AND ${locationVisibleTo(principal, sql`id`)}`,
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
