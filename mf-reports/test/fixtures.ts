import {
  type OverdueReport,
  type OverdueRow,
  type RepeatsItem,
  type RepeatsReport,
  type SpeedReport,
  type SpeedRow,
  type SpendReport,
  type SpendRow,
} from '../src/api/report-types.ts';

const at = '2026-11-26T12:00:00.000Z';
export const period = { from: '2026-08-29', to: '2026-11-26' };

export const downtown = { id: '00000000-0000-4000-8000-000000000001', name: 'Downtown' };

export const overdueRow = (
  open: number,
  overdue: number,
  oldestHours: number | null,
  atRisk = 0,
): OverdueRow => ({
  n: open,
  open,
  overdue,
  atRisk,
  paused: 0,
  oldestHours,
});

export const overdueReport = (
  total: OverdueRow,
  groups: OverdueReport['groups'] = [{ key: downtown.id, label: downtown.name, archived: false, ...total }],
): OverdueReport => ({ question: 'overdue', from: null, to: null, at, groupBy: 'location', total, groups });

const repeatsItem = (repeats: number): RepeatsItem => ({
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Walk-in cooler',
  category: 'refrigeration',
  location: downtown,
  n: 9,
  tickets: 9,
  repeats,
  share: 33.3,
});

export const repeatsReport = (tickets: number, repeats: number, share: number | null): RepeatsReport => {
  const total = { n: tickets, tickets, repeats, share };
  const groups = tickets > 0 ? [{ key: downtown.id, label: downtown.name, ...total }] : [];
  const equipment = tickets > 0 ? [repeatsItem(repeats)] : [];
  return { question: 'repeats', ...period, at, groupBy: 'location', total, groups, equipment };
};

export const spendRow = (n: number, given: Partial<SpendRow> = {}): SpendRow => ({
  n,
  total: '0.00',
  labor: '0.00',
  parts: '0.00',
  travel: '0.00',
  other: '0.00',
  ...given,
});

export const spendReport = (total: SpendRow, groups: SpendReport['groups'] = []): SpendReport => ({
  question: 'spend',
  ...period,
  at,
  groupBy: 'location',
  total,
  groups,
  equipment: [],
});

export const hours = (n: number, median: number | null): SpeedRow['respond'] => ({
  n,
  mean: median,
  median,
  p90: median,
});

export const speedRow = (n: number, median: number | null, share: number | null = null): SpeedRow => ({
  respond: hours(n, median),
  fix: { ...hours(n, median), dueN: share === null ? 0 : n, met: 0, share },
});

/** By month: the key of each month with the median of its hours to fix. */
export const speedReport = (
  total: SpeedRow,
  months: [key: string, median: number | null][] = [],
): SpeedReport => ({
  question: 'speed',
  ...period,
  at,
  groupBy: 'month',
  total,
  groups: months.map(([key, median]) => ({ key, label: key, ...speedRow(12, median) })),
});
