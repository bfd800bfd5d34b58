import type { Statement } from '@mainstay/service-kit';
import { z } from 'zod';

/** What a group of tickets has in common. */
export type Grouping = 'location' | 'category' | 'vendor' | 'month';

/** What is asked. */
export interface Asked {
  /** Who asks. */
  userId: string;
  /** Ids of the stores whose tickets count; null for all that are visible, which are too many to name. */
  stores: readonly string[] | null;
  /** Days, inclusive, in the time zone of each store; null for a question about now. */
  period: Period | null;
}

/** Which groups are returned, all without a limit, and in which order. */
export interface Listed {
  limit?: number | undefined;
  offset: number;
  /** The name of a figure, or `label`; `-` before it for the largest first. The worst first by default, months by time. */
  sort?: string | undefined;
}

/** The text of a question's statement: tickets of a few stores are found by store, those of all by time. */
export type Question = (grouping: Grouping, stores: Asked['stores'], listed: Listed) => string;

export interface Period {
  from: string;
  to: string;
}

/** The parameters `$1` to `$4` of a question's statement. */
export const statementOf = (text: string, { userId, stores, period }: Asked): Statement => ({
  text,
  values: [userId, stores, ...(period ? [period.from, period.to] : [])],
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
  /** How many groups there are, and how many of them have nothing of what is asked; null in rows of equipment. */
  groupCount: z.int().nullable(),
  emptyGroupCount: z.int().nullable(),
};

/** More columns of rows of equipment; null in others. */
export const equipmentColumns = {
  category: z.string().nullable(),
  locationId: z.string().nullable(),
  location: z.string().nullable(),
};

/** The first days of the months of a period. */
const months = `ARRAY(SELECT generate_series(date_trunc('month', $3::date::timestamp), $4::date, interval '1 month'))`;

/**
 * The stores whose tickets count (`scope`), with the period in their time zones. Functions of svc-core say what is
 * visible. They read with the rights of the caller: manager_id and location_id of core.manager_assignments, removed_at
 * of core.locations and core.equipment, and location_ids of core.vendors.
 */
export const scopeOf = (stores: Asked['stores'], isOfPeriod = true): string => `
  stores AS MATERIALIZED (
    SELECT l.id, l.name, l.timezone, l.archived_at IS NOT NULL AS archived
    FROM core.locations l JOIN core.visible_locations($1) v ON v.id = l.id
    WHERE ${stores ? 'l.id = ANY ($2::uuid[])' : '$2::uuid[] IS NULL'}
  ), zones AS MATERIALIZED (
    SELECT timezone ${
      isOfPeriod
        ? `, $3::date::timestamp AT TIME ZONE timezone AS since, ($4::date + 1)::timestamp AT TIME ZONE timezone AS until,
      ARRAY(SELECT day AT TIME ZONE timezone FROM unnest(${months}) day) AS months`
        : ''
    }
    FROM (SELECT DISTINCT timezone FROM stores) present
  ), scope AS MATERIALIZED (
    SELECT * FROM stores JOIN zones USING (timezone)
  )`;

/** A condition for the indexes: a row `t` is of these stores. */
export const isOf = (stores: Asked['stores'], t: string): string =>
  stores ? `${t}.location_id = ANY ($2::uuid[])` : 'TRUE';

/** A condition: a moment is within the days, in the time zone of store `s`. No zone is more than a day from UTC. */
export const isWithin = (moment: string): string => `
  ${moment} >= ($3::date - 1)::timestamp AT TIME ZONE 'UTC' AND ${moment} < ($4::date + 2)::timestamp AT TIME ZONE 'UTC'
    AND ${moment} >= s.since AND ${moment} < s.until`;

/** The visible equipment. Removed equipment, and that of a store which is not visible, counts as none. */
const equipment = `(
    SELECT e.id, e.name, e.category, e.replacement_cost, l.id AS location_id, l.name AS location
    FROM core.equipment e JOIN core.visible_equipment($1) v ON v.id = e.id JOIN core.locations l ON l.id = e.location_id
  )`;

/** The visible vendors. */
const vendors = '(SELECT v.id, v.name FROM core.vendors v JOIN core.visible_vendors($1) o ON o.id = v.id)';

/** What a fact is grouped by, as its column `g`. */
interface Group {
  g: string;
  /** What `g` is read from. */
  join?: string;
  /** Key and label of a group `f`. Keys are sorted by their bytes. */
  key: string;
  label: string;
  /** What those are read from. */
  labels?: string;
}

/** The SQL of what facts of a store `s` are about. */
interface About {
  /** A moment, or a day, which is that of the store. */
  at: { moment: string } | { day: string };
  equipmentId: string;
  vendorId?: string;
}

const groups = ({ at, equipmentId, vendorId = '' }: About): Record<Grouping, Group> => ({
  location: { g: 's.id', key: 'l.id::text', label: 'l.name', labels: 'LEFT JOIN stores l ON l.id = f.g' },
  category: {
    g: 'e.category',
    join: `LEFT JOIN ${equipment} e ON e.id = ${equipmentId}`,
    key: 'f.g',
    label: 'f.g',
  },
  month: {
    g: 'day' in at ? `width_bucket(${at.day}::timestamp, ${months})` : `width_bucket(${at.moment}, s.months)`,
    key: `to_char((${months})[f.g], 'YYYY-MM')`,
    label: 'NULL',
  },
  vendor: {
    g: 'v.id',
    join: `LEFT JOIN ${vendors} v ON v.id = ${vendorId}`,
    key: 'f.g::text',
    label: 'l.name',
    labels: 'LEFT JOIN core.vendors l ON l.id = f.g',
  },
});

/** The column `g` of a fact, and what must be joined for it. */
export function factOf(grouping: Grouping, about: About): { g: string; join: string } {
  const { g, join = '' } = groups(about)[grouping];
  return { g: `${g} AS g`, join };
}

/** Figures by the names of their columns. */
export type Figures = Readonly<Record<string, string>>;
export const columnsOf = (figures: Figures): string =>
  Object.entries(figures)
    .map(([name, figure]) => `${figure} AS "${name}"`)
    .join(', ');
const namesOf = (figures: Figures): string =>
  Object.keys(figures)
    .map((name) => `f."${name}"`)
    .join(', ');

interface Rows {
  grouping: Grouping;
  /** What ranks groups but months. */
  worst: string;
  figures: Figures;
  listed: Listed;
  /** Whether a group `f` has nothing of what is asked. */
  isEmpty?: string;
  /** Columns before the figures, and after them, that have no value here. */
  before?: readonly string[];
  after?: readonly string[];
}

/** A query of the rows of {@link groupColumns}: of all `facts` together, and of each group that is listed. */
export function rowsOf({
  grouping,
  worst,
  figures,
  listed,
  isEmpty = 'f.worst > 0 IS NOT TRUE',
  ...more
}: Rows): string {
  const { before = [], after = [] } = more;
  const { key, label, labels = '' } = groups({ at: { moment: '' }, equipmentId: '' })[grouping];
  const ofGroup = (value: string): string => `CASE WHEN f.is_total = 0 THEN ${value} END`;
  const { limit, offset } = listed;
  return `
  SELECT * FROM (
    SELECT CASE f.is_total WHEN 0 THEN 'group' ELSE 'total' END AS kind,
      row_number() OVER (PARTITION BY f.is_total ORDER BY ${orderOf(grouping, listed, { key, label })})::int AS place,
      ${ofGroup(key)} AS key, ${ofGroup(label)}::text AS label,
      ${grouping === 'location' ? 'l.archived' : 'NULL::boolean'} AS archived,
      (sum(1 - f.is_total) OVER ())::int AS "groupCount",
      (count(*) FILTER (WHERE f.is_total = 0 AND ${isEmpty}) OVER ())::int AS "emptyGroupCount",
      ${[...before, namesOf(figures), ...after].join(', ')}
    FROM (
      SELECT grouping(g) AS is_total, g, ${worst} AS worst, ${columnsOf(figures)}
      FROM facts GROUP BY GROUPING SETS ((), (g))
    ) f ${labels}
  ) listed
  WHERE kind = 'total' OR place > ${offset}${limit === undefined ? '' : ` AND place <= ${offset + limit}`}`;
}

function orderOf(grouping: Grouping, { sort }: Listed, { key, label }: Pick<Group, 'key' | 'label'>): string {
  if (sort === undefined && grouping === 'month') return 'f.g';
  const name = sort?.replace('-', '');
  const column = name === 'label' ? `${label}::text COLLATE core.by_name` : `f."${name ?? 'worst'}"`;
  const direction = name === sort && name !== undefined ? 'ASC' : 'DESC';
  return `${column} ${direction} NULLS LAST, ${label}, ${key} COLLATE "C"`;
}

/** How many pieces of equipment are named. */
const MOST_EQUIPMENT = 20;

/** Columns of a row without equipment. */
export const ofNone = ['NULL AS category', 'NULL AS "locationId"', 'NULL AS location'];

/**
 * A query of rows for the equipment with most of what is bad.
 * @param items a query of figures by equipment_id, with the columns `worst` and `facts`, by which they are ranked
 * @param more columns of equipment `e`
 */
export const rowsOfEquipment = (items: string, figures: Figures, more: readonly string[] = []): string => `(
  SELECT 'equipment' AS kind, row_number() OVER (ORDER BY f.worst DESC, f.facts DESC, e.name, e.id)::int AS place,
    e.id::text AS key, e.name AS label, NULL::boolean AS archived, NULL::int AS "groupCount",
    NULL::int AS "emptyGroupCount", e.category, e.location_id::text AS "locationId",
    l.name AS location, ${[namesOf(figures), ...more].join(', ')}
  FROM (
    SELECT f.*, rank() OVER (ORDER BY f.worst DESC, f.facts DESC) AS rank
    FROM (${items}) f JOIN core.visible_equipment($1) v ON v.id = f.equipment_id
  ) f JOIN core.equipment e ON e.id = f.equipment_id JOIN core.locations l ON l.id = e.location_id
  WHERE f.rank <= ${MOST_EQUIPMENT} ORDER BY place LIMIT ${MOST_EQUIPMENT}
  )`;

/** Percent with one decimal; null where there is nothing to be a part of. */
export const percent = (part: string, whole: string): string =>
  `round(100.0 * ${part} / nullif(${whole}, 0), 1)::float8`;
