import { type SessionUser } from '@mainstay/remote-contract';
import { Button, PageHeader, VisuallyHidden, late } from '@mainstay/ui/base';
import { Tabs } from '@mainstay/ui/core';
import { ExportCsv } from '@mainstay/web-kit';
import { everything } from '../address/board-address.ts';
import { useBoardAddress } from '../address/use-board-address.ts';
import { BoardDialogs } from './board-dialogs.tsx';
import { BoardFilters } from './board-filters.tsx';
import { Board } from '../board/board.tsx';
import { useDragging } from '../board/dragging/use-dragging.ts';
import { hasListFilter } from '../cards/list-filter.ts';
import { CompletedLabel } from '../completed/completed-label.tsx';
import styles from './maintenance-screen.module.css';
import { NewMenu } from './new-menu.tsx';
import { strings } from '../strings.ts';
import { useStatusChange } from '../ticket-data/use-status-change.tsx';
import { useBoardDialogs } from './use-board-dialogs.ts';
import { useBoardFocus } from './use-board-focus.ts';
import { useBoardLists } from './use-board-lists.ts';
import { useSelecting } from './use-selecting.ts';

const ExactList = late(
  () => import(/* webpackChunkName: "exact-list" */ '../completed/exact-list.tsx'),
).screen((list) => list.ExactList);
const CompletedTickets = late(
  () => import(/* webpackChunkName: "exact-list" */ '../completed/completed-tickets.tsx'),
).screen((completed) => completed.CompletedTickets);

/** The Maintenance screen (specification, section 2). It connects tickets, recurring tasks and attachments. */
export function MaintenanceScreen({ user }: { user: Pick<SessionUser, 'id' | 'role'> }) {
  const address = useBoardAddress();
  const { tab, filter, show } = address;
  const focus = useBoardFocus(hasListFilter(address.list));
  const { screen, focusId, onFocused } = focus;
  const status = useStatusChange(focus.keepOnCard);
  const lists = useBoardLists(address, status.moves);
  const dialogs = useBoardDialogs(address, status.question !== undefined);
  const selecting = useSelecting(lists.isExact ? 'exact' : tab);
  const dragging = useDragging({
    onDrop: (ticket, to) => status.change({ ticket, to }),
    onFocusLost: focus.toCard,
    onRest: selecting.begin,
  });
  const cards = {
    filter,
    openId: dialogs.openId,
    onOpen: dialogs.open,
    onAssign: dialogs.assign,
    onClear: () => {
      focus.toSearch();
      show({ ...everything, tab });
    },
  };

  return (
    <div ref={screen}>
      <PageHeader
        title={strings.page.title}
        subtitle={strings.page.subtitle}
        secondary={[
          <Button key="list" aria-haspopup="dialog" onClick={dialogs.openPaused}>
            {strings.recurringTasks.list}
          </Button>,
          <ExportCsv key="export" path="/api/tickets" filter={lists.exported} />,
        ]}
        primary={<NewMenu onChoose={dialogs.create} />}
      />
      <BoardFilters user={user} address={address} lists={lists} selecting={selecting} />
      <VisuallyHidden aria-live="assertive">{dragging.announcement}</VisuallyHidden>
      {lists.isExact ? (
        <ExactList
          list={lists.exact}
          filter={address.list}
          chips={filter}
          selecting={selecting.selecting}
          openId={dialogs.openId}
          onOpen={dialogs.open}
          onAssign={dialogs.assign}
          onClear={() => {
            focus.toTabs();
            show(everything);
          }}
        />
      ) : (
        <Tabs
          className={styles.tabs}
          activeKey={tab}
          onChange={(key) => show({ tab: key === 'completed' ? 'completed' : 'board' })}
          items={[
            {
              key: 'board',
              label: strings.page.board,
              children: (
                <Board
                  {...cards}
                  moves={status.moves}
                  dragging={dragging}
                  selecting={lists.isCompletedShown ? undefined : selecting.selecting}
                  focusId={focusId}
                  onFocused={onFocused}
                />
              ),
            },
            {
              key: 'completed',
              label: (
                <CompletedLabel
                  dropRef={dragging.asTarget.solved}
                  isDropTarget={dragging.over === 'solved'}
                  count={lists.completedCount}
                />
              ),
              children: (
                <CompletedTickets
                  {...cards}
                  list={lists.completed}
                  selecting={lists.isCompletedShown ? selecting.selecting : undefined}
                />
              ),
            },
          ]}
        />
      )}
      {selecting.parts ? <selecting.parts.BulkChanges {...selecting} /> : null}
      <BoardDialogs
        dialogs={dialogs}
        status={status}
        user={user}
        openTicketId={address.ticket}
        onCloseTicket={address.closeTicket}
        focus={focus}
      />
    </div>
  );
}
