import { Tooltip, VisuallyHidden } from '@mainstay/ui/base';
import { formatAgo, formatStoreMoment } from './dates.ts';
import styles from './moment.module.css';
import { strings } from './strings.ts';

const MINUTE_MS = 60_000;

/**
 * How long ago an instant was; the exact time on hover, for screen readers and on paper.
 * @param at an ISO 8601 time
 * @param zone of the store, by default the user's
 */
export function Moment({ at, now, zone }: { at: string; now: Date; zone?: string }) {
  const exact = formatStoreMoment(at, zone);
  // The time is not renewed every second.
  const isJustNow = now.getTime() - Date.parse(at) < MINUTE_MS;
  return (
    <Tooltip title={exact}>
      <time dateTime={at} className={styles.moment}>
        <span aria-hidden="true">{isJustNow ? strings.justNow : formatAgo(at, now)}</span>
        <VisuallyHidden as="span">{exact}</VisuallyHidden>
      </time>
    </Tooltip>
  );
}
