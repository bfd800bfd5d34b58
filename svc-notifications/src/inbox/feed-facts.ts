import { type Change, selectRows } from '@mainstay/service-kit';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { bulksOf } from '../recipients/bulks.ts';
import { decisions, eventKinds, vendorNews } from '../recipients/new-item.ts';
import { isVisibleAt } from '../recipients/scope.ts';
import { isPublished } from '../vendor-mails/vendor-mails.repository.ts';
import type { Facts } from './items-of.ts';

const ticketRow = z.object({
  id: z.guid(),
  via: z.string(),
  watchers: z.array(z.object({ userId: z.guid(), isMuted: z.boolean() })),
  managers: z.array(z.guid()),
  responsible: z.array(z.guid()),
});
const codeRow = z.object({
  id: z.guid(),
  suspendedUntil: z.date().nullable(),
  responsible: z.array(z.guid()),
});
const runRow = z.object({
  id: z.guid(),
  name: z.string(),
  locationId: z.guid(),
  managers: z.array(z.guid()),
});
const eventRow = z.object({
  id: z.guid(),
  kind: z.enum(eventKinds),
  countedDueAt: z.date().nullable(),
  decision: z.enum(decisions).nullable(),
  amount: z.string().nullable(),
  assignee: z.guid().nullable(),
  notified: z.array(z.guid()),
  vendor: vendorNews.nullable(),
});
const grantRow = z.object({ isGranted: z.boolean() });
const photoRow = z.object({ id: z.guid() });
const commentRow = z.object({ id: z.guid(), mentioned: z.array(z.guid()) });

/** SQL: the active managers of a location. */
const managersOf = (locationId: string): string =>
  `ARRAY(
    SELECT m.manager_id FROM core.manager_assignments m JOIN auth.users u ON u.id = m.manager_id
    WHERE m.location_id = ${locationId} AND u.role = 'district_manager' AND u.active)`;

const ADMINISTRATORS = `ARRAY(SELECT u.id FROM auth.users u WHERE u.role = 'admin' AND u.active)`;

/** SQL: those who look after a location, as JSON. */
const responsibleFor = (locationId: string): string =>
  `to_json(coalesce(nullif(${managersOf(locationId)}, '{}'), ${ADMINISTRATORS}))`;

/**
 * Reads the facts that decide recipients, in one statement for each kind of row. In SQL: whole batches, and aggregates.
 */
