import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type Assign } from '../../tickets/card-assignee.tsx';
import { type BoxOf, TicketCard } from '../../tickets/ticket-card.tsx';
import { type Ticket } from '../../ticket-data/tickets.queries.ts';
import styles from './draggable-ticket.module.css';
import { type CardDragging } from './use-dragging.ts';

/** The id of the element that explains how cards are moved by keyboard. */
export const DRAGGING_HINT_ID = 'how-to-move-a-ticket';

/** A ticket's card that can be dragged to another column. */
export const DraggableTicket = memo(function DraggableTicket({
  ticket,
  dragging: { attach, onKeyDown, onBlur },
  box,
  isHeld,
  takesFocus,
  onFocused,
  onOpen,
  onAssign,
}: {
  ticket: Ticket;
  dragging: CardDragging;
  /** Present while tickets are selected: then none is dragged. */
  box: BoxOf | undefined;
  isHeld: boolean;
  /** The element that had the focus was removed: this card takes it. */
  takesFocus: boolean;
  onFocused: () => void;
  onOpen: (ticket: Ticket) => void;
  onAssign: Assign;
}) {
  const element = useRef<HTMLDivElement>(null);
  const currentTicket = useEffectEvent(() => ticket);
  useEffect(() => {
    if (!element.current || !attach || box) return undefined;
    return attach(element.current, () => currentTicket());
  }, [attach, box]);

  const takeFocus = useEffectEvent(() => {
    element.current?.querySelector('a')?.focus();
    onFocused();
  });
  // With the commit: a failure that comes before a passive effect asks for the focus again, and would not get it.
  useLayoutEffect(() => {
    if (takesFocus) takeFocus();
  }, [takesFocus]);

  return (
    <div
      ref={element}
      className={styles.card}
      data-held={isHeld || undefined}
      // Before the link, which Space would open.
      onKeyDownCapture={(event) => {
        if (!box) onKeyDown(event, ticket);
      }}
      onBlur={onBlur}
    >
      <TicketCard
        ticket={ticket}
        describedBy={box ? undefined : DRAGGING_HINT_ID}
        box={box}
        onOpen={onOpen}
        onAssign={onAssign}
      />
    </div>
  );
});
