import { hoursAfter, pastId } from './past.ts';

export const targetsStatement = 'UPDATE core.response_targets SET active = true';

/** Opening hours; Union Station never closes. */
export const hoursStatement = `
  UPDATE core.locations SET
    hours = CASE WHEN store_number <> '0301' THEN (
      SELECT jsonb_agg(jsonb_build_object('weekday', day, 'opens', CASE day WHEN 7 THEN '07:00' ELSE '06:00' END,
        'closes', CASE day WHEN 7 THEN '21:00' ELSE '22:00' END) ORDER BY day)
      FROM generate_series(1, 7) AS day) ELSE '[]' END,
    closures = jsonb_build_array(jsonb_build_object('firstDay', to_char(now(), 'YYYY-12-25'),
      'lastDay', to_char(now(), 'YYYY-12-25'), 'reason', 'Christmas Day'))`;

/** Tickets whose clock stands still, and the lines of their timelines. */
export const pausesStatement = `
  WITH pauses AS (
    SELECT tickets.id, location_id, users.id AS user_id, reason, note,
      ${hoursAfter('tickets.created_at', '"afterHours"')} AS at
    FROM jsonb_to_recordset($1) AS row("ticketTitle" text, "afterHours" float8, "byEmail" text, reason text, note text)
    JOIN core.tickets ON tickets.title = row."ticketTitle"
    JOIN auth.users ON users.email = row."byEmail"
  ), stops AS (
    INSERT INTO core.ticket_stops (ticket_id, reason, note, since) SELECT id, reason, note, at FROM pauses
  )
  INSERT INTO core.ticket_events (id, ticket_id, location_id, kind, actor_id, reason, note, created_at)
  SELECT ${pastId('at')}, id, location_id, 'paused', user_id, reason, note, at FROM pauses`;

/**
 * High priority counts day and night, 4 hours to the due date and 2 more to the escalation: which had its notice.
 * All else is computed by svc-core, as after a change of the targets.
 */
export const marksStatement = `
  INSERT INTO core.ticket_events (id, ticket_id, location_id, kind, due_at, created_at)
  SELECT ${pastId('at')}, tickets.id, location_id, kind, ${hoursAfter('tickets.created_at', '4')}, at
  FROM core.tickets
  CROSS JOIN (VALUES ('overdue', 4), ('escalated', 6)) AS mark (kind, hours)
  CROSS JOIN LATERAL (SELECT ${hoursAfter('tickets.created_at', 'hours')} AS at) AS moment
  WHERE priority = 'high' AND status <> 'solved' AND due_at IS NULL AND at < now()
    AND NOT EXISTS (SELECT FROM core.ticket_stops WHERE ticket_id = tickets.id)`;

export const deadlinesStatement = `
  INSERT INTO core.deadline_requests (priority) SELECT priority FROM core.response_targets`;
