import { type RemoteHost } from '@mainstay/remote-contract';
import { BellOutlined, Tooltip } from '@mainstay/ui/base';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkButton } from '../link-button.tsx';
import { strings } from '../strings.ts';
import styles from './bell.module.css';
import { summaryQuery } from '../api/summary.query.ts';

const KEPT_FOR_S = 365 * 24 * 60 * 60;

/** Tells the service the time zone of this browser, which mail follows until the user chooses one. */
function tellTimeZone(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  document.cookie = `time_zone=${timeZone}; path=/api; max-age=${KEPT_FOR_S}; samesite=strict`;
}

/** The bell in the header: a link to the inbox with the number of unread items, or without one while it is unknown. */
export function Bell({ host }: { host: Pick<RemoteHost, 'navigate'> }) {
  // Before the first request.
  useState(tellTimeZone);
  const { data } = useQuery(summaryQuery);
  const unread = data?.unread ?? 0;
  const { shown, name, exact } = strings.bell(unread);
  return (
    <Tooltip title={exact} placement="bottom">
      <LinkButton
        type="text"
        to="/inbox"
        navigate={host.navigate}
        aria-label={name}
        icon={
          <span className={styles.bell}>
            <BellOutlined />
            {unread > 0 ? (
              <span className={styles.count} aria-hidden="true">
                {shown}
              </span>
            ) : null}
          </span>
        }
      />
    </Tooltip>
  );
}
