import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type {
  OverdueReport,
  RepeatsReport,
  SpeedReport,
  SpendReport,
} from '../src/reports/reports.schemas.ts';

export const groupings = {
  overdue: ['location', 'category'],
  repeats: ['location', 'category', 'month'],
  spend: ['location', 'category', 'vendor', 'month'],
  speed: ['location', 'category', 'month'],
} as const;
export type Question = keyof typeof groupings;

/** What the tickets of a group have in common, in the oracle's SQL. */
const keys: Record<Question, Record<string, string>> = {
  overdue: { location: 't.location_id', category: 'e.category' },
  repeats: {
    location: 't.location_id',
    category: 'e.category',
    month: `to_char(t.created_at AT TIME ZONE l.timezone, 'YYYY-MM')`,
  },
  spend: {
    location: 't.location_id',
    category: 'e.category',
    vendor: 'v.id',
    month: `to_char(c.incurred_on, 'YYYY-MM')`,
  },
  speed: {
    location: 't.location_id',
    category: 't.category',
    month: `to_char(t.ended AT TIME ZONE t.timezone, 'YYYY-MM')`,
  },
};

export type Figures = Record<string, number | string | null>;
type Row = Figures & { key: string | null };

/**
 * The figures by the oracle beside the question, by key; `all` for the total.
 * @param stores ids of visible ones
 */
export async function oracleFigures(
  pool: Pool,
  question: Question,
  groupBy: string,
  stores: readonly string[],
  period: { from: string; to: string },
): Promise<Map<string, Figures>> {
  const text = readFileSync(join(__dirname, `../src/reports/${question}.oracle.sql`), 'utf8');
  const values = question === 'overdue' ? [stores] : [stores, period.from, period.to];
  const found = new Map<string, Figures>();
  for (const key of [keys[question][groupBy] ?? '', `'all'`]) {
    const { rows } = await pool.query<Row>(text.replace('(:key)', `(${key})`), values);
    for (const { key: group, ...figures } of rows) {
      const { step, ...rest } = figures;
      const name = group ?? 'none';
      found.set(name, { ...found.get(name), ...(step ? ofStep(String(step), rest) : rest) });
    }
  }
  return found;
}

const ofStep = (step: string, { n, mean, median, p90, ...due }: Figures): Figures => ({
  [`${step}N`]: n ?? 0,
  [`${step}Mean`]: mean ?? null,
  [`${step}Median`]: median ?? null,
  [`${step}P90`]: p90 ?? null,
  ...(step === 'fix' && due),
});

export type AnyReport = OverdueReport | RepeatsReport | SpendReport | SpeedReport;
type AnyRow = AnyReport['total'];

/** The figures of a response in the same form; groups without any are left out, as SQL leaves them out. */
export function reportedFigures(report: AnyReport): Map<string, Figures> {
  const rows: [string, AnyRow][] = [
    ['all', report.total],
    ...report.groups.map((group): [string, AnyRow] => [group.key ?? 'none', group]),
  ];
  return new Map(
    rows.map(([key, row]): [string, Figures] => [key, flat(row)]).filter(([, row]) => isSome(row)),
  );
}

const isSome = (figures: Figures): boolean =>
  Object.entries(figures).some(([name, value]) => /n$/i.test(name) && Number(value) > 0);

/** The figures of a row, without what it is about, and without the second name of `n`. */
function flat(row: AnyRow): Figures {
  if ('open' in row) {
    const { n, overdue, atRisk, paused, oldestHours } = row;
    return { n, overdue, atRisk, paused, oldestHours };
  }
  if ('tickets' in row) {
    const { n, repeats, share } = row;
    return { n, repeats, share };
  }
  if ('total' in row) {
    const { n, total, labor, parts, travel, other } = row;
    return { n, total, labor, parts, travel, other };
  }
  const { respond, fix } = row;
  return {
    ...(respond.n > 0 && ofStep('respond', respond)),
    ...(fix.n > 0 && ofStep('fix', fix)),
  };
}