export async function readFacts(on: EntityManager, changes: readonly Change[]): Promise<Facts> {
  const hasVendors = await isPublished(on);
  const tickets = await selectRows(on, ticketRow, {
    name: 'tickets-of-changes',
    text: `SELECT t.id, t.via,
             (SELECT coalesce(json_agg(json_build_object('userId', w.user_id, 'isMuted', w.muted)), '[]')
               FROM core.ticket_watchers w WHERE w.ticket_id = t.id) AS watchers,
             to_json(${managersOf('t.location_id')}) AS managers, ${responsibleFor('t.location_id')} AS responsible
           FROM core.tickets t WHERE t.id = ANY ($1::uuid[])`,
    values: [unique(changes.map(({ ticketId }) => ticketId))],
  });
  const comments = await selectRows(on, commentRow, {
    text: `SELECT c.id,
             to_json(ARRAY(SELECT m.user_id FROM core.comment_mentions m WHERE m.comment_id = c.id)) AS mentioned
           FROM core.ticket_comments c
           WHERE c.id = ANY ($1::uuid[]) AND c.removed_at IS NULL ${hasVendors ? "AND c.via <> 'vendor'" : ''}`,
    values: [idsOf('ticket_comment', changes)],
  });
  const codes = await selectRows(on, codeRow, {
    name: 'codes-of-changes',
    text: `SELECT k.id, k.suspended_until AS "suspendedUntil", ${responsibleFor('k.location_id')} AS responsible
           FROM core.intake_codes k WHERE k.id = ANY ($1::uuid[])`,
    values: [idsOf('intake_code', changes)],
  });
  const eventIds = idsOf('ticket_event', changes);
  // A svc-core of the version before has no such table.
  const events =
    eventIds.length === 0
      ? []
      : await selectRows(on, eventRow, {
          text: `SELECT e.id, e.kind, e.due_at AS "countedDueAt", e.decision, ${await amountOf(on)} AS amount,
                   (SELECT u.id FROM auth.users u
                     WHERE u.id = t.assigned_to AND ${isVisibleAt('t.location_id')}) AS assignee,
                   to_json(coalesce(e.told_to, ${ADMINISTRATORS})) AS notified, ${vendorOf(hasVendors)} AS vendor
                 FROM core.ticket_events o
                   JOIN core.tickets t ON t.id = o.ticket_id
                   CROSS JOIN LATERAL (
                     SELECT o.id, o.due_at, o.told_to,
                       CASE WHEN o.kind IN ('approved', 'declined') THEN o.kind END AS decision,
                       CASE WHEN o.kind IN ('approved', 'declined') THEN 'approval_decided'
                         WHEN o.kind IN ('vendor_accepted', 'vendor_declined', 'vendor_quoted', 'vendor_mail_failed')
                           THEN 'vendor_answered' ELSE o.kind END AS kind) e
                 WHERE e.id = ANY ($1::uuid[]) AND e.kind = ANY ($2)`,
          values: [eventIds, eventKinds],
        });
  return {
    tickets: new Map(tickets.map(({ id, ...ticket }) => [id, ticket])),
    mentions: new Map(comments.map(({ id, mentioned }) => [id, mentioned])),
    codes: new Map(codes.map(({ id, ...code }) => [id, code])),
    runs: await runsOf(on, idsOf('checklist_run', changes)),
    vendorPhotos: hasVendors ? await photosOfVendors(on, idsOf('attachment', changes)) : new Set(),
    events: new Map(events.map(({ id, ...event }) => [id, event])),
    bulks: await bulksOf(on, unique(changes.map(({ requestId }) => requestId))),
  };
}

/** SQL: what the event `o` says of a vendor, as {@link vendorNews}. */
const vendorOf = (hasVendors: boolean): string =>
  hasVendors
    ? `CASE WHEN o.vendor IS NOT NULL THEN json_build_object(
         'event', regexp_replace(o.kind, '^vendor_', ''), 'name', o.vendor ->> 'name', 'amount', o.vendor ->> 'amount') END`
    : 'NULL::json';

/** Those of these attachments that vendors added. */
async function photosOfVendors(on: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const photos = await selectRows(on, photoRow, {
    text: 'SELECT id FROM core.ticket_photos WHERE id = ANY ($1::uuid[]) AND job_id IS NOT NULL',
    values: [ids],
  });
  return new Set(photos.map(({ id }) => id));
}

/** The runs of checklists. Without ids it asks nothing: a svc-core of the version before has no such table. */
async function runsOf(on: EntityManager, ids: readonly string[]): Promise<Facts['runs']> {
  if (ids.length === 0) return new Map();
  const runs = await selectRows(on, runRow, {
    text: `SELECT r.id, r.name, r.location_id AS "locationId", to_json(${managersOf('r.location_id')}) AS managers
           FROM core.checklist_runs r WHERE r.id = ANY ($1::uuid[])`,
    values: [ids],
  });
  return new Map(runs.map(({ id, ...run }) => [id, run]));
}

/**
 * SQL: up to which costs are approved, their sum or a new limit, or those that were declined. Null while svc-core has
 * not granted the amounts yet, as its version before.
 */
async function amountOf(on: EntityManager): Promise<string> {
  const [grant] = await selectRows(on, grantRow, {
    name: 'grant-of-amounts',
    text: `SELECT has_column_privilege('core.ticket_events', 'amount', 'SELECT')
             AND has_column_privilege('core.tickets', 'spending_limit', 'SELECT') AS "isGranted"`,
  });
  return grant?.isGranted === true
    ? `CASE e.decision WHEN 'approved' THEN greatest(o.amount, t.spending_limit) WHEN 'declined' THEN o.amount END`
    : 'NULL::numeric';
}

/** The rows of an entity that changed. */
export const idsOf = (wanted: string, changes: readonly Change[]): string[] =>
  unique(changes.map(({ entity, entityId }) => (entity === wanted ? entityId : null)));

const unique = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];
