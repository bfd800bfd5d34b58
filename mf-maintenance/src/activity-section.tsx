import { Placeholder } from '@mainstay/ui/base';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useId, useState } from 'react';
import styles from './activity-section.module.css';
import { timelineQuery } from './api/timeline.ts';
import section from './dialog-section.module.css';
import { SectionFailed } from './section-failed.tsx';
import { strings } from './strings.ts';
import { type TicketActivityProps } from './ticket-activity.tsx';

/** What happened to a ticket and what was said about it. Its code is loaded with the first ticket that is opened. */
export function ActivitySection(props: Omit<TicketActivityProps, 'titleId'>) {
  const titleId = useId();
  const [Activity, setActivity] = useState<ComponentType<TicketActivityProps>>();
  const [isFailed, setFailed] = useState(false);
  // Starts the request while the code is loaded.
  useQuery(timelineQuery(props.ticketId));

  const load = () => {
    // Not React.lazy, which caches a failure for good.
    import('./ticket-activity.tsx').then(
      (module) => setActivity(() => module.TicketActivity),
      () => setFailed(true),
    );
  };
  useEffect(load, []);
  const retry = () => {
    setFailed(false);
    load();
  };

  return (
    <section className={`${section.section} ${styles.section}`} aria-labelledby={titleId}>
      <h2 className={section.title} id={titleId}>
        {strings.activity.title}
      </h2>
      {Activity ? <Activity {...props} titleId={titleId} /> : null}
      {Activity || isFailed ? null : <Placeholder height="120px" />}
      {isFailed ? <SectionFailed problem={strings.activity.loadFailed} onRetry={retry} /> : null}
    </section>
  );
}
