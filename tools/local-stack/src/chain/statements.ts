/** Tickets of a store, in five years; of those, one in 25 is open. */
const TICKETS = 50;
const DAYS = 1825;
/** Opening hours of every store, each day, in minutes of the day. */
const OPENS = 6 * 60;
const OPEN_MINUTES = 16 * 60;

const one = (texts: readonly string[], by: string): string =>
  `(ARRAY['${texts.join("', '")}'])[1 + (${by})::int % ${texts.length}]`;

/**
 * The due date so many minutes of opening hours after a moment. Every day is alike, and the clocks change at night, so
 * that it needs no calendar.
 */
export const dueFunction = `
  CREATE FUNCTION pg_temp.due(at timestamptz, minutes float8, zone text) RETURNS timestamptz(3) LANGUAGE sql IMMUTABLE AS $$
    SELECT (day + floor(total / ${OPEN_MINUTES}) * interval '1 day' + ${OPENS} * interval '1 minute'
        + (total - floor(total / ${OPEN_MINUTES}) * ${OPEN_MINUTES}) * interval '1 minute') AT TIME ZONE zone
    FROM (
      SELECT day, minutes + greatest(0, least(${OPEN_MINUTES}, extract(epoch FROM local - day) / 60 - ${OPENS})) AS total
      FROM (SELECT at AT TIME ZONE zone AS local, date_trunc('day', at AT TIME ZONE zone) AS day) started
    ) worked
  $$`;

/** By the clock of the target: hours of the store, or all hours, with the length of a pause between. */
const within = (start: string, minutes: string): string => `
  CASE WHEN clock <> 'always' THEN pg_temp.due(${start}, ${minutes}, timezone) ELSE ${start} + ${minutes} * interval '1 minute'
    + CASE WHEN paused_from >= ${start} AND paused_from < ${start} + ${minutes} * interval '1 minute' THEN coalesce(paused_for, interval '0') ELSE interval '0' END END`;

/**
 * The people, stores and rows of a chain with `$stores` stores, one statement for each table. They run without triggers:
 * what those keep is recounted at the end. Managers have 20 stores each, one has 500 or all.
 */
