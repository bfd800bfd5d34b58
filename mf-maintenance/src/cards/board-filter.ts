import { oneOf } from './one-of.ts';

/** The chips above the board: the values of each parameter of its address, of which one can be chosen. */
export const chips = {
  assignedTo: ['me', 'none'],
  priority: ['high'],
  due: ['overdue', 'at_risk'],
  approval: ['needed'],
  vendorJob: ['waiting'],
} as const;

type Chips = typeof chips;
export type Chip = Chips[keyof Chips][number];

/**
 * The chosen chips: whose tickets and recurring tasks are shown, of which priority, which are late, whose costs
 * await a decision, and whose vendor awaits an answer.
 */
export type ChosenChips = { readonly [Name in keyof Chips]?: Chips[Name][number] | undefined };

/** All that limits what the board shows. */
export interface BoardFilter extends ChosenChips {
  /** What was typed into the search. */
  readonly search: string;
}

/** The chosen chips in the query string of an address; what it does not know is ignored. */
export const readChips = (query: URLSearchParams): ChosenChips => ({
  assignedTo: oneOf(chips.assignedTo, query.get('assignedTo')),
  priority: oneOf(chips.priority, query.get('priority')),
  due: oneOf(chips.due, query.get('due')),
  approval: oneOf(chips.approval, query.get('approval')),
  vendorJob: oneOf(chips.vendorJob, query.get('vendorJob')),
});

/** The values of the chosen chips. */
export const chosen = ({ assignedTo, priority, due, approval, vendorJob }: ChosenChips): Chip[] =>
  [assignedTo, priority, due, approval, vendorJob].filter((chip) => chip !== undefined);

/** A list with another filter starts at the top: the key of its component. */
export const keyOf = ({ search, ...chosenChips }: BoardFilter): string =>
  [...chosen(chosenChips), search.trim()].join(' ');

/** What there is to clear: filters, or else a search. */
export function clearOf({ search, ...chosenChips }: BoardFilter): 'clearFilters' | 'clearSearch' | undefined {
  if (chosen(chosenChips).length > 0) return 'clearFilters';
  return search.trim() === '' ? undefined : 'clearSearch';
}
