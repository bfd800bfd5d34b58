import { Placeholder, late } from '@mainstay/ui/base';
import { Segmented } from '@mainstay/ui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timelineQuery } from '../api/timeline.ts';
import { DialogSection } from '../parts/dialog-section.tsx';
import { SectionFailed } from '../parts/section-failed.tsx';
import { type ActivityProps } from './activity.tsx';
import { activityStrings } from './activity-strings.ts';

const lateActivity = late(() => import('./activity.tsx'));

/** What happened to a ticket and what was said about it. Its code is loaded with the first ticket that is opened. */
export function ActivitySection(props: Omit<ActivityProps, 'isCommentsOnly'>) {
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
      {part ? <part.Activity {...props} isCommentsOnly={isCommentsOnly} /> : null}
      {part || failure ? null : <Placeholder height="120px" />}
      {failure ? <SectionFailed problem={activityStrings.loadFailed} onRetry={retry} /> : null}
    </DialogSection>
  );
}
