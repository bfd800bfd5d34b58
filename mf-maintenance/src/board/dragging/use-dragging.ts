import { late } from '@mainstay/ui/base';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { type Ticket, type TicketStatus } from '../../ticket-data/tickets.queries.ts';
import type * as dragLibrary from './drag-library.ts';

// Without it cards are still moved by keyboard and in their dialogs, so a failure is not worth a message.
const lateLibrary = late(() => import(/* webpackChunkName: "dragging" */ './drag-library.ts'));

/** Where a card can be dropped, in the order of the arrow keys. */
const targets: readonly TicketStatus[] = ['incoming', 'in_progress', 'solved'];

const nameOf = strings.tickets.status;

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface Held {
  ticket: Ticket;
  /** The target that the card is over; undefined outside of all. */
  over: TicketStatus | undefined;
  isByKeyboard: boolean;
}

/** What cards need to be dragged. */
export interface CardDragging {
  /**
   * Makes an element draggable by mouse and touch. Undefined until the library is loaded.
   * @returns a function that ends it
   */
  attach: ((element: HTMLElement, ticketOf: () => Ticket) => () => void) | undefined;
  onKeyDown: (event: KeyboardEvent, ticket: Ticket) => void;
  /** The focus has left a card. */
  onBlur: () => void;
}

/** Space presses the button of the assignee, and does not lift the card. */
const isOnAssignee = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('[data-assignee]') !== null;

type TargetRef = (element: HTMLElement | null) => (() => void) | undefined;

export interface Dragging {
  /** Changes only when the library is loaded. */
  card: CardDragging;
  heldId: string | undefined;
  /** The target that the held card would move to. */
  over: TicketStatus | undefined;
  /** Ref callbacks that make an element a target for mouse and touch. */
  asTarget: Readonly<Record<TicketStatus, TargetRef>>;
  /** For a live region. */
  announcement: string;
}

/** The card beside the one with the focus, which takes the focus over when that one leaves the list. */
const idBeside = (element: Element): string | undefined => {
  const row = element.closest('[data-index]');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  return beside?.querySelector('[data-card]')?.getAttribute('data-card') ?? undefined;
};

interface Callbacks {
  /** Called with a status that the ticket does not have. */
  onDrop: (ticket: Ticket, to: TicketStatus) => void;
  /** Called with the card that is to take the focus, because the element that has it will be removed. */
  onFocusLost: (id: string | undefined) => void;
  /** A finger rested on a card. It stays the same. */
  onRest: (ticket: Ticket) => void;
}

/** The hand that holds a card, and says what it does. It stays the same. */
interface Hand {
  held: () => Held | undefined;
  lift: (ticket: Ticket, isByKeyboard: boolean) => void;
  moveOver: (over: TicketStatus | undefined) => void;
  /**
   * Ends the drag.
   * @returns whether the ticket moves
   */
  release: (over: TicketStatus | undefined) => boolean;
}

function useHand(onDrop: Callbacks['onDrop']) {
  const [held, setHeld] = useState<Held>();
  const [announcement, setAnnouncement] = useState('');
  // Events of one drag may come before the next render.
  const current = useRef<Held>(undefined);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  const [hand] = useState((): Hand => {
    const hold = (next: Held | undefined) => {
      current.current = next;
      setHeld(next);
    };
    return {
      held: () => current.current,
      lift: (ticket, isByKeyboard) => {
        hold({ ticket, over: ticket.status, isByKeyboard });
        setAnnouncement(strings.dragging.lifted(ticket.title, nameOf[ticket.status], isByKeyboard));
      },
      moveOver: (over) => {
        const before = current.current;
        if (!before || before.over === over) return;
        hold({ ...before, over });
        setAnnouncement(strings.dragging.over(before.ticket.title, over && nameOf[over]));
      },
      release: (over) => {
        const before = current.current;
        if (!before) return false;
        hold(undefined);
        const { ticket } = before;
        if (over === undefined || over === ticket.status) {
          setAnnouncement(strings.dragging.stays(ticket.title, nameOf[ticket.status]));
          return false;
        }
        setAnnouncement(strings.dragging.dropped(ticket.title, nameOf[over]));
        latest.current(ticket, over);
        return true;
      },
    };
  });
  return { hand, held, announcement };
}

