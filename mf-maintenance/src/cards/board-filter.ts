/** The chips above the board: the values of each parameter of its address, of which one can be chosen. */
export const chips = { assignedTo: ['me', 'none'], priority: ['high'] } as const;

type Chips = typeof chips;
export type Chip = Chips[keyof Chips][number];

/** The chosen chips; whose tickets and recurring tasks are shown, and of which priority. */
export type ChosenChips = { readonly [Name in keyof Chips]?: Chips[Name][number] | undefined };

/** All that limits what the board shows. */
export interface BoardFilter extends ChosenChips {
  /** What was typed into the search. */
  readonly search: string;
}

const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((value) => value === given);

/** The chosen chips in the query string of an address; what it does not know is ignored. */
export const readChips = (query: URLSearchParams): ChosenChips => ({
  assignedTo: oneOf(chips.assignedTo, query.get('assignedTo')),
  priority: oneOf(chips.priority, query.get('priority')),
});

/** The values of the chosen chips. */
export const chosen = ({ assignedTo, priority }: ChosenChips): Chip[] =>
  [assignedTo, priority].filter((chip) => chip !== undefined);

/** A list with another filter starts at the top: the key of its component. */
export const keyOf = ({ search, ...chosenChips }: BoardFilter): string =>
  [...chosen(chosenChips), search.trim()].join(' ');
