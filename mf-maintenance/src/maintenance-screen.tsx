import { type SessionUser } from '@mainstay/remote-contract';
import { Button, PageHeader, VisuallyHidden } from '@mainstay/ui/base';
import { Tabs } from '@mainstay/ui/core';
import {
  ExportCsv,
  isOffline,
  SearchField,
  useDebouncedValue,
  useLateModule,
  whenIdle,
} from '@mainstay/web-kit';
import { lateScreens } from '@mainstay/web-kit/late-screen';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Drafts } from './activity/comments/draft.ts';
import { everything } from './address/board-address.ts';
import { useBoardAddress } from './address/use-board-address.ts';
import { Board, type BoardItem, isTicket } from './board/board.tsx';
import { FilterChips } from './board/filter-chips.tsx';
import { hasListFilter, withChips } from './cards/list-filter.ts';
import { CompletedLabel } from './completed/completed-label.tsx';
import { useDragging } from './board/dragging/use-dragging.ts';
import { NewMenu, type NewThing } from './new-menu.tsx';
import { type RecurringTask } from './recurring-tasks/recurring-tasks.queries.ts';
import styles from './maintenance-screen.module.css';
import { strings } from './strings.ts';
import { type Assign } from './tickets/card-assignee.tsx';
import { withMoves } from './tickets/status-moves.ts';
import { dueCountsQuery, type Ticket, ticketCountQuery, useTickets } from './tickets/tickets.queries.ts';
import { useStatusChange } from './tickets/use-status-change.tsx';

/** The entity whose dialog is open or closing. */
type Opened = { ticketId: string; listed?: Ticket } | { task: RecurringTask };

const idOf = (opened: Opened): string => ('task' in opened ? opened.task.id : opened.ticketId);

const lateList = lateScreens(() => import(/* webpackChunkName: "exact-list" */ './completed/exact-list.tsx'));
const ExactList = lateList('ExactList');
const lateCompleted = lateScreens(
  () => import(/* webpackChunkName: "exact-list" */ './completed/completed-tickets.tsx'),
);
const CompletedTickets = lateCompleted('CompletedTickets');

const selectedTab = (screen: HTMLElement | null) =>
  screen?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');

const loadDialogs = () => import(/* webpackChunkName: "dialogs" */ './dialogs.ts');
const loadRecurring = () => import(/* webpackChunkName: "recurring" */ './recurring-dialogs.ts');

