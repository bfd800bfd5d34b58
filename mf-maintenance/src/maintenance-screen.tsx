import { type SessionUser } from '@mainstay/remote-contract';
import { PageHeader } from '@mainstay/ui/base';
import { Tabs } from '@mainstay/ui/core';
import { SearchField, useDebouncedValue } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type Drafts } from './activity/comments/draft.ts';
import { AttachmentsSection } from './attachments/attachments-section.tsx';
import { Board, type BoardItem, isTicket } from './board/board.tsx';
import { CompletedTickets } from './completed/completed-tickets.tsx';
import { NewMenu, type NewThing } from './new-menu.tsx';
import { PAUSED_TOGGLE_ID } from './board/paused-tasks.tsx';
import { CreateRecurringTaskDialog } from './recurring-tasks/create-recurring-task-dialog.tsx';
import { RecurringTaskDialog } from './recurring-tasks/recurring-task-dialog.tsx';
import styles from './maintenance-screen.module.css';
import { strings } from './strings.ts';
import { ScheduledTasksSection } from './tasks/scheduled-tasks-section.tsx';
import { CreateTicketDialog } from './tickets/create-ticket-dialog.tsx';
import { TicketActivity } from './ticket-activity.tsx';
import { TicketDetailDialog } from './tickets/ticket-detail-dialog.tsx';
import { ticketCountQuery, useTickets } from './tickets/tickets.queries.ts';

/** The Maintenance screen (specification, section 2). It connects tickets, recurring tasks and attachments. */
export function MaintenanceScreen({ user }: { user: Pick<SessionUser, 'id' | 'role'> }) {
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState('board');
  const [creating, setCreating] = useState<NewThing>();
  // Kept while the dialog closes, to return the focus to its card.
  const [opened, setOpened] = useState<{ item: BoardItem; isOpen: boolean }>();
  const [drafts] = useState<Drafts>(() => new Map());
  const screen = useRef<HTMLDivElement>(null);

  const q = useDebouncedValue(search.trim());
  const isCompletedShown = tab === 'completed';
  const completed = useTickets('solved', search, { enabled: isCompletedShown });
  const { data: completedCount = 0 } = useQuery(ticketCountQuery('solved', q || undefined));
  const badge = isCompletedShown ? (completed.total ?? completedCount) : completedCount;

  // A stable function: memoized cards rerender only if their own data changes.
  const open = useCallback((item: BoardItem) => setOpened({ item, isOpen: true }), []);
  const cards = {
    search,
    openId: opened?.item.id,
    onOpen: open,
  };
  const close = () => setOpened((shown) => shown && { ...shown, isOpen: false });
  const returnFocus = () => {
    // The card may now be a new element in another list, or not be rendered at all.
    const card =
      opened && screen.current?.querySelector<HTMLElement>(`[data-card="${opened.item.id}"] button`);
    const paused = opened && !isTicket(opened.item) ? document.getElementById(PAUSED_TOGGLE_ID) : null;
    const tabButton = screen.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
    (card ?? paused ?? tabButton)?.focus();
    setOpened(undefined);
  };
  const dialog = {
    canDelete: user.role === 'admin',
    open: opened?.isOpen ?? false,
    onClose: close,
    afterClose: returnFocus,
  };

  return (
    <div ref={screen}>
      <PageHeader
        title={strings.page.title}
        subtitle={strings.page.subtitle}
        actions={<NewMenu onChoose={setCreating} />}
      />
      <SearchField className={styles.search} label={strings.page.searchPlaceholder} onSearch={setSearch} />
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'board', label: strings.page.board, children: <Board {...cards} /> },
          {
            key: 'completed',
            label: (
              <>
                {strings.page.completed}
                {/* Not part of the tab's accessible name; the list has its own count. */}
                {badge > 0 ? (
                  <span className={styles.badge} aria-hidden="true">
                    {strings.page.count(badge)}
                  </span>
                ) : null}
              </>
            ),
            children: <CompletedTickets list={completed} {...cards} />,
          },
        ]}
      />
      <CreateTicketDialog open={creating === 'ticket'} onClose={() => setCreating(undefined)} />
      <CreateRecurringTaskDialog
        open={creating === 'recurring-task'}
        onClose={() => setCreating(undefined)}
      />
      {opened && isTicket(opened.item) ? (
        <TicketDetailDialog {...dialog} ticket={opened.item}>
          <AttachmentsSection ticketId={opened.item.id} />
          <TicketActivity ticketId={opened.item.id} user={user} drafts={drafts} />
        </TicketDetailDialog>
      ) : null}
      {opened && !isTicket(opened.item) ? (
        <RecurringTaskDialog {...dialog} task={opened.item}>
          <ScheduledTasksSection recurringTaskId={opened.item.id} />
        </RecurringTaskDialog>
      ) : null}
    </div>
  );
}
