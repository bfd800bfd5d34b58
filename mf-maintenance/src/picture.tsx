import { Button, PageHeader } from '@mainstay/ui/base';
import { DownOutlined, PlusOutlined } from '@mainstay/ui/core';
import { htmlOf } from '@mainstay/ui/picture';
import { ExportCsv, type SearchedList, SearchField, ToastContext, useIsNarrow } from '@mainstay/web-kit';
import { type ReactNode } from 'react';
import boardStyles from './board/board.module.css';
import { Columns } from './board/columns.tsx';
import { DraggableTicket } from './board/dragging/draggable-ticket.tsx';
import { FilterChips } from './board/filter-chips.tsx';
import { joinLists } from './board/join-lists.ts';
import { type CoreSchemas } from './api/core.ts';
import listStyles from './cards/virtual-list.module.css';
import { CompletedLabel } from './completed/completed-label.tsx';
import styles from './screen/maintenance-screen.module.css';
import { RecurringTaskCard } from './recurring-tasks/recurring-task-card.tsx';
import { SelectIcon, ViewsIcon } from './parts/line-icon.tsx';
import { type RecurringTask } from './recurring-tasks/recurring-tasks.queries.ts';
import { strings } from './strings.ts';
import { withoutOutdated } from './ticket-data/status-moves.ts';
import { type Ticket } from './ticket-data/tickets.queries.ts';

/** The lowest card of a ticket and the gap below it. A list is lower than the window. */
const ROW_HEIGHT = 110;

/** A response as the page's first script passes it on. */
interface Response<Body> {
  body: Body;
  /** `X-Total-Count`. */
  total: number;
  /** Whether there is another page. */
  hasMore: boolean;
}

/** The responses to the `data` of the declaration, in its order. */
type Responses = [
  incoming: Response<Ticket[]>,
  inProgress: Response<Ticket[]>,
  tasks: Response<RecurringTask[]>,
  solved: Response<Ticket[]>,
  due: Response<CoreSchemas['DueCountsResponse']>,
];

const nothing = () => undefined;

const { status } = strings.tickets;

const listOf = <Item,>({ body, total, hasMore }: Response<Item[]>): SearchedList<Item> => ({
  items: body,
  total,
  hasMore,
  isAtLeast: false,
  isPending: false,
  isSearching: false,
  isFailed: false,
  isMoreFailed: false,
  retry: nothing,
  loadMore: nothing,
});

const isTicket = (item: Ticket | RecurringTask): item is Ticket => 'ticketType' in item;

const cardOf = (item: Ticket | RecurringTask): ReactNode =>
  isTicket(item) ? (
    <DraggableTicket
      ticket={item}
      dragging={{ attach: undefined, onKeyDown: nothing, onBlur: nothing }}
      box={undefined}
      isHeld={false}
      takesFocus={false}
      onFocused={nothing}
      onOpen={nothing}
      onAssign={nothing}
    />
  ) : (
    <RecurringTaskCard task={item} onOpen={nothing} />
  );

/** A column with as many cards as the window has room for. */
const columnOf = (label: string, list: SearchedList<Ticket | RecurringTask>, isInPage: boolean) => {
  const { items, total = 0 } = list;
  return {
    ref: null,
    isLoading: false,
    isBusy: false,
    count: total,
    isAtLeast: false,
    isDropTarget: false,
    children: (
      <div className={`${listStyles.scroller} ${boardStyles.cards}`} data-in-page={isInPage || undefined}>
        <div role="list" aria-label={label}>
          {items.slice(0, Math.ceil(innerHeight / ROW_HEIGHT)).map((item, at) => (
            <div key={item.id} className={listStyles.row}>
              <div role="listitem" aria-posinset={at + 1} aria-setsize={total} data-card={item.id}>
                {cardOf(item)}
              </div>
            </div>
          ))}
        </div>
      </div>
    ),
  };
};

const Tab = ({ isActive = false, children }: { isActive?: boolean; children: ReactNode }) => (
  <div className={`ant-tabs-tab ${isActive ? 'ant-tabs-tab-active' : ''}`}>
    <div className="ant-tabs-tab-btn">{children}</div>
  </div>
);

const Filters = ({ role, due }: { role: string; due: CoreSchemas['DueCountsResponse'] }) => (
  <div className={styles.filters}>
    <SearchField className={styles.search ?? ''} label={strings.page.searchPlaceholder} onSearch={nothing} />
    <Button className={styles.tool ?? ''} icon={<ViewsIcon />}>
      {strings.page.views}
    </Button>
    <Button className={styles.tool ?? ''} icon={<SelectIcon />}>
      {strings.page.select}
    </Button>
    <FilterChips pressed={{}} due={due} isBoard mayDecide={role === 'admin'} onChange={nothing} />
  </div>
);

/** The Maintenance screen as React shows it first. */
function Picture({ role, data }: { role: string; data: Responses }) {
  const isNarrow = useIsNarrow();
  const [incoming, inProgress] = [listOf(data[0]), listOf(data[1])];
  const working = joinLists(withoutOutdated(inProgress, incoming), listOf(data[2]));
  return (
    <ToastContext value={nothing}>
      <PageHeader
        title={strings.page.title}
        subtitle={strings.page.subtitle}
        secondary={[
          <Button key="list">{strings.recurringTasks.list}</Button>,
          <ExportCsv key="export" path="" filter={{}} />,
        ]}
        primary={
          <Button type="primary" className="ant-dropdown-trigger" icon={<PlusOutlined />}>
            {strings.page.newMenu} <DownOutlined />
          </Button>
        }
      />
      <Filters role={role} due={data[4].body} />
      <div className={`ant-tabs ant-tabs-top ms ant-tabs-css-var ${styles.tabs}`}>
        <div className="ant-tabs-nav">
          <div className="ant-tabs-nav-wrap">
            <div className="ant-tabs-nav-list">
              <Tab isActive>{strings.page.board}</Tab>
              <Tab>
                <CompletedLabel dropRef={null} isDropTarget={false} count={data[3].total} />
              </Tab>
            </div>
          </div>
        </div>
        <div className={boardStyles.board}>
          <Columns
            shown="incoming"
            onShow={nothing}
            switchRefs={undefined}
            incoming={columnOf(status.incoming, withoutOutdated(incoming, inProgress), isNarrow)}
            in_progress={columnOf(status.in_progress, working, isNarrow)}
          />
        </div>
      </div>
    </ToastContext>
  );
}

declare global {
  /**
   * The picture of the screen at this address, for the page's first script (shell/src/app/start.js).
   * @returns HTML
   */
  var mainstayPicture: ((role: string, data: Responses) => string) | undefined;
}

globalThis.mainstayPicture = (role, data) => htmlOf(<Picture role={role} data={data} />);
