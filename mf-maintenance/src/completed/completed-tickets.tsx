import { Button, VisuallyHidden } from '@mainstay/ui/base';
import { type SearchedList } from '@mainstay/web-kit';
import { type Selecting } from '../bulk-changes/begin-selecting.tsx';
import { type BoardFilter, chosen, clearOf, keyOf } from '../cards/board-filter.ts';
import { filterStrings } from '../cards/filter-strings.ts';
import { strings } from '../strings.ts';
import { type Assign } from '../tickets/card-assignee.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { TicketGrid } from './ticket-grid.tsx';

/** The Completed tab: a grid of solved tickets. */
export function CompletedTickets({
  filter,
  onClear,
  ...shown
}: {
  list: SearchedList<Ticket>;
  filter: BoardFilter;
  selecting: Selecting | undefined;
  openId: string | undefined;
  onOpen: (ticket: Ticket) => void;
  onAssign: Assign;
  onClear: () => void;
}) {
  const clear = clearOf(filter);
  return (
    <>
      <VisuallyHidden as="h2">{strings.page.completed}</VisuallyHidden>
      <TicketGrid
        {...shown}
        label={strings.page.completed}
        search={filter.search}
        filterKey={keyOf(filter)}
        empty={{
          title: strings.page.noCompletedTickets,
          hint: filterStrings.nothing(chosen(filter)) ?? strings.page.noCompletedTicketsHint,
          action: clear && (
            <Button type="link" onClick={onClear}>
              {filterStrings[clear]}
            </Button>
          ),
        }}
        loadFailed={strings.page.loadFailed}
      />
    </>
  );
}
