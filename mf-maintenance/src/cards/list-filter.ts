import { type ChosenChips } from './board-filter.ts';
import { oneOf } from './one-of.ts';

const yes = ['true'] as const;
const categories = [
  'refrigeration',
  'cooking',
  'beverage',
  'hvac',
  'plumbing',
  'electrical',
  'pos',
  'building',
  'other',
  'none',
] as const;

/** Reads the filters that an address has beyond the chips; what it does not know is ignored. */
export function readListFilter(query: URLSearchParams) {
  const text = (name: string) => query.get(name) || undefined;
  return {
    open: oneOf(yes, query.get('open')),
    due: oneOf(['paused', 'none', 'met', 'missed'] as const, query.get('due')),
    approval: oneOf(['approved', 'declined', 'none'] as const, query.get('approval')),
    category: oneOf(categories, query.get('category')),
    repeat: oneOf(yes, query.get('repeat')),
    hasCosts: oneOf(yes, query.get('hasCosts')),
    responded: oneOf(yes, query.get('responded')),
    // Days and ids, which the server checks.
    createdFrom: text('createdFrom'),
    createdTo: text('createdTo'),
    respondedFrom: text('respondedFrom'),
    respondedTo: text('respondedTo'),
    completedFrom: text('completedFrom'),
    completedTo: text('completedTo'),
    costFrom: text('costFrom'),
    costTo: text('costTo'),
    costVendorId: text('costVendorId'),
    locationId: text('locationId'),
    equipmentId: text('equipmentId'),
    vendorId: text('vendorId'),
  };
}

/** The filters of an exact list, such as a figure of a report links to. */
export type ListFilter = Partial<ReturnType<typeof readListFilter>>;

/** Whether the address asks for an exact list, which is shown instead of the board. */
export const hasListFilter = (filter: ListFilter): boolean =>
  Object.values<string | undefined>(filter).some((value) => value !== undefined);

/** What is asked of the tickets: all of the filter and the chips. Of two for one parameter that of the chip counts. */
export const withChips = (filter: ListFilter, chips: ChosenChips) => ({
  ...filter,
  ...chips,
  due: chips.due ?? filter.due,
  approval: chips.approval ?? filter.approval,
});
