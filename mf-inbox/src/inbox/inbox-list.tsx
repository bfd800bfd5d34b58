import { Placeholder, Surface } from '@mainstay/ui/base';
import { CheckCircleOutlined } from '@mainstay/ui/core';
import { type SearchedList, useNow } from '@mainstay/web-kit';
import { ListContents } from '@mainstay/web-kit/lists';
import { strings } from '../strings.ts';
import styles from './inbox-list.module.css';
import { InboxRow } from './inbox-row.tsx';
import { type InboxItem, type Tab, useReadItem } from './inbox.queries.ts';

const loadingRows = ['first', 'second', 'third', 'fourth'];

const loading = (
  <Surface>
    {loadingRows.map((row) => (
      <div key={row} className={styles.loading}>
        <Placeholder width="36px" height="36px" />
        <div className={styles.lines}>
          <Placeholder width="40%" height="14px" />
          <Placeholder width="70%" height="16px" />
          <Placeholder width="25%" height="12px" />
        </div>
      </div>
    ))}
  </Surface>
);

/** The items that are loaded, or why there are none. @param gone how many more there are about what was removed */
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
  const read = useReadItem();
  return (
    <ListContents
      list={list}
      problem={strings.loadFailed}
      loading={loading}
      empty={{ icon: <CheckCircleOutlined />, title: strings.caughtUp, hint: strings.emptyHints[tab] }}
      isEmpty={items.length + gone === 0 && !list.hasMore}
    >
      <Surface>
        {items.length > 0 ? (
          <ul className={styles.items}>
            {items.map((item) => (
              <InboxRow
                key={item.id}
                item={item}
                now={now}
                onRead={() => {
                  if (item.readAt === null) read.mutate(item.id);
                }}
              />
            ))}
          </ul>
        ) : null}
        {gone > 0 ? <p className={styles.gone}>{strings.gone(gone)}</p> : null}
      </Surface>
    </ListContents>
  );
}
