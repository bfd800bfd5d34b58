import { links } from '@mainstay/remote-contract';
import { type ChosenChips, readChips } from '../cards/board-filter.ts';

/** What the address of the Maintenance screen says. */
export interface BoardAddress extends ChosenChips {
  /** The id of the ticket whose dialog is open, as the address has it. */
  ticket: string | undefined;
  tab: 'board' | 'completed';
  q: string;
}

/** Reads the query string of an address; what it does not know is ignored. */
export function readAddress(query: string): BoardAddress {
  const given = new URLSearchParams(query);
  return {
    ticket: given.get('ticket') || undefined,
    tab: given.get('tab') === 'completed' ? 'completed' : 'board',
    q: given.get('q') ?? '',
    ...readChips(given),
  };
}

/** The path and query string of an address. What is as usual is left out. */
export function addressOf({ ticket, tab, q, ...chosenChips }: BoardAddress): string {
  const query = new URLSearchParams();
  const parameters = { ticket, tab: tab === 'board' ? undefined : tab, q: q || undefined, ...chosenChips };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? links.tickets : `${links.tickets}?${query.toString()}`;
}
