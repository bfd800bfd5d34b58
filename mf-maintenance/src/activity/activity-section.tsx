import { Segmented } from '@mainstay/ui/core';
import { useState } from 'react';
import { DialogSection } from '../parts/dialog-section.tsx';
import { Activity, type ActivityProps } from './activity.tsx';
import { activityStrings } from './activity-strings.ts';

/** What happened to a ticket and what was said about it. */
export function ActivitySection(props: Omit<ActivityProps, 'isCommentsOnly'>) {
  const [isCommentsOnly, setCommentsOnly] = useState(false);
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
      <Activity {...props} isCommentsOnly={isCommentsOnly} />
    </DialogSection>
  );
}
