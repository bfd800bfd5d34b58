import { PageHeader } from '@mainstay/ui/base';
import { useQuery } from '@tanstack/react-query';
import { tasksQuery } from './dashboard.queries.ts';
import styles from './dashboard.module.css';
import { QuickActions } from './quick-actions.tsx';
import { RecentTickets } from './recent-tickets.tsx';
import { StatCards } from './stat-cards.tsx';
import { strings } from '../strings.ts';

/** The dashboard (specification, section 2). */
export function DashboardPage() {
  useQuery(tasksQuery);
  return (
    <>
      <title>{strings.pageTitle(strings.dashboard.title)}</title>
      <PageHeader title={strings.dashboard.title} subtitle={strings.dashboard.subtitle} />
      <StatCards />
      <div className={styles['columns']}>
        <RecentTickets />
        <QuickActions />
      </div>
    </>
  );
}
