import type { Principal } from '@mainstay/service-kit';
import { type Sql, sql } from '../database/sql.ts';
import { changedAt } from '../changed-lists/changed-at.ts';
import { columnsOf } from '../entities/response-columns.ts';
import {
  canOpenTicketsAt,
  equipmentVisibleTo,
  locationVisibleTo,
  vendorVisibleTo,
} from '../visibility/visible-to.ts';
import { ticketResponse } from './tickets.schemas.ts';

/** Only tickets made by a QR code have reports: for others nothing is looked up. */
const report = sql`
  CASE WHEN t.via = 'qr' THEN (
    SELECT json_build_object('reporterName', r.reporter_name, 'contact', r.contact, 'urgency', r.urgency,
      'count', (SELECT count(*) FROM core.intake_reports WHERE ticket_id = t.id))
    FROM core.intake_reports r WHERE r.ticket_id = t.id ORDER BY r.id LIMIT 1) END`;
const counted = sql`
  (SELECT count(*)::int FROM core.ticket_comments c WHERE c.ticket_id = t.id AND c.removed_at IS NULL)`;
const totalCost = sql`
  (SELECT coalesce(sum(amount), 0.00) FROM core.ticket_costs c WHERE c.ticket_id = t.id)`;
const photos = sql`
  (SELECT json_build_object('before', count(*) FILTER (WHERE h.purpose = 'before'),
     'after', count(*) FILTER (WHERE h.purpose = 'after'))
   FROM core.ticket_photos h WHERE h.ticket_id = t.id)`;
/** The event of the change that solved the ticket: reopening ends it, and whatever restores completedAt restores it. */
const waiver = sql`
  CASE WHEN t.status = 'solved' THEN (
    SELECT json_build_object('missing', w.missing, 'reason', w.note, 'at',
      to_char(w.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', CASE WHEN a.id IS NOT NULL THEN
        json_build_object('id', a.id, 'firstName', a.first_name, 'lastName', a.last_name) END)
    FROM core.ticket_events w LEFT JOIN auth.users a ON a.id = w.actor_id
    WHERE w.ticket_id = t.id AND w.kind = 'waived' AND w.created_at = t.completed_at
    ORDER BY w.id DESC LIMIT 1) END`;
/** The newest job that was not withdrawn. */
const vendorJob = sql`
  (SELECT json_build_object('id', j.id, 'state', j.state, 'visitAt',
     to_char(j.visit_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   FROM core.vendor_jobs j WHERE j.ticket_id = t.id AND j.state <> 'withdrawn' ORDER BY j.id DESC LIMIT 1)`;
const isPaused = sql`coalesce(d.is_paused, false)`;
const dueState = sql`
  CASE WHEN t.status = 'solved' THEN
      CASE WHEN d.due_at IS NULL THEN 'none' WHEN t.completed_at <= d.due_at THEN 'met' ELSE 'missed' END
    WHEN ${isPaused} THEN 'paused' WHEN d.due_at IS NULL THEN 'none'
    WHEN d.due_at <= now() THEN 'overdue' WHEN d.at_risk_at <= now() THEN 'at_risk' ELSE 'on_track' END`;
const assignee = sql`
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
    'canOpen', ${canOpenTicketsAt(sql`t.location_id`)}) END`;
const repeatFor = (principal: Principal): Sql => sql`
  (SELECT json_build_object('id', o.id, 'number', o.number) FROM core.tickets o
   WHERE o.id = t.repeat_of AND ${locationVisibleTo(principal, sql`o.location_id`)})`;
const joined = {
  updatedAt: changedAt('t'),
  location: 'l',
  assignee,
  equipment: 'e',
  equipmentId: sql`e.id`,
  respondDueAt: sql`d.respond_due_at`,
  resolveDueAt: sql`d.resolve_due_at`,
  pause: 'p',
  dueState,
  vendorId: sql`v.id`,
  vendor: 'v',
  followUpOf: sql`
    CASE WHEN t.follow_up_run_id IS NOT NULL THEN
      json_build_object('runId', t.follow_up_run_id, 'stepId', t.follow_up_step_id) END`,
};
export const columnsFor = (principal: Principal): Sql =>
  columnsOf(ticketResponse, 't', {
    ...joined,
    commentCount: counted,
    totalCost,
    repeatOf: repeatFor(principal),
    watching: isWatching(principal),
    report,
    photos,
    vendorJob,
    waiver,
  });
/** Of a ticket that is being created. */
export const newColumnsFor = (principal: Principal): Sql =>
  columnsOf(ticketResponse, 't', {
    ...joined,
    commentCount: sql`0`,
    totalCost: sql`0.00`,
    repeatOf: repeatFor(principal),
    watching: sql`TRUE`,
    report: sql`NULL::json`,
    photos: sql`'{"before": 0, "after": 0}'::json`,
    vendorJob: sql`NULL::json`,
    waiver: sql`NULL::json`,
  });
/** Whether the principal watches ticket `t` and has not muted it. */
const isWatching = ({ userId }: Principal): Sql => sql`EXISTS (
  SELECT FROM core.ticket_watchers w WHERE w.ticket_id = t.id AND w.user_id = ${userId} AND NOT w.muted)`;
/** Removed or invisible equipment and vendors are returned as null. */
export const joinsFor = (principal: Principal): Sql => sql`
  JOIN core.locations l ON l.id = t.location_id LEFT JOIN auth.users u ON u.id = t.assigned_to
  LEFT JOIN core.equipment e ON e.id = t.equipment_id AND ${equipmentVisibleTo(principal)}
  LEFT JOIN core.vendors v ON v.id = t.vendor_id AND ${vendorVisibleTo(principal)}
  LEFT JOIN core.ticket_deadlines d ON d.ticket_id = t.id
  LEFT JOIN core.ticket_stops p ON d.is_paused AND p.ticket_id = t.id AND p.ended_at IS NULL`;
