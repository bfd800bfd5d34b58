import { useEffect, useState } from 'react';
import styles from '../offline/kept-notice.module.css';
import { strings } from './strings.ts';

/** Short interruptions are not worth a word. */
const SHOWN_AFTER_MS = 10_000;

/**
 * Says that the page does not follow the changes of others, once that has lasted 10 s.
 * @param lostSince since when (ms since 1970); undefined if it does
 */
export function ReconnectingBar({ lostSince }: { lostSince: number | undefined }) {
  const [shownFor, setShownFor] = useState<number>();
  useEffect(() => {
    if (lostSince === undefined) return undefined;
    const timer = setTimeout(() => setShownFor(lostSince), lostSince + SHOWN_AFTER_MS - Date.now());
    return () => clearTimeout(timer);
  }, [lostSince]);
  const isShown = lostSince !== undefined && shownFor === lostSince;
  return (
    <div className={styles['place']} role="status">
      {isShown ? <p className={styles['bar']}>{strings.reconnecting}</p> : null}
    </div>
  );
}
