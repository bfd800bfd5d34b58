import { LOCALE } from '@mainstay/web-kit';
import { type ListFilter } from '../cards/list-filter.ts';
import { strings } from './exact-list-strings.ts';

const days = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** What is no day stays as it was written: the server says that it is none. */
const dateOf = (day: string | undefined): Date | undefined => {
  const date = new Date(`${day}T00:00Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
};
const dayWords = (day: string): string => {
  const date = dateOf(day);
  return date ? days.format(date) : day;
};

function periodWords(what: string, from: string | undefined, to: string | undefined): string | undefined {
  const [first, last] = [dateOf(from), dateOf(to)];
  if (first && last) {
    // The formatter puts thin spaces around the dash.
    return `${what} ${days.formatRange(first, last).replace(/\u2009/g, ' ')}`;
  }
  const words = [
    ...(from === undefined ? [] : [strings.since(what, dayWords(from))]),
    ...(to === undefined ? [] : [strings.until(what, dayWords(to))]),
  ];
  return words.length > 0 ? words.join(', ') : undefined;
}

/** The filters of an exact list in words, but for those by the id of something with a name. */
export function filterWords(filter: ListFilter): string[] {
  const { category, costVendorId } = filter;
  return [
    filter.open && strings.open,
    filter.due && strings.due[filter.due],
    filter.repeat && strings.repeat,
    periodWords(strings.days.created, filter.createdFrom, filter.createdTo),
    filter.responded && strings.responded,
    periodWords(strings.days.responded, filter.respondedFrom, filter.respondedTo),
    periodWords(strings.days.completed, filter.completedFrom, filter.completedTo),
    filter.hasCosts && strings.hasCosts,
    periodWords(strings.days.cost, filter.costFrom, filter.costTo),
    costVendorId === 'none' ? strings.noCostVendor : undefined,
    filter.approval && strings.approval[filter.approval],
    category && (category === 'none' ? strings.noEquipment : strings.category(strings.categories[category])),
  ].filter((words) => words !== undefined);
}
