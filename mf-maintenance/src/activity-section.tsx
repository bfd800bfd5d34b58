import { Placeholder, late } from '@mainstay/ui/base';
import { Segmented } from '@mainstay/ui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timelineQuery } from './api/timeline.ts';
import { DialogSection } from './dialog-section.tsx';
import { SectionFailed } from './section-failed.tsx';
import { type TicketActivityProps } from './ticket-activity.tsx';
import { activityStrings } from './activity/activity-strings.ts';

const lateActivity = late(() => import('./ticket-activity.tsx'));

/** What happened to a ticket and what was said about it. Its code is loaded with the first ticket that is opened. */
export function ActivitySection(props: Omit<TicketActivityProps, 'isCommentsOnly'>) {
  const { part, failure, retry } = lateActivity.usePart();
  const [isCommentsOnly, setCommentsOnly] = useState(false);
  // Starts the request while the code is loaded.
  useQuery(timelineQuery(props.ticketId));

  return (
    <DialogSection
      title={activityStrings.title}
      action={
        <Segmented
          aria-label={activityStrings.title}
          // Its buttons are reached by Tab, not the box around them.
          tabIndex={-1}
          options={[
            { label: activityStrings.all, value: 'all' },
            { label: activityStrings.commentsOnly, value: 'comments' },
          ]}
          value={isCommentsOnly ? 'comments' : 'all'}
          onChange={(shown) => setCommentsOnly(shown === 'comments')}
        />
      }
    >
      {part ? <part.TicketActivity {...props} isCommentsOnly={isCommentsOnly} /> : null}
      {part || failure ? null : <Placeholder height="120px" />}
      {failure ? <SectionFailed problem={activityStrings.loadFailed} onRetry={retry} /> : null}
    </DialogSection>
  );
}
