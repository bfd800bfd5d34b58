import { LOCALE } from '@mainstay/web-kit';
import { categoryNames } from '@mainstay/web-kit/category-names';
import { type GroupBy, type Question } from './api/report-types.ts';

const whole = new Intl.NumberFormat(LOCALE);
const count = (n: number) => whole.format(n);
const tickets = (n: number) => (n === 1 ? `${n} ticket` : `${count(n)} tickets`);

/** Every text this remote shows, in one place. */
export const strings = {
  title: 'Reports',
  subtitle: 'Four questions about your stores',
  filters: {
    title: 'Filters',
    period: 'Period',
    from: 'From',
    to: 'To',
    store: 'Store',
    allStores: 'All stores',
    noStores: 'No stores',
    loadingStores: 'Loading...',
    storesFailed: 'The stores could not be loaded.',
    presets: { days30: '30 days', days90: '90 days', months12: '12 months', custom: 'Custom' },
    noPeriod: 'Choose two days in order, at most 24 months apart.',
  },
  storeOption: (name: string, storeNumber: string) => `${name} (#${storeNumber})`,
  period: (from: string, to: string) => `${from} to ${to}`,
  now: 'Now, whatever the period',
  questions: {
    overdue: 'What is late now?',
    repeats: 'Where does it keep breaking?',
    spend: 'What does it cost?',
    speed: 'Are we getting faster?',
  } satisfies Record<Question, string>,
  loadFailed: 'This report could not be loaded.',
  retry: 'Retry',
  nothingHint: 'Choose a longer period or another store.',
  groupedBy: (question: string) => `${question} By`,
  by: { location: 'Store', category: 'Category', vendor: 'Vendor', month: 'Month' } satisfies Record<
    GroupBy,
    string
  >,
  download: 'Download CSV',
  downloadOf: (question: string) => `Download CSV: ${question}`,
  costs: 'Download costs',
  showTable: 'Show table',
  hideTable: 'Hide table',
  total: 'Total',
  archived: 'Archived',
  noEquipment: 'No equipment',
  noVendor: 'No vendor',
  notEnough: 'Not enough data',
  /** What stands in the cells in place of it, and why. */
  dash: '-',
  tooFew: ': fewer than 10 tickets.',
  /** How many rows have nothing of what was asked. */
  noneOf: {
    location: (n: number) => `${count(n)} ${n === 1 ? 'store' : 'stores'}: none`,
    category: (n: number) => `${count(n)} ${n === 1 ? 'category' : 'categories'}: none`,
    vendor: (n: number) => `${count(n)} ${n === 1 ? 'vendor' : 'vendors'}: none`,
    equipment: (n: number) => `${count(n)} ${n === 1 ? 'piece' : 'pieces'} of equipment: none`,
  },
  none: 'None',
  unknown: 'Unknown',
  showAll: (n: number) => `Show all ${count(n)}`,
  showFewer: 'Show fewer',
  category: categoryNames,
  columns: {
    open: 'Open',
    overdue: 'Overdue',
    atRisk: 'At risk',
    paused: 'Paused',
    oldest: 'Oldest by',
    tickets: 'Tickets',
    repeats: 'Repeats',
    share: 'Share',
    total: 'Total',
    labor: 'Labor',
    parts: 'Parts',
    travel: 'Travel',
    other: 'Other',
    respond: 'Until somebody responded',
    fix: 'Until it was fixed',
    mean: 'Mean',
    median: 'Median',
    p90: '9 of 10 within',
    met: 'In time',
    equipment: 'Equipment',
    replacement: 'Replacement',
    shareOfReplacement: 'Share of it',
  },
  equipmentOf: { repeats: 'Equipment that broke most', spend: 'Equipment that cost most' },
  charts: {
    overdue: 'Overdue tickets',
    repeats: 'Repeats',
    spend: 'Costs',
    speed: 'Time until half of the tickets were fixed',
    tooFew: 'Not enough data for a chart: a bar needs 10 tickets.',
    failed: 'The chart could not be loaded. The table has the same figures.',
  },
  count,
  /** Which groups have a bar, and how many more would have one. */
  largest: {
    overdue: (groups: string) => `The ${groups} with the most overdue tickets.`,
    repeats: (groups: string) => `The ${groups} with the most repeats.`,
    spend: (groups: string) => `The ${groups} with the highest costs.`,
    speed: (groups: string) => `The ${groups} with the slowest repairs.`,
  } satisfies Record<Question, (groups: string) => string>,
  groups: { location: 'stores', category: 'categories', vendor: 'vendors', month: 'months' } satisfies Record<
    GroupBy,
    string
  >,
  more: (n: number) => (n === 1 ? '1 more is in the table.' : `${count(n)} more are in the table.`),
  hours: (n: string) => `${n} h`,
  percent: (n: string) => `${n}%`,
  answers: {
    noneOpen: 'No ticket is open.',
    noneOverdue: (open: number) =>
      open === 1 ? 'The one open ticket is not overdue' : `None of ${count(open)} open tickets is overdue`,
    atRisk: (n: number) => (n === 1 ? '; 1 is at risk.' : `; ${count(n)} are at risk.`),
    overdue: (overdue: number, open: number) =>
      `${count(overdue)} of ${count(open)} open ${open === 1 ? 'ticket' : 'tickets'} ${overdue === 1 ? 'is' : 'are'} overdue`,
    late: (time: string) => `, by ${time}`,
    oldest: (time: string) => `, the oldest by ${time}`,
    noneCreated: 'No tickets were created in this period.',
    noneRepeated: (n: number) =>
      n === 1 ? 'The one ticket was not a repeat.' : `None of ${count(n)} tickets was a repeat.`,
    repeats: (repeats: number, n: number, share: string) =>
      `${count(repeats)} of ${tickets(n)} ${repeats === 1 ? 'was a repeat' : 'were repeats'}${share}`,
    shareOf: (share: string) => ` (${share})`,
    brokeMost: (name: string, store: string) => `; ${name} in ${store} broke most`,
    noCosts: 'No costs in this period.',
    costs: (n: number, total: string) => `${tickets(n)} cost ${total}`,
    mostFor: (kind: string, amount: string) => `, most for ${kind} (${amount})`,
    noneFixed: 'No tickets were fixed in this period.',
    tooFewFixed: (n: number) =>
      `${tickets(n)} ${n === 1 ? 'was' : 'were'} fixed in this period: not enough to say how fast.`,
    fixed: (n: number, hours: string) => `Half of ${count(n)} tickets were fixed within ${hours}`,
    inTime: (share: string) => `, ${share} of those with a due date in time`,
    faster: (month: string, hours: string, before: string, hoursBefore: string) =>
      `Faster: half were fixed within ${hours} in ${month}, after ${hoursBefore} in ${before}`,
    slower: (month: string, hours: string, before: string, hoursBefore: string) =>
      `Slower: half were fixed within ${hours} in ${month}, after ${hoursBefore} in ${before}`,
    same: (month: string, hours: string, before: string) =>
      `As fast as before: half were fixed within ${hours}, in ${month} as in ${before}`,
    end: '.',
  },
} as const;
