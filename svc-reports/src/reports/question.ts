import type { Statement } from '@mainstay/service-kit';
import { z } from 'zod';

/** What a group of tickets has in common. */
export type Grouping = 'location' | 'category' | 'vendor' | 'month';

/** What is asked. */
export interface Asked {
  /** Who asks. */
  userId: string;
  locationId: string | null;
  /** Days, inclusive, in the time zone of each store; null for a question about now. */
  period: Period | null;
}

export interface Period {
  from: string;
  to: string;
}

/** The parameters `$1` to `$4` of a question's statement. */
export const statementOf = (text: string, { userId, locationId, period }: Asked): Statement => ({
  text,
  values: [userId, locationId, ...(period ? [period.from, period.to] : [])],
});

/** Columns of each row beside its figures. */
export const groupColumns = {
  kind: z.enum(['total', 'group', 'equipment']),
  /** Its place among rows of its kind. */
  place: z.int(),
  /** Id of a location, vendor or equipment, a category, or a month such as `2026-11`; null for tickets without one. */
  key: z.string().nullable(),
  label: z.string().nullable(),
  archived: z.boolean().nullable(),
};

/** More columns of rows of equipment; null in others. */
export const equipmentColumns = {
  category: z.string().nullable(),
  locationId: z.string().nullable(),
  location: z.string().nullable(),
};

export const ofEquipment = 'e.category, e.location_id::text AS "locationId", e.location';
export const ofNone = 'NULL AS category, NULL AS "locationId", NULL AS location';

/**
 * The stores whose tickets count (`scope`), out of those that are visible to the caller (`visible`), and the visible
 * equipment: removed equipment, and that of a store which is not visible, counts as none. Functions of
 * svc-core say what is visible. They read with the rights of the caller: manager_id and location_id of
 * core.manager_assignments, removed_at of core.locations and core.equipment, and location_ids of core.vendors.
 */
export const visible = `
  visible AS MATERIALIZED (
    SELECT l.id, l.name, l.timezone, l.archived_at IS NOT NULL AS archived FROM core.locations l
    WHERE l.id IN (SELECT id FROM core.visible_locations($1))
  ), scope AS (
    SELECT * FROM visible WHERE $2::uuid IS NULL OR id = $2
  ), equipment AS (
    SELECT e.id, e.name, e.category, e.replacement_cost, v.id AS location_id, v.name AS location
    FROM core.equipment e JOIN visible v ON v.id = e.location_id
    WHERE e.id IN (SELECT id FROM core.visible_equipment($1))
  )`;

/**
 * The columns of {@link groupColumns} in rows of {@link grouped}.
 * @param worst what ranks groups but months
 */
export const groupedBy = (grouping: Grouping, worst: string): string => `
  CASE WHEN grouping(key) = 0 THEN 'group' ELSE 'total' END AS kind,
  row_number() OVER (ORDER BY ${grouping === 'month' ? 'key' : `${worst} DESC NULLS LAST, any_value(label), key`})::int AS place,
  key, CASE WHEN grouping(key) = 0 THEN any_value(label) END AS label,
  ${grouping === 'location' ? 'CASE WHEN grouping(key) = 0 THEN bool_or(archived) END' : 'NULL::boolean'} AS archived`;

/** Everything, and each key. */
export const grouped = 'GROUP BY GROUPING SETS ((), (key))';

/**
 * The columns of {@link groupColumns} in rows for each piece of equipment `e` with most of what is bad.
 */
export const byEquipment = (worst: string): string => `
  'equipment' AS kind, row_number() OVER (ORDER BY ${worst} DESC, count(*) DESC, e.name, e.id)::int AS place,
  e.id::text AS key, e.name AS label, NULL::boolean AS archived`;

/** A condition: a moment is within the days, in the store's time zone. No zone is more than a day from UTC. */
export const isWithin = (moment: string): string => `
  ${moment} >= ($3::date - 1)::timestamp AT TIME ZONE 'UTC' AND ${moment} < ($4::date + 2)::timestamp AT TIME ZONE 'UTC'
    AND ${moment} >= $3::date::timestamp AT TIME ZONE s.timezone
    AND ${moment} < ($4::date + 1)::timestamp AT TIME ZONE s.timezone`;

/** The month of a moment in the store's time zone. */
const monthOf = (moment: string): string => `to_char(${moment} AT TIME ZONE s.timezone, 'YYYY-MM')`;

/** Key and label of a group, of a store `s`, its equipment `e` and a moment. Keys are sorted by their bytes. */
export const keyOf = (grouping: Grouping, moment: string): string =>
  ({
    location: 's.id::text COLLATE "C" AS key, s.name AS label',
    category: 'e.category COLLATE "C" AS key, e.category AS label',
    month: `${monthOf(moment)} COLLATE "C" AS key, NULL AS label`,
    vendor: 'v.id::text COLLATE "C" AS key, v.name AS label',
  })[grouping];

/** Percent with one decimal; null where there is nothing to be a part of. */
export const percent = (part: string, whole: string): string =>
  `round(100.0 * ${part} / nullif(${whole}, 0), 1)::float8`;

/** How many pieces of equipment are named. */
export const MOST_EQUIPMENT = 20;
