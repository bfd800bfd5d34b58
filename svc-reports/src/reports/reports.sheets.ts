import { categoryNames, type Sheet } from '@mainstay/service-kit';
import type { OverdueReport, RepeatsReport, SpeedReport, SpendReport } from './reports.schemas.ts';

interface Replacement {
  replacementCost: string | null;
  shareOfReplacement: number | null;
}
/** A response with figures of which a row of a file is made. */
export interface Tabular<Figures> {
  question: string;
  groupBy: string;
  total: Figures;
  groups: readonly (Figures & { label: string; key: string | null })[];
  equipment?: readonly (Figures & { name: string; location: { name: string } } & Partial<Replacement>)[];
}
/** Rows of groups have a label, those of equipment a name and a store. */
export type SheetRow<Figures> = Figures & {
  label: string;
  name?: string;
  store?: string;
} & Partial<Replacement>;

/** All together, then each group, then the equipment. */
export const rowsOf = <Figures>({
  groupBy,
  total,
  groups,
  equipment = [],
}: Tabular<Figures>): SheetRow<Figures>[] => [
  { ...total, label: 'Total' },
  ...groups.map((group) => ({ ...group, label: labelOf(groupBy, group) })),
  ...equipment.map((item) => ({ ...item, label: '', store: item.location.name })),
];

/** A newer svc-core may have more of them. */
const categories: Readonly<Partial<Record<string, string>>> = categoryNames;
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The screen's words for a group. */
function labelOf(groupBy: string, { key, label }: { key: string | null; label: string }): string {
  if (key === null) return groupBy === 'vendor' ? 'No vendor' : 'No equipment';
  if (groupBy === 'category') return categories[key] ?? key;
  return groupBy === 'month' ? month.format(new Date(`${key}-01`)) : label;
}

const sheetOf = <Figures>(
  question: string,
  columns: Sheet<SheetRow<Figures>>['columns'],
): Sheet<SheetRow<Figures>> => ({
  name: `reports-${question}`,
  columns: { Group: ({ label }) => label, ...columns },
});

/** The columns of equipment. */
const item: Sheet<{ name?: string; store?: string }>['columns'] = {
  Equipment: ({ name = null }) => name,
  Store: ({ store = null }) => store,
};

export const overdueSheet = sheetOf<OverdueReport['total']>('overdue', {
  'Open tickets': ({ open }) => open,
  Overdue: ({ overdue }) => overdue,
  'At risk': ({ atRisk }) => atRisk,
  Paused: ({ paused }) => paused,
  'Oldest (hours)': ({ oldestHours }) => oldestHours,
});

export const repeatsSheet = sheetOf<RepeatsReport['total']>('repeats', {
  ...item,
  Tickets: ({ tickets }) => tickets,
  Repeats: ({ repeats }) => repeats,
  'Share (%)': ({ share }) => share,
});

export const spendSheet = sheetOf<SpendReport['total']>('spend', {
  ...item,
  Tickets: ({ n }) => n,
  Total: ({ total }) => total,
  Labor: ({ labor }) => labor,
  Parts: ({ parts }) => parts,
  Travel: ({ travel }) => travel,
  Other: ({ other }) => other,
  Replacement: ({ replacementCost = null }) => replacementCost,
  'Share of it (%)': ({ shareOfReplacement = null }) => shareOfReplacement,
});

export const speedSheet = sheetOf<SpeedReport['total']>('speed', {
  'Answered tickets': ({ respond }) => respond.n,
  'Hours to respond (mean)': ({ respond }) => respond.mean,
  'Hours to respond (median)': ({ respond }) => respond.median,
  'Hours to respond (90%)': ({ respond }) => respond.p90,
  'Fixed tickets': ({ fix }) => fix.n,
  'Hours to fix (mean)': ({ fix }) => fix.mean,
  'Hours to fix (median)': ({ fix }) => fix.median,
  'Hours to fix (90%)': ({ fix }) => fix.p90,
  'With a due date': ({ fix }) => fix.dueN,
  'In time': ({ fix }) => fix.met,
  'In time (%)': ({ fix }) => fix.share,
});
