import { type RemoteHost } from '@mainstay/remote-contract';
import { PageHeader, VisuallyHidden } from '@mainstay/ui/base';
import { Tabs } from '@mainstay/ui/core';
import { OnlineButton, ToastContext, usePagedList } from '@mainstay/web-kit';
import { useRef } from 'react';
import { LinkButton } from '../link-button.tsx';
import { strings } from '../strings.ts';
import styles from './inbox-screen.module.css';
import { InboxList } from './inbox-list.tsx';
import { itemsQuery, useReadAll } from './inbox.queries.ts';
import { useTab } from './use-tab.ts';
import { isGone } from './words.ts';

/** The Inbox screen. */
export function InboxScreen({ host }: { host: Pick<RemoteHost, 'toast' | 'navigate'> }) {
  return (
    <ToastContext value={host.toast}>
      <Inbox navigate={host.navigate} />
    </ToastContext>
  );
}

function Inbox({ navigate }: Pick<RemoteHost, 'navigate'>) {
  const [tab, showTab] = useTab();
  const list = usePagedList(itemsQuery(tab));
  const readAll = useReadAll();
  const place = useRef<HTMLDivElement>(null);
  const items = list.items.filter((item) => !isGone(item));
  const [newest] = items;
  const isAnyUnread = list.hasMore || items.some(({ readAt }) => readAt === null);

  const markAll = (before: string) => {
    if (readAll.isPending) return;
    // The button is disabled once nothing is unread, so move the focus first.
    readAll.mutate(before, { onSuccess: () => place.current?.focus() });
  };

  const content = (
    <div ref={place} className={styles.list} tabIndex={-1}>
      <InboxList
        list={list}
        items={items}
        gone={tab === 'all' ? list.items.length - items.length : 0}
        tab={tab}
      />
    </div>
  );
  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={strings.subtitle}
        secondary={[
          <OnlineButton
            key="read"
            disabled={!newest || !isAnyUnread}
            aria-busy={readAll.isPending}
            onClick={() => newest && markAll(newest.createdAt)}
          >
            {strings.readAll}
          </OnlineButton>,
          <LinkButton key="settings" to="/inbox/settings" navigate={navigate}>
            {strings.settingsLink}
          </LinkButton>,
        ]}
      />
      <VisuallyHidden aria-live="polite">{readAll.isSuccess ? strings.allRead : null}</VisuallyHidden>
      <Tabs
        activeKey={tab}
        onChange={(key) => showTab(key === 'all' ? 'all' : 'unread')}
        items={[
          { key: 'unread', label: strings.tabs.unread, children: tab === 'unread' ? content : null },
          { key: 'all', label: strings.tabs.all, children: tab === 'all' ? content : null },
        ]}
      />
    </>
  );
}
