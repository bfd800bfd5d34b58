import { Tooltip, VisuallyHidden } from '@mainstay/ui/base';
import { formatAgo, formatMoment } from '../dates.ts';

/** How long ago an instant was; the exact time on hover and for screen readers. @param at an ISO 8601 time */
export function Moment({ at, now }: { at: string; now: number }) {
  const exact = formatMoment(at);
  return (
    <Tooltip title={exact}>
      <time dateTime={at}>
        <span aria-hidden="true">{formatAgo(at, now)}</span>
        <VisuallyHidden as="span">{exact}</VisuallyHidden>
      </time>
    </Tooltip>
  );
}
