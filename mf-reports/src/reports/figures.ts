import { strings } from '../strings.ts';
import {
  type GroupBy,
  type OverdueRow,
  type Period,
  type RepeatsItem,
  type Report,
  type RepeatsRow,
  type SpeedRow,
  type SpendItem,
  type SpendRow,
} from '../api/report-types.ts';
import * as lists from './ticket-lists.ts';
import { countWords, groupWords, hourWords, latenessWords, type Money, shareWords } from './words.ts';

/** A figure of a table, and the list of the tickets that it counts. */
export interface Cell {
  text: string;
  /** The address of the list; undefined where there is nothing to count or to say. */
  list: string | undefined;
}

export interface TableRow {
  id: string;
  name: string;
  isArchived: boolean;
  /** Has nothing of what was asked: no ticket is overdue there, nothing was spent. */
  isNone: boolean;
  /** Of equipment alone: the name of its store. */
  store?: string;
  cells: Cell[];
}

/** The id of the row with the totals. */
export const TOTAL = 'total';

/** A table as it is shown. The first row of a report has its totals. */
export interface FigureTable {
  /** Titles of the figures; those of one section are next to each other. */
  columns: readonly { title: string; section?: string; sort?: string }[];
  rows: TableRow[];
}

interface Column<Row> {
  title: string;
  section?: string;
  /** The name by which the service sorts groups. */
  sort?: string;
  /** Null: not enough data. */
  text: (row: Row, money: Money) => string | null;
  /** In place of "Not enough data". */
  nothing?: string;
  counted: lists.Counted;
}

const { columns: titles } = strings;

const overdueColumns: Column<OverdueRow>[] = [
  { title: titles.open, sort: 'n', text: ({ open }) => countWords(open), counted: lists.open },
  {
    title: titles.overdue,
    sort: 'overdue',
    text: ({ overdue }) => countWords(overdue),
    counted: lists.due('overdue'),
  },
  {
    title: titles.atRisk,
    sort: 'atRisk',
    text: ({ atRisk }) => countWords(atRisk),
    counted: lists.due('at_risk'),
  },
  {
    title: titles.paused,
    sort: 'paused',
    text: ({ paused }) => countWords(paused),
    counted: lists.due('paused'),
  },
  {
    title: titles.oldest,
    sort: 'oldestHours',
    text: ({ oldestHours }) => (oldestHours === null ? null : latenessWords(oldestHours)),
    nothing: strings.none,
    counted: lists.due('overdue'),
  },
];

const repeatsColumns: Column<RepeatsRow>[] = [
  { title: titles.tickets, sort: 'n', text: ({ tickets }) => countWords(tickets), counted: lists.created },
  {
    title: titles.repeats,
    sort: 'repeats',
    text: ({ repeats }) => countWords(repeats),
    counted: lists.repeated,
  },
  {
    title: titles.share,
    sort: 'share',
    text: ({ share }) => shareWords(share),
    nothing: strings.none,
    counted: lists.repeated,
  },
];

const costs = (kind: 'total' | 'labor' | 'parts' | 'travel' | 'other'): Column<SpendRow> => ({
  title: titles[kind],
  sort: kind,
  text: (row, money) => money(row[kind]),
  counted: lists.withCosts,
});

const spendColumns: Column<SpendRow>[] = [
  { title: titles.tickets, sort: 'n', text: ({ n }) => countWords(n), counted: lists.withCosts },
  ...(['total', 'labor', 'parts', 'travel', 'other'] as const).map(costs),
];

const speedColumns: Column<SpeedRow>[] = [
  ...(['respond', 'fix'] as const).flatMap((part): Column<SpeedRow>[] => {
    const counted = part === 'respond' ? lists.responded : lists.completed;
    const section = titles[part];
    return [
      { section, title: titles.tickets, sort: `${part}N`, text: (row) => countWords(row[part].n), counted },
      {
        section,
        title: titles.median,
        sort: `${part}Median`,
        text: (row) => hourWords(row[part].median),
        counted,
      },
      { section, title: titles.mean, sort: `${part}Mean`, text: (row) => hourWords(row[part].mean), counted },
      { section, title: titles.p90, sort: `${part}P90`, text: (row) => hourWords(row[part].p90), counted },
    ];
  }),
  {
    section: titles.fix,
    title: titles.met,
    sort: 'met',
    text: ({ fix }) => countWords(fix.met),
    counted: lists.met,
  },
  {
    section: titles.fix,
    title: titles.share,
    sort: 'share',
    text: ({ fix }) => shareWords(fix.share),
    nothing: strings.none,
    counted: lists.met,
  },
];

