import { Button, EmptyState, PageHeader, SkeletonCard, WarningOutlined } from '@mainstay/ui/base';
import {
  CheckCircleOutlined,
  DownOutlined,
  Dropdown,
  PlusOutlined,
  SearchOutlined,
  Tabs,
} from '@mainstay/ui/core';
import { Input } from '@mainstay/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { AttachmentsSection } from './attachments/attachments-section.tsx';
import { Column } from './board/column.tsx';
import { CreateRecurringTaskDialog } from './recurring-tasks/create-recurring-task-dialog.tsx';
import { RecurringTaskCard } from './recurring-tasks/recurring-task-card.tsx';
import { recurringTasksQuery } from './recurring-tasks/recurring-tasks.queries.ts';
import styles from './routes.module.css';
import { strings } from './strings.ts';
import { CreateTicketDialog } from './tickets/create-ticket-dialog.tsx';
import { TicketCard, ticketButtonId } from './tickets/ticket-card.tsx';
import { TicketDetailDialog } from './tickets/ticket-detail-dialog.tsx';
import { ticketsQuery } from './tickets/tickets.queries.ts';

type NewThing = 'ticket' | 'recurring-task';

const newThings: { key: NewThing; label: string }[] = [
  { key: 'ticket', label: strings.page.addTicket },
  { key: 'recurring-task', label: strings.page.addRecurringTask },
];

/** Whether the text is in the title or the location's name, whatever the case. */
const finds = (text: string) => (item: { title: string; location: { name: string } }) =>
  [item.title, item.location.name].some((part) => part.toLowerCase().includes(text.trim().toLowerCase()));

/** The Maintenance screen (specification, section 2): where tickets, recurring tasks and attachments meet. */
export function MaintenanceRoutes() {
  const tickets = useQuery(ticketsQuery());
  const recurringTasks = useQuery(recurringTasksQuery());
  const [text, setText] = useState('');
  const [tab, setTab] = useState('board');
  const [creating, setCreating] = useState<NewThing>();
  // The id outlives the dialog: the focus goes back to its card.
  const [detail, setDetail] = useState<{ ticketId: string; isOpen: boolean }>();
  const screen = useRef<HTMLDivElement>(null);
  const newButton = useRef<HTMLButtonElement>(null);

  const foundTickets = tickets.data?.filter(finds(text)) ?? [];
  const incoming = foundTickets.filter((ticket) => ticket.status === 'incoming');
  const inProgress = foundTickets.filter((ticket) => ticket.status === 'in_progress');
  const solved = foundTickets.filter((ticket) => ticket.status === 'solved');
  const activeTasks = recurringTasks.data?.filter((task) => task.active).filter(finds(text)) ?? [];
  const openTicket = detail?.isOpen
    ? tickets.data?.find((ticket) => ticket.id === detail.ticketId)
    : undefined;
  const failed = [tickets, recurringTasks].filter((query) => query.isLoadingError);

  const cards = (list: typeof foundTickets): ReactNode =>
    list.map((ticket) => (
      <TicketCard
        key={ticket.id}
        ticket={ticket}
        onOpen={() => setDetail({ ticketId: ticket.id, isOpen: true })}
      />
    ));

  const board = (
    <div className={styles.board}>
      <Column
        title={strings.tickets.status.incoming}
        tone="waiting"
        isLoading={tickets.isPending}
        count={incoming.length}
      >
        {cards(incoming)}
      </Column>
      <Column
        title={strings.tickets.status.in_progress}
        tone="working"
        isLoading={tickets.isPending || recurringTasks.isPending}
        count={inProgress.length + activeTasks.length}
      >
        {cards(inProgress)}
        {activeTasks.map((task) => (
          <RecurringTaskCard key={task.id} task={task} />
        ))}
      </Column>
    </div>
  );

  const completed = tickets.isPending ? (
    <div className={styles.completed} aria-busy="true">
      <SkeletonCard badges={2} />
      <SkeletonCard badges={2} />
      <SkeletonCard badges={2} />
    </div>
  ) : solved.length === 0 ? (
    <EmptyState
      icon={<CheckCircleOutlined />}
      title={strings.page.noCompletedTickets}
      hint={strings.page.noCompletedTicketsHint}
    />
  ) : (
    <>
      <h2 className={styles.unseen}>{strings.page.completed}</h2>
      <ul className={styles.completed}>{cards(solved)}</ul>
    </>
  );

  return (
    <div ref={screen}>
      <PageHeader
        title={strings.page.title}
        subtitle={strings.page.subtitle}
        actions={
          <Dropdown
            trigger={['click']}
            onOpenChange={(isOpen) => {
              if (!isOpen) newButton.current?.focus();
            }}
            autoFocus
            getPopupContainer={() => screen.current ?? document.body}
            menu={{
              items: newThings,
              onClick: ({ key, domEvent }) => {
                // The rest of this Enter would press the dialog's Close, which has the focus by then.
                domEvent.preventDefault();
                setCreating(newThings.find((thing) => thing.key === key)?.key);
              },
            }}
          >
            <Button ref={newButton} type="primary" icon={<PlusOutlined />} aria-haspopup="menu">
              {strings.page.newMenu} <DownOutlined />
            </Button>
          </Dropdown>
        }
      />
      <Input
        className={styles.search}
        type="search"
        aria-label={strings.page.searchPlaceholder}
        placeholder={strings.page.searchPlaceholder}
        prefix={<SearchOutlined />}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {failed.length > 0 ? (
        <EmptyState
          icon={<WarningOutlined />}
          title={strings.page.loadFailed}
          action={
            <Button onClick={() => failed.forEach((query) => void query.refetch())}>
              {strings.page.retry}
            </Button>
          }
        />
      ) : (
        <Tabs
          activeKey={tab}
          onChange={setTab}
          items={[
            { key: 'board', label: strings.page.board, children: board },
            {
              key: 'completed',
              label: (
                <>
                  {strings.page.completed}
                  {/* The tab's name stays the word; the list itself tells its length. */}
                  {solved.length > 0 ? (
                    <span className={styles.badge} aria-hidden="true">
                      {solved.length}
                    </span>
                  ) : null}
                </>
              ),
              children: completed,
            },
          ]}
        />
      )}
      <CreateTicketDialog open={creating === 'ticket'} onClose={() => setCreating(undefined)} />
      <CreateRecurringTaskDialog
        open={creating === 'recurring-task'}
        onClose={() => setCreating(undefined)}
      />
      <TicketDetailDialog
        ticket={openTicket}
        onClose={() => setDetail((shown) => shown && { ...shown, isOpen: false })}
        afterClose={() => {
          // The card may have moved to another column, where it is a new element, or to the other tab.
          const card = detail && document.getElementById(ticketButtonId(detail.ticketId));
          const target =
            card || screen.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
          target?.focus();
        }}
      >
        {openTicket ? <AttachmentsSection ticketId={openTicket.id} /> : null}
      </TicketDetailDialog>
    </div>
  );
}