/** The Maintenance screen (specification, section 2). It connects tickets, recurring tasks and attachments. */
export function MaintenanceScreen({ user }: { user: Pick<SessionUser, 'id' | 'role'> }) {
  const {
    ticket: ticketId,
    isNew,
    dropNew,
    tab,
    list: listFilter,
    filter,
    setSearch,
    given,
    openTicket,
    closeTicket,
    show,
  } = useBoardAddress();
  // Completed tickets are no longer late.
  const { search, due, ...chips } = filter;
  const { loaded: dialogs, whenLoaded } = useLateModule(loadDialogs, strings.page.dialogFailed);
  const { loaded: recurring, whenLoaded: whenRecurring } = useLateModule(
    loadRecurring,
    strings.page.dialogFailed,
  );
  const queries = useQueryClient();
  useEffect(() => {
    let isLeft = false;
    let stopKeys: (() => void) | undefined;
    const load = () =>
      loadDialogs().then(({ watchCardKeys }) => {
        if (!isLeft) stopKeys = watchCardKeys();
      });
    const cancel = whenIdle(load, () => queries.isFetching() > 0);
    return () => {
      isLeft = true;
      cancel();
      stopKeys?.();
    };
  }, [queries]);
  const [creating, setCreating] = useState<NewThing>();
  // Kept while the dialog closes, to return the focus to its card.
  const [opened, setOpened] = useState<Opened>();
  const [isTaskOpen, setTaskOpen] = useState(false);
  const [isPausedOpen, setPausedOpen] = useState(false);
  const [focusId, setFocusId] = useState<string>();
  const [drafts] = useState<Drafts>(() => new Map());
  const [assigned, setAssigned] = useState<{ ticket: Ticket; card: HTMLElement }>();
  const screen = useRef<HTMLDivElement>(null);
  const paused = useRef<HTMLDivElement>(null);
  // Also a ticket that the page's address names: by a link, or after going back.
  if (ticketId !== undefined && !(opened && 'ticketId' in opened && opened.ticketId === ticketId)) {
    setOpened({ ticketId });
  }

  useEffect(() => {
    if (!isNew) return;
    dropNew();
    whenLoaded(() => setCreating('ticket'));
  }, [isNew, dropNew, whenLoaded]);

  const isExact = hasListFilter(listFilter);
  const isCompletedShown = tab === 'completed' && !isExact;
  const { data: dueCounts } = useQuery({ ...dueCountsQuery, enabled: !isCompletedShown });
  const { change, moves, refusal, question } = useStatusChange((id) => {
    // Its card will be where it was, as another element.
    const focused = document.activeElement;
    if (focused === document.body || focused?.closest(`[data-card="${id}"]`)) setFocusId(id);
  });
  // Whatever the address or somebody else has opened.
  const isDialogNeeded = ticketId !== undefined || question !== undefined;
  useEffect(() => {
    if (isDialogNeeded) whenLoaded(() => undefined);
  }, [isDialogNeeded, whenLoaded]);
  const dragging = useDragging((ticket, to) => change({ ticket, to }), setFocusId);
  const onFocused = useCallback(() => setFocusId(undefined), []);
  const counted = useDebouncedValue(search.trim());
  const completed = withMoves(
    useTickets({ status: 'solved', ...chips }, search, { enabled: isCompletedShown }),
    'solved',
    moves,
  );
  const { data: completedCount = 0 } = useInfiniteQuery({
    ...ticketCountQuery({ status: 'solved', ...chips, q: counted || undefined }),
    enabled: !isExact,
  });
  const asked = withChips(listFilter, { due, ...chips });
  const exact = useTickets(asked, search, { enabled: isExact });
  const isCleared = useRef(false);
  useEffect(() => {
    if (isExact || !isCleared.current) return;
    // The button that was pressed is gone.
    isCleared.current = false;
    selectedTab(screen.current)?.focus();
  }, [isExact]);
  const badge = isCompletedShown ? (completed.total ?? completedCount) : completedCount;

  // A stable function: memoized cards rerender only if their own data changes.
  const open = useCallback(
    (item: BoardItem) => {
      if (isTicket(item)) {
        whenLoaded(() => {
          setOpened({ ticketId: item.id, listed: item });
          openTicket(item.id);
        });
      } else {
        whenRecurring(() => {
          setOpened({ task: item });
          setTaskOpen(true);
        });
      }
    },
    [openTicket, setOpened, setTaskOpen, whenLoaded, whenRecurring],
  );
  const assign = useCallback<Assign>(
    (ticket, card) => {
      // Its dialog says that nothing can be sent.
      if (isOffline() || !card) open(ticket);
      else whenLoaded(() => setAssigned({ ticket, card }));
    },
    [open, setAssigned, whenLoaded],
  );
  const closeAssigned = () => {
    const focused = document.activeElement;
    if (focused === document.body || assigned?.card.contains(focused)) {
      assigned?.card.querySelector<HTMLElement>('[data-assignee]')?.focus();
    }
    setAssigned(undefined);
  };
  const clear = () => {
    // The button that was pressed is about to go.
    screen.current?.querySelector('input')?.focus();
    show({ ...everything, tab });
  };
  const cards = {
    filter,
    openId: opened ? idOf(opened) : assigned?.ticket.id,
    onOpen: open,
    onAssign: assign,
  };
  const returnFocus = () => {
    // The card may now be a new element in another list, or not be rendered at all.
    const card =
      opened &&
      (paused.current ?? screen.current)?.querySelector<HTMLElement>(
        `[data-card="${idOf(opened)}"] :is(a, button)`,
      );
    (card ?? paused.current ?? selectedTab(screen.current))?.focus();
    setOpened(undefined);
  };

  return (
    <div ref={screen}>
      <PageHeader
        title={strings.page.title}
        subtitle={strings.page.subtitle}
        secondary={[
          <Button key="list" aria-haspopup="dialog" onClick={() => whenRecurring(() => setPausedOpen(true))}>
            {strings.recurringTasks.list}
          </Button>,
          <ExportCsv
            key="export"
            path="/api/tickets"
            filter={{
              ...(isExact
                ? asked
                : { ...(isCompletedShown ? { status: 'solved' } : { open: 'true', due }), ...chips }),
              q: search.trim() || undefined,
            }}
          />,
        ]}
        primary={
          <NewMenu
            onChoose={(thing) => (thing === 'ticket' ? whenLoaded : whenRecurring)(() => setCreating(thing))}
          />
        }
      />
      <div className={styles.filters}>
        <SearchField
          className={styles.search}
          label={strings.page.searchPlaceholder}
          given={given}
          onSearch={setSearch}
        />
        <FilterChips
          pressed={filter}
          due={dueCounts}
          isBoard={!isCompletedShown}
          mayDecide={user.role === 'admin'}
          onChange={show}
        />
      </div>
      <VisuallyHidden aria-live="assertive">{dragging.announcement}</VisuallyHidden>
      {isExact ? (
        <ExactList
          list={exact}
          filter={listFilter}
          chips={filter}
          openId={cards.openId}
          onOpen={open}
          onAssign={assign}
          onClear={() => {
            isCleared.current = true;
            show(everything);
          }}
        />
      ) : (
        <Tabs
          activeKey={tab}
          onChange={(key) => show({ tab: key === 'completed' ? 'completed' : 'board' })}
          items={[
            {
              key: 'board',
              label: strings.page.board,
              children: (
                <Board
                  {...cards}
                  moves={moves}
                  dragging={dragging}
                  focusId={focusId}
                  onFocused={onFocused}
                  onClear={clear}
                />
              ),
            },
            {
              key: 'completed',
              label: (
                <CompletedLabel
                  dropRef={dragging.asTarget.solved}
                  isDropTarget={dragging.over === 'solved'}
                  count={badge}
                />
              ),
              children: <CompletedTickets list={completed} {...cards} onClear={clear} />,
            },
          ]}
        />
      )}
      {dialogs ? (
        <dialogs.CreateTicketDialog open={creating === 'ticket'} onClose={() => setCreating(undefined)} />
      ) : null}
      {recurring ? (
        <>
          <recurring.CreateRecurringTaskDialog
            open={creating === 'recurring-task'}
            onClose={() => setCreating(undefined)}
          />
          <recurring.RecurringTasksDialog
            placeRef={paused}
            openId={cards.openId}
            onOpen={open}
            open={isPausedOpen}
            onClose={() => setPausedOpen(false)}
          />
        </>
      ) : null}
      {dialogs && assigned ? <dialogs.AssigneeOnCard {...assigned} onClose={closeAssigned} /> : null}
      {dialogs && opened && 'ticketId' in opened ? (
        <dialogs.TicketDialog
          key={opened.ticketId}
          ticketId={opened.ticketId}
          listed={opened.listed}
          open={ticketId === opened.ticketId}
          user={user}
          drafts={drafts}
          moves={moves}
          refusal={refusal}
          onStatus={change}
          onClose={closeTicket}
          afterClose={returnFocus}
        />
      ) : null}
      {recurring && opened && 'task' in opened ? (
        <recurring.RecurringTaskDialog
          canDelete={user.role === 'admin'}
          task={opened.task}
          open={isTaskOpen}
          afterClose={returnFocus}
          onClose={() => setTaskOpen(false)}
        >
          <recurring.ScheduledTasksSection
            recurringTaskId={opened.task.id}
            zone={opened.task.location.timezone}
          />
        </recurring.RecurringTaskDialog>
      ) : null}
      {dialogs && question ? <dialogs.StatusQuestion key={question.key} {...question.about} /> : null}
    </div>
  );
}