const spendItemColumns: Column<SpendItem>[] = [
  { title: titles.tickets, text: ({ n }) => countWords(n), counted: lists.withCosts },
  { title: titles.total, text: ({ total }, money) => money(total), counted: lists.withCosts },
  {
    title: titles.replacement,
    text: ({ replacementCost }, money) => (replacementCost === null ? null : money(replacementCost)),
    nothing: strings.unknown,
    counted: lists.withCosts,
  },
  {
    title: titles.shareOfReplacement,
    text: ({ shareOfReplacement }) => shareWords(shareOfReplacement),
    nothing: strings.unknown,
    counted: lists.withCosts,
  },
];

/** What of the stores the report is about, and how it is written. */
export interface Shown {
  locationId: string | undefined;
  money: Money;
}

/** Without a period, as what is late now, no list has one. */
const periodOf = ({ from, to }: Pick<Report, 'from' | 'to'>): Period => ({ from: from ?? '', to: to ?? '' });

function cellsOf<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  key: lists.RowKey,
  period: Period,
  money: Money,
): Cell[] {
  return columns.map(({ text, nothing = strings.notEnough, counted }) => {
    const words = text(row, money);
    if (words === null) return { text: nothing, list: undefined };
    // Of nothing there is no list.
    const isSome = /[1-9]/.test(words);
    return { text: words, list: isSome ? lists.ticketList(counted, key, period) : undefined };
  });
}

function tableWith<Row extends object>(
  columns: readonly Column<Row>[],
  isNone: (row: Row) => boolean,
  report: {
    from: string | null;
    to: string | null;
    groupBy: GroupBy;
    total: Row;
    groups: readonly (Row & { key: string | null; label: string; archived?: boolean })[];
  },
  { locationId, money }: Shown,
): FigureTable {
  const { groupBy: by, total, groups } = report;
  const cells = (row: Row, key: lists.RowKey) => cellsOf(columns, row, key, periodOf(report), money);
  return {
    columns,
    rows: [
      {
        id: TOTAL,
        name: strings.total,
        isArchived: false,
        isNone: false,
        cells: cells(total, { locationId }),
      },
      ...groups.map((group) => ({
        id: `group ${group.key}`,
        name: groupWords(by, group),
        isArchived: group.archived === true,
        // Months stay in their order.
        isNone: by !== 'month' && isNone(group),
        cells: cells(group, { locationId, group: { by, key: group.key } }),
      })),
    ],
  };
}

const isNoRepeat = ({ repeats }: Pick<RepeatsRow, 'repeats'>) => repeats === 0;
const isNoCost = ({ total }: Pick<SpendRow, 'total'>) => Number(total) === 0;

/** The figures of a report, ranked as the service does. */
export function tableOf(report: Report, shown: Shown): FigureTable {
  switch (report.question) {
    case 'overdue':
      return tableWith(overdueColumns, ({ overdue }) => overdue === 0, report, shown);
    case 'repeats':
      return tableWith(repeatsColumns, isNoRepeat, report, shown);
    case 'spend':
      return tableWith(spendColumns, isNoCost, report, shown);
    case 'speed':
      return tableWith(speedColumns, ({ respond, fix }) => respond.n + fix.n === 0, report, shown);
  }
}

function equipmentWith<Row extends RepeatsItem | SpendItem>(
  columns: readonly Column<Row>[],
  isNone: (row: Row) => boolean,
  items: readonly Row[],
  period: Period,
  { locationId, money }: Shown,
): FigureTable {
  return {
    columns,
    rows: items.map((item) => ({
      id: item.id,
      name: item.name,
      isArchived: false,
      isNone: isNone(item),
      store: item.location.name,
      cells: cellsOf(columns, item, { locationId, equipmentId: item.id }, period, money),
    })),
  };
}

/** The equipment of a report; undefined for a report without. */
export function equipmentOf(report: Report, shown: Shown): FigureTable | undefined {
  if (report.question === 'repeats') {
    return equipmentWith<RepeatsItem>(repeatsColumns, isNoRepeat, report.equipment, periodOf(report), shown);
  }
  return report.question === 'spend'
    ? equipmentWith(spendItemColumns, isNoCost, report.equipment, periodOf(report), shown)
    : undefined;
}
