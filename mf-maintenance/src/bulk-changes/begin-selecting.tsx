import { createSelection, SelectBox, type Selection } from '@mainstay/web-kit/selecting';
import { type ReactNode } from 'react';
import { bulkStrings } from './bulk-strings.ts';

/** The server changes at most as many at once. */
export const MOST_TICKETS = 200;

/** What a selection needs of a ticket. */
export interface SelectableTicket {
  id: string;
  title: string;
  locationId: string;
}

/** Tickets are being selected. It stays the same until that ends. */
export interface Selecting {
  selection: Selection<SelectableTicket>;
  /** The checkbox on the card of a ticket. */
  box: (ticket: SelectableTicket) => ReactNode;
}

/** @param first selected from the start */
export function beginSelecting(first?: SelectableTicket): Selecting {
  const selection = createSelection(MOST_TICKETS, first);
  return {
    selection,
    box: ({ id, title }) => <SelectBox selection={selection} id={id} label={bulkStrings.select(title)} />,
  };
}
