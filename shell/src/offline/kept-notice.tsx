import { formatShort, LOCALE, useIsOffline } from '@mainstay/web-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { sessionQuery } from '../session/session.queries.ts';
import styles from './kept-notice.module.css';
import { keptOf } from './kept-queries.ts';
import { strings } from './strings.ts';

/** A time of today as `3:04 PM`, an earlier one with its day. None is in the future, even if the clock was set back. */
function formatTime(at: number): string {
  const moment = new Date(Math.min(at, Date.now()));
  if (moment.toDateString() !== new Date().toDateString()) return formatShort(moment.toISOString());
  // Newer ICU data puts a narrow no-break space before AM and PM.
  return moment.toLocaleTimeString(LOCALE, { hour: 'numeric', minute: '2-digit' }).replace(/\u202f/g, ' ');
}

/** Says how old the data on the screen is, while it comes from an earlier visit or there is no network. */
export function KeptNotice() {
  const queries = useQueryClient();
  const kept = keptOf(queries);
  const oldest = useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    () => kept.oldest(),
  );
  // Without a response the session of the last visit stays.
  const { isRefetchError } = useQuery({ ...sessionQuery, enabled: false });
  const isOffline = useIsOffline() || isRefetchError;
  const [lostAt, setLostAt] = useState<number>();

  useEffect(() => {
    const lost = () => setLostAt(Date.now());
    const found = () => void kept.refresh();
    window.addEventListener('offline', lost);
    window.addEventListener('online', found);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', found);
    };
  }, [kept]);

  const at = oldest ?? (isOffline ? lostAt : undefined);
  const time = at === undefined ? undefined : formatTime(at);
  const text = isOffline
    ? time === undefined
      ? strings.offline
      : strings.offlineAsOf(time)
    : time && strings.asOf(time);
  return (
    <div className={styles['place']} role="status">
      {text === undefined ? null : (
        <p className={styles['bar']} data-brief={!isOffline || undefined}>
          {text}
        </p>
      )}
    </div>
  );
}