/**
 * Makes a card draggable by mouse and touch.
 * @param statusOf the target that contains an element
 */
const attachWith =
  (
    library: typeof dragLibrary,
    hand: Hand,
    statusOf: (over: Element | null | undefined) => TicketStatus | undefined,
    onRest: Callbacks['onRest'],
  ) =>
  (element: HTMLElement, ticketOf: () => Ticket) => {
    const onLift = () => hand.lift(ticketOf(), false);
    const endMouse = library.draggable({
      element,
      onDragStart: onLift,
      onDropTargetChange: ({ location }) => hand.moveOver(statusOf(location.current.dropTargets[0]?.element)),
      // Also called when the drag is cancelled: then it is over nothing.
      onDrop: ({ location }) => hand.release(statusOf(location.current.dropTargets[0]?.element)),
    });
    const endTouch = library.draggableByTouch(element, {
      onLift,
      onMove: (over) => hand.moveOver(statusOf(over)),
      onDrop: (over) => hand.release(statusOf(over)),
      onRest: () => onRest(ticketOf()),
    });
    return () => {
      endMouse();
      endTouch();
    };
  };

/** Moves a card with keys: Space lifts and drops it, arrows choose the target, Escape cancels. */
function moveByKey(
  hand: Hand,
  event: KeyboardEvent,
  ticket: Ticket,
  onFocusLost: Callbacks['onFocusLost'],
): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isOnAssignee(event)) return;
  const held = hand.held();
  const step = steps[event.key];
  if (event.key === ' ') {
    event.preventDefault();
    if (event.repeat) return;
    if (!held) hand.lift(ticket, true);
    else if (hand.release(held.over)) {
      onFocusLost(held.over === 'solved' ? idBeside(event.currentTarget) : ticket.id);
    }
  } else if (held && event.key === 'Escape') {
    event.preventDefault();
    hand.release(undefined);
  } else if (held && step !== undefined) {
    event.preventDefault();
    const at = held.over === undefined ? -1 : targets.indexOf(held.over);
    hand.moveOver(targets[Math.min(Math.max(at + step, 0), targets.length - 1)]);
  }
}

/**
 * Dragging tickets between the columns and onto the Completed tab: by mouse and touch once the library is loaded, by
 * keyboard at any time.
 */
export function useDragging({ onDrop, onFocusLost, onRest }: Callbacks): Dragging {
  const library = lateLibrary.useAfterPaint();
  const { hand, held, announcement } = useHand(onDrop);
  const latest = useRef(onFocusLost);
  useEffect(() => {
    latest.current = onFocusLost;
  });
  const [targetElements] = useState(() => new Map<Element, TicketStatus>());

  const card = useMemo(
    (): CardDragging => ({
      attach: library && attachWith(library, hand, (over) => closestTarget(targetElements, over), onRest),
      onKeyDown: (event, ticket) => moveByKey(hand, event, ticket, (id) => latest.current(id)),
      onBlur: () => {
        if (hand.held()?.isByKeyboard) hand.release(undefined);
      },
    }),
    [library, hand, targetElements, onRest],
  );

  const asTarget = useMemo(() => {
    const refOf =
      (status: TicketStatus): TargetRef =>
      (element) => {
        if (!element || !library) return undefined;
        targetElements.set(element, status);
        const end = library.dropTargetForElements({ element });
        return () => {
          targetElements.delete(element);
          end();
        };
      };
    return { incoming: refOf('incoming'), in_progress: refOf('in_progress'), solved: refOf('solved') };
  }, [library, targetElements]);

  return {
    card,
    heldId: held?.ticket.id,
    over: held && held.over !== held.ticket.status ? held.over : undefined,
    asTarget,
    announcement,
  };
}

/** The status of the target that contains an element. */
function closestTarget(targets: ReadonlyMap<Element, TicketStatus>, element: Element | null | undefined) {
  for (let at = element; at; at = at.parentElement) {
    const status = targets.get(at);
    if (status) return status;
  }
  return undefined;
}
