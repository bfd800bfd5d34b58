import { type Report } from '../../api/report-types.ts';
import { countWords, groupWords, hourWords, monthNameOf, monthWords } from '../words.ts';

/** The most bars of a chart, so that all charts are equally high, and the most columns; the table has all. */
export const MAX_BARS = 10;
const MAX_MONTHS = 10;

export interface ChartData {
  /** Months are columns in their order, everything else is ranked bars. */
  isByMonth: boolean;
  /** Whether the bars are what is late. */
  isLate: boolean;
  bars: Bar[];
  /** How many groups have a bar, also without room for it. */
  all: number;
  /** The first and the last month in words. */
  months: [first: string, last: string] | undefined;
}

export interface Bar {
  name: string;
  value: number;
  /** The value in words. */
  text: string;
}

/** The main figure of each group; null: not enough data. */
function valuesOf(
  report: Report,
  money: (amount: number) => string,
): { value: number | null; text: string }[] {
  switch (report.question) {
    case 'overdue':
      return report.groups.map(({ overdue }) => ({ value: overdue, text: countWords(overdue) }));
    case 'repeats':
      return report.groups.map(({ repeats }) => ({ value: repeats, text: countWords(repeats) }));
    case 'spend':
      return report.groups.map(({ total }) => ({ value: Number(total), text: money(Number(total)) }));
    case 'speed':
      return report.groups.map(({ fix: { median } }) => ({ value: median, text: hourWords(median) ?? '' }));
  }
}

/**
 * The chart of a report. Bars of ranked groups that would be empty are left out.
 * @param money an amount in words
 */
export function chartOf(report: Report, money: (amount: number) => string): ChartData {
  const isByMonth = report.groupBy === 'month';
  const values = valuesOf(report, money);
  const all = report.groups.flatMap((group, at) => {
    const { value, text } = values[at] ?? { value: null, text: '' };
    if (value === null || (value <= 0 && !isByMonth)) return [];
    // Ten columns have no room for years.
    const name = isByMonth && group.key !== null ? monthNameOf(group.key) : groupWords(report.groupBy, group);
    return [{ key: group.key ?? '', name, value, text }];
  });
  const bars = isByMonth ? all.slice(-MAX_MONTHS) : all.slice(0, MAX_BARS);
  const [first, last] = [bars[0], bars.at(-1)];
  // The service may have left out groups after those.
  const { groups, groupCount = groups.length, emptyGroupCount = 0 } = report;
  return {
    isByMonth,
    isLate: report.question === 'overdue',
    bars: bars.map(({ name, value, text }) => ({ name, value, text })),
    all: groupCount > groups.length ? groupCount - emptyGroupCount : all.length,
    months: isByMonth && first && last ? [monthWords(first.key), monthWords(last.key)] : undefined,
  };
}
