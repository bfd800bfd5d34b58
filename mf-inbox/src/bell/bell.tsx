import { type RemoteHost } from '@mainstay/remote-contract';
import { BellOutlined, Tooltip } from '@mainstay/ui/base';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { LinkButton } from '../link-button.tsx';
import { bellWords } from './bell-words.ts';
import { summaryQuery } from '../api/summary.query.ts';

/** Styles of the element itself: a file for these lines would be one more request of each page. */
const bell: CSSProperties = { position: 'relative', display: 'inline-flex' };
/** Takes no space: the header does not move when the number comes. */
const count: CSSProperties = {
  position: 'absolute',
  top: -9,
  left: '65%',
  minWidth: 16,
  padding: '0 4px',
  borderRadius: 'var(--ms-radius-full)',
  background: 'var(--ms-danger)',
  boxShadow: '0 0 0 2px var(--ms-canvas)',
  color: 'var(--ms-on-danger)',
  fontSize: 10.5,
  fontWeight: 700,
  lineHeight: '16px',
  textAlign: 'center',
};

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
  const { shown, name, exact } = bellWords(unread);
  return (
    <Tooltip title={exact} placement="bottom">
      <LinkButton
        type="text"
        to="/inbox"
        navigate={host.navigate}
        aria-label={name}
        icon={
          <span style={bell}>
            <BellOutlined />
            {unread > 0 ? (
              <span style={count} aria-hidden="true">
                {shown}
              </span>
            ) : null}
          </span>
        }
      />
    </Tooltip>
  );
}