export const statements: readonly (readonly [title: string, statement: string])[] = [
  [
    'people',
    `INSERT INTO auth.users (email, password_hash, first_name, last_name, role, created_at)
     SELECT 'chain' || n || '@example.com', password_hash, ${one(['Ana', 'Ben', 'Carla', 'Dev', 'Elena', 'Farid', 'Grace', 'Hugo', 'Ines'], 'n')},
       ${one(['Adams', 'Baker', 'Castillo', 'Dunn', 'Evans', 'Foster', 'Garcia', 'Huang', 'Ito', 'Jones', 'Khan'], 'n / 9')} || ' ' || n,
       'district_manager', now() - interval '${DAYS} days'
     FROM auth.users, generate_series(0, $stores / 20) n WHERE email = 'manager@example.com'`,
  ],
  [
    'stores',
    `INSERT INTO core.locations (name, address, city, state, zip_code, phone, store_number, timezone, hours, created_at, updated_at)
     SELECT ${one(['Harbor Street', 'Main Street', 'Oak Avenue', 'Union Square', 'Airport', 'Market Square', 'Riverside', 'Lakeview', 'Hill Road', 'College Green'], 'n')} || ' ' || n,
       n || ' Main Street', ${one(['Albany', 'Peoria', 'Boulder', 'Fresno', 'Tucson', 'Hilo', 'Juneau'], 'n')},
       ${one(['NY', 'IL', 'CO', 'CA', 'AZ', 'HI', 'AK'], 'n')}, lpad(n::text, 5, '0'), '555-' || lpad(n::text, 6, '0'), 'C' || lpad(n::text, 5, '0'),
       ${one(['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix', 'Pacific/Honolulu', 'America/Anchorage'], 'n')},
       (SELECT jsonb_agg(jsonb_build_object('weekday', day, 'opens', '06:00', 'closes', '22:00') ORDER BY day) FROM generate_series(1, 7) day),
       now() - interval '${DAYS} days', now() - interval '${DAYS} days'
     FROM generate_series(1, $stores) n`,
  ],
  [
    'names',
    `CREATE TEMP TABLE store AS SELECT l.id, l.timezone, n, u.id AS manager_id
     FROM generate_series(1, $stores) n JOIN core.locations l ON l.store_number = 'C' || lpad(n::text, 5, '0')
       JOIN auth.users u ON u.email = 'chain' || 1 + (n - 1) / 20 || '@example.com'`,
  ],
  [
    'assignments',
    `INSERT INTO core.manager_assignments (manager_id, location_id, assigned_at)
     SELECT manager_id, id, now() - interval '${DAYS} days' FROM store
     UNION ALL
     SELECT u.id, store.id, now() - interval '${DAYS} days' FROM store, auth.users u
     WHERE u.email = 'chain0@example.com' AND store.n % greatest(1, $stores / 500) = 0`,
  ],
  [
    'vendors',
    `INSERT INTO core.vendors (name, trades, location_ids)
     SELECT 'Chain vendor ' || n, ARRAY['other'], CASE WHEN n % 4 = 0 THEN ARRAY(SELECT id FROM store WHERE store.n % 50 = n % 50) ELSE '{}' END
     FROM generate_series(1, 200) n`,
  ],
  [
    'equipment',
    `INSERT INTO core.equipment (location_id, name, category, serial, replacement_cost, created_at, updated_at)
     SELECT store.id, ${one(['Walk-in cooler', 'Fryer', 'Oven', 'Soda fountain', 'Air conditioner', 'Ice machine', 'Register', 'Front door'], 'k')},
       ${one(['refrigeration', 'cooking', 'cooking', 'beverage', 'hvac', 'refrigeration', 'pos', 'building'], 'k')},
       'C-' || store.n || '-' || k, 1000 * (k + 1), now() - interval '${DAYS} days', now() - interval '${DAYS} days'
     FROM store, generate_series(0, 7) k`,
  ],
  [
    'drafts',
    `CREATE TEMP TABLE draft AS
     SELECT i, at, store.id AS location_id, manager_id, item.id AS equipment_id, vendor.id AS vendor_id, r1, r2, r3, r4,
       CASE WHEN i <= $stores * ${(TICKETS * 24) / 25} OR r1 > 0.98
         THEN least(at + interval '2 hours' - ln(1 - r2 * 0.999) * interval '40 hours', now()) END AS done
     FROM (
       SELECT i, now() - power(1 - i / ($stores * ${TICKETS} + 1.0), 1.15) * interval '${DAYS} days' AS at,
         random() AS r1, random() AS r2, random() AS r3, random() AS r4, 1 + floor(power(random(), 1.2) * $stores)::int AS n
       FROM generate_series(1, $stores * ${TICKETS}) i
     ) made
     JOIN store USING (n)
     LEFT JOIN (SELECT location_id, id, row_number() OVER (PARTITION BY location_id) AS k FROM core.equipment) item
       ON item.location_id = store.id AND item.k = 1 + floor(r3 * 10)
     LEFT JOIN (SELECT id, row_number() OVER () AS k FROM core.vendors WHERE name LIKE 'Chain vendor %' AND location_ids = '{}') vendor
       ON r1 < 0.3 AND vendor.k = 1 + i % 150`,
  ],
  [
    'tickets',
    `INSERT INTO core.tickets (title, description, location_id, assigned_to, status, priority, ticket_type, created_at, updated_at,
       completed_at, responded_at, created_by, equipment_id, vendor_id, due_at, due_set_at)
     SELECT ${one(['Oven is cold', 'Cooler door does not close', 'Light flickers', 'Fryer smells', 'Ice machine leaks', 'Sign is broken', 'Register freezes', 'Drain overflows'], 'i')} || ' at counter ' || i % 97,
       'It happened this morning and should be looked at before the weekend.', location_id, CASE WHEN r4 < 0.9 THEN manager_id END,
       CASE WHEN done IS NOT NULL THEN 'solved' WHEN r2 < 0.5 THEN 'in_progress' ELSE 'incoming' END,
       ${one(['low', 'medium', 'medium', 'high'], 'floor(r2 * 3.99)')}, ${one(['repair', 'inspection', 'cleaning', 'equipment', 'other'], 'i')},
       at, coalesce(done, at), done, CASE WHEN done IS NOT NULL OR r2 < 0.5 THEN at + (coalesce(done, now()) - at) * r3 * 0.3 END,
       manager_id, equipment_id, vendor_id, CASE WHEN r4 < 0.1 THEN at + interval '3 days' END, CASE WHEN r4 < 0.1 THEN at END
     FROM draft ORDER BY i`,
  ],
  [
    'repeats',
    `UPDATE core.tickets SET repeat_of = former.before
     FROM (
       SELECT id, created_at, lag(id) OVER line AS before, lag(completed_at) OVER line AS solved_at FROM core.tickets
       WHERE equipment_id IS NOT NULL AND location_id IN (SELECT id FROM store) WINDOW line AS (PARTITION BY equipment_id ORDER BY created_at)
     ) former
     WHERE tickets.id = former.id AND solved_at BETWEEN former.created_at - interval '720 hours' AND former.created_at`,
  ],
  // Of the clock that counts all hours, so that each moves its due date by its length.
  [
    'pauses',
    `INSERT INTO core.ticket_stops (ticket_id, reason, since, ended_at)
     SELECT t.id, 'waiting_parts', t.created_at + interval '1 hour', t.created_at + interval '1 hour' + (t.completed_at - t.created_at) * 0.2
     FROM core.tickets t JOIN store ON store.id = t.location_id JOIN core.response_targets r ON r.priority = t.priority
     WHERE r.clock = 'always' AND t.number % 3 = 0 AND (t.completed_at IS NOT NULL OR t.created_at < now() - interval '2 hours')`,
  ],
  [
    'deadlines',
    `INSERT INTO core.ticket_deadlines (ticket_id, is_paused, respond_due_at, resolve_due_at, due_at, at_risk_at, passed,
       next_at, location_id, status, order_due_at, order_created)
     SELECT id, is_paused, respond_due_at, resolve_due_at, due_at, at_risk_at, num_nonnulls(VARIADIC gone),
       CASE WHEN status <> 'solved' AND NOT is_paused THEN (SELECT min(mark) FROM unnest(marks) mark WHERE mark > now()) END,
       location_id, status, CASE WHEN status <> 'solved' THEN coalesce(due_at, 'infinity') END, -extract(epoch FROM created_at)
     FROM (
       SELECT *, ARRAY(SELECT CASE WHEN mark <= coalesce(completed_at, now()) THEN mark END FROM unnest(marks) mark) AS gone
       FROM (
         SELECT *, ARRAY[at_risk_at, due_at, CASE WHEN is_counted THEN ${within('due_at', 'escalate_after_minutes')} END] AS marks
         FROM (
           SELECT *, coalesce(set_due_at, resolve_due_at) AS due_at,
             CASE WHEN set_due_at IS NOT NULL THEN due_set_at + (set_due_at - due_set_at) * 0.75
               WHEN resolve_due_at IS NOT NULL THEN ${within('created_at', 'resolve_minutes * at_risk_percent / 100.0')} END AS at_risk_at
           FROM (
             SELECT *, CASE WHEN is_counted THEN ${within('created_at', 'respond_minutes')} END AS respond_due_at,
               CASE WHEN is_counted THEN ${within('created_at', 'resolve_minutes')} END AS resolve_due_at
             FROM (
               SELECT t.id, t.location_id, t.status, t.created_at, t.completed_at, t.due_at AS set_due_at, t.due_set_at,
                 store.timezone, r.clock, r.respond_minutes, r.resolve_minutes, r.at_risk_percent, r.escalate_after_minutes,
                 p.id IS NOT NULL AND p.ended_at IS NULL AS is_paused, r.active AND (p.id IS NULL OR p.ended_at IS NOT NULL) AS is_counted,
                 p.since AS paused_from, p.ended_at - p.since AS paused_for
               FROM core.tickets t JOIN store ON store.id = t.location_id JOIN core.response_targets r ON r.priority = t.priority
                 LEFT JOIN core.ticket_stops p ON p.ticket_id = t.id
             ) facts
           ) computed
         ) due
       ) marked
     ) passed
     WHERE is_paused OR due_at IS NOT NULL OR respond_due_at IS NOT NULL`,
  ],
  [
    'costs',
    `INSERT INTO core.ticket_costs (ticket_id, kind, amount, description, vendor_id, incurred_on, created_by, created_at)
     SELECT t.id, ${one(['labor', 'parts', 'travel', 'other'], 'k')}, round((20 + random() * 600)::numeric, 2), 'Repair', t.vendor_id,
       (t.completed_at AT TIME ZONE store.timezone)::date, t.created_by, t.completed_at
     FROM core.tickets t JOIN store ON store.id = t.location_id CROSS JOIN generate_series(1, 2) k
     WHERE t.number % 10 = 0 AND t.completed_at IS NOT NULL`,
  ],
  [
    'comments',
    `INSERT INTO core.ticket_comments (ticket_id, author_id, body, created_at)
     SELECT t.id, t.created_by, 'The part is ordered and should be here on Friday.', t.created_at + interval '30 minutes'
     FROM core.tickets t JOIN store ON store.id = t.location_id WHERE t.number % 5 = 0`,
  ],
  [
    'watchers',
    `INSERT INTO core.ticket_watchers (ticket_id, user_id, reason)
     SELECT t.id, t.created_by, 'created' FROM core.tickets t JOIN store ON store.id = t.location_id`,
  ],
  [
    'tasks',
    `INSERT INTO core.tasks (title, location_id, created_at, due_date)
     SELECT 'Count the stock', id, now() - k * interval '1 day', now() + k * interval '1 day' FROM store, generate_series(1, 3) k`,
  ],
  [
    'recurring tasks',
    `INSERT INTO core.recurring_tasks (title, location_id, frequency, next_occurrence, created_at)
     SELECT 'Check the cooler', id, 'weekly',
       (date_trunc('week', now() AT TIME ZONE timezone) + interval '7 days 6 hours') AT TIME ZONE timezone, now() - interval '80 days'
     FROM store`,
  ],
  [
    'items of the inbox',
    `INSERT INTO notifications.inbox_items (user_id, event_id, kind, in_app, ticket_id, created_at)
     SELECT t.assigned_to, uuidv7(), 'assigned', true, t.id, t.created_at FROM core.tickets t JOIN store ON store.id = t.location_id
     WHERE t.status <> 'solved' AND t.assigned_to IS NOT NULL`,
  ],
];
