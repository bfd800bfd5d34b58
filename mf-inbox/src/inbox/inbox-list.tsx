import { Flex, Placeholder, Surface } from '@mainstay/ui/base';
import { CheckCircleOutlined } from '@mainstay/ui/core';
import { type SearchedList, useNow } from '@mainstay/web-kit';
import { ListContents } from '@mainstay/web-kit/lists';
import { Fragment } from 'react';
import { strings } from '../strings.ts';
import { daysOf } from './inbox-days.ts';
import styles from './inbox-list.module.css';
import { InboxRow } from './inbox-row.tsx';
import { type InboxItem, type Tab, useReadItems } from './inbox.queries.ts';

const loadingRows = ['first', 'second', 'third', 'fourth'];

const loading = (
  <Surface>
    {loadingRows.map((row) => (
      <Flex key={row} gap={12} className={styles.loading}>
        <Placeholder width="36px" height="36px" />
        <div>
          <Placeholder width="70%" height="18px" />
          <Placeholder width="40%" height="14px" />
        </div>
      </Flex>
    ))}
  </Surface>
);

/**
 * The items that are loaded, day by day, or why there are none.
 * @param gone how many more there are about what was removed
 */
export function InboxList({
  list,
  items,
  gone,
  tab,
}: {
  list: SearchedList<InboxItem>;
  items: readonly InboxItem[];
  gone: number;
  tab: Tab;
}) {
  const now = useNow();
  const read = useReadItems();
  return (
    <ListContents
      list={list}
      problem={strings.loadFailed}
      loading={loading}
      empty={{ icon: <CheckCircleOutlined />, title: strings.caughtUp, hint: strings.emptyHints[tab] }}
      isEmpty={items.length + gone === 0 && !list.hasMore}
    >
      {daysOf(items, now).map(({ title, rows }) => (
        <Fragment key={title}>
          <h2 className={styles.day}>{title}</h2>
          <Surface className={styles.items}>
            <ul>
              {rows.map((row) => (
                <InboxRow
                  key={row.latest.id}
                  row={row}
                  now={now}
                  onRead={() => {
                    if (row.unread.length > 0) read.mutate(row.unread);
                  }}
                />
              ))}
            </ul>
          </Surface>
        </Fragment>
      ))}
      {gone > 0 ? <p className={styles.gone}>{strings.gone(gone)}</p> : null}
    </ListContents>
  );
}
