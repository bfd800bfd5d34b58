import { links } from '@mainstay/remote-contract';
import { type AssigneeFilter } from '../cards/assignee-filter.ts';

/** What the address of the Maintenance screen says. */
export interface BoardAddress {
  /** The id of the ticket whose dialog is open, as the address has it. */
  ticket: string | undefined;
  tab: 'board' | 'completed';
  q: string;
  assignedTo: AssigneeFilter | undefined;
}

const isFilter = (value: string | null): value is AssigneeFilter => value === 'me' || value === 'none';

/** Reads the query string of an address; what it does not know is ignored. */
export function readAddress(query: string): BoardAddress {
  const given = new URLSearchParams(query);
  const assignedTo = given.get('assignedTo');
  return {
    ticket: given.get('ticket') || undefined,
    tab: given.get('tab') === 'completed' ? 'completed' : 'board',
    q: given.get('q') ?? '',
    assignedTo: isFilter(assignedTo) ? assignedTo : undefined,
  };
}

/** The path and query string of an address. What is as usual is left out. */
export function addressOf({ ticket, tab, q, assignedTo }: BoardAddress): string {
  const query = new URLSearchParams({
    ...(ticket !== undefined && { ticket }),
    ...(tab === 'completed' && { tab }),
    ...(q !== '' && { q }),
    ...(assignedTo !== undefined && { assignedTo }),
  });
  return query.size === 0 ? links.tickets : `${links.tickets}?${query.toString()}`;
}
