import { type ChosenChips, readChips } from '../cards/board-filter.ts';
import { type ListFilter, readListFilter, withChips } from '../cards/list-filter.ts';

/** What the address of the Maintenance screen says. */
export interface BoardAddress extends ChosenChips {
  /** The id of the ticket whose dialog is open, as the address has it. */
  ticket: string | undefined;
  tab: 'board' | 'completed';
  q: string;
  /** Filters of an exact list, beyond the chips. */
  list: ListFilter;
}

/** The board without a filter. */
export const everything = {
  tab: 'board',
  q: '',
  list: {},
  assignedTo: undefined,
  priority: undefined,
  due: undefined,
  approval: undefined,
  vendorJob: undefined,
} as const satisfies Partial<BoardAddress>;

/** Reads the parameters of an address; what it does not know is ignored. */
export function readAddress(given: URLSearchParams): BoardAddress {
  return {
    ticket: given.get('ticket') || undefined,
    tab: given.get('tab') === 'completed' ? 'completed' : 'board',
    q: given.get('q') ?? '',
    list: readListFilter(given),
    ...readChips(given),
  };
}

/** The parameters of an address. What is as usual is left out. */
export function parametersOf({ ticket, tab, q, list, ...chosenChips }: BoardAddress): URLSearchParams {
  const parameters = {
    ticket,
    tab: tab === 'board' ? undefined : tab,
    q: q || undefined,
    ...withChips(list, chosenChips),
  };
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) written.set(name, value);
  return written;
}
