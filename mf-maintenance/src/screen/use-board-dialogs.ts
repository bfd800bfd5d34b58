import { late } from '@mainstay/ui/base';
import { isOffline, useFailure, whenIdle } from '@mainstay/web-kit';
import { useCallback, useEffect, useState } from 'react';
import { type useBoardAddress } from '../address/use-board-address.ts';
import { type BoardItem, isTicket } from '../board/board.tsx';
import { type NewThing } from './new-menu.tsx';
import { type RecurringTask } from '../recurring-tasks/recurring-tasks.queries.ts';
import { strings } from '../strings.ts';
import { type Assign } from '../tickets/card-assignee.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';

/** The entity whose dialog is open or closing. */
type Opened = { ticketId: string; listed?: Ticket } | { task: RecurringTask };

type Address = Pick<ReturnType<typeof useBoardAddress>, 'ticket' | 'newAsked' | 'dropNew' | 'openTicket'>;

const ticketDialogs = late(() => import(/* webpackChunkName: "dialogs" */ './dialogs.ts'));
const recurringDialogs = late(() => import(/* webpackChunkName: "recurring" */ './recurring-dialogs.ts'));

/** Fetches the dialogs of tickets when the page is idle, and then lets keys act on cards. */
function useDialogsWhenIdle() {
  useEffect(() => {
    let isLeft = false;
    let stopKeys: (() => void) | undefined;
    const load = () =>
      ticketDialogs.load().then(({ watchCardKeys }) => {
        if (!isLeft) stopKeys = watchCardKeys();
      });
    const cancel = whenIdle(load);
    return () => {
      isLeft = true;
      cancel();
      stopKeys?.();
    };
  }, []);
}

/**
 * The ticket or the recurring task whose dialog is open or closing.
 * @param ticketId the ticket of the address
 */
function useOpenedItem(ticketId: string | undefined) {
  // Kept while the dialog closes, to return the focus to its card.
  const [opened, setOpened] = useState<Opened>();
  const [isTaskOpen, setTaskOpen] = useState(false);
  if (ticketId !== undefined && !(opened && 'ticketId' in opened && opened.ticketId === ticketId)) {
    setOpened({ ticketId });
  }
  const ticket = opened && 'ticketId' in opened ? opened : undefined;
  const task = opened && 'task' in opened ? opened.task : undefined;
  return {
    ticket,
    task,
    itemId: ticket?.ticketId ?? task?.id,
    /** The address opens its dialog. */
    setTicket: useCallback((listed: Ticket) => setOpened({ ticketId: listed.id, listed }), []),
    isTaskOpen,
    openTask: useCallback((chosen: RecurringTask) => {
      setOpened({ task: chosen });
      setTaskOpen(true);
    }, []),
    closeTask: () => setTaskOpen(false),
    forgetItem: () => setOpened(undefined),
  };
}

/**
 * The card on which an assignee is chosen.
 * @param open opens the dialog of a ticket instead
 */
function useAssigning(open: (ticket: Ticket) => void, whenLoaded: (then: () => void) => void) {
  const [assigned, setAssigned] = useState<{ ticket: Ticket; card: HTMLElement }>();
  const assign = useCallback<Assign>(
    (ticket, card) => {
      // Its dialog says that nothing can be sent.
      if (isOffline() || !card) open(ticket);
      else whenLoaded(() => setAssigned({ ticket, card }));
    },
    [open, whenLoaded],
  );
  return { assigned, assign, endAssigning: () => setAssigned(undefined) };
}

/**
 * What is open above the Maintenance screen, with the code that shows it.
 * @param address its ticket has its dialog open: after a press, by a link, or after going back
 * @param isAsked whether somebody else's change of a status is asked about
 * @returns the late code (`tickets`, `recurring`), what each dialog is about, and functions that open and close them;
 * `open` and `assign` stay the same
 */
export function useBoardDialogs(
  { ticket: ticketId, newAsked, dropNew, openTicket }: Address,
  isAsked: boolean,
) {
  const fail = useFailure(strings.page.dialogFailed);
  const { loaded: tickets, whenLoaded } = ticketDialogs.useOnPress(fail);
  const { loaded: recurring, whenLoaded: whenRecurring } = recurringDialogs.useOnPress(fail);
  useDialogsWhenIdle();
  const item = useOpenedItem(ticketId);
  const { setTicket, openTask } = item;
  const [creating, setCreating] = useState<NewThing>();
  const [isPausedOpen, setPausedOpen] = useState(false);

  useEffect(() => {
    if (newAsked === undefined) return;
    dropNew();
    whenLoaded(() => setCreating('ticket'));
  }, [newAsked, dropNew, whenLoaded]);
  // Whatever the address or somebody else has opened.
  const isNeeded = ticketId !== undefined || isAsked;
  useEffect(() => {
    if (isNeeded) whenLoaded(() => undefined);
  }, [isNeeded, whenLoaded]);

  // Stable functions: memoized cards rerender only if their own data changes.
  const open = useCallback(
    (chosen: BoardItem) => {
      if (!isTicket(chosen)) whenRecurring(() => openTask(chosen));
      else {
        whenLoaded(() => {
          setTicket(chosen);
          openTicket(chosen.id);
        });
      }
    },
    [openTicket, setTicket, openTask, whenLoaded, whenRecurring],
  );
  const assigning = useAssigning(open, whenLoaded);

  return {
    ...item,
    ...assigning,
    tickets,
    recurring,
    creating,
    create: (thing: NewThing) => (thing === 'ticket' ? whenLoaded : whenRecurring)(() => setCreating(thing)),
    endCreating: () => setCreating(undefined),
    isPausedOpen,
    openPaused: () => whenRecurring(() => setPausedOpen(true)),
    closePaused: () => setPausedOpen(false),
    /** The entity that a dialog is about: its card stays rendered. */
    openId: item.itemId ?? assigning.assigned?.ticket.id,
    open,
  };
}
