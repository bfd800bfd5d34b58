import { type Role } from '@mainstay/remote-contract';
import { Flex, PageHeader } from '@mainstay/ui/base';
import { useIsBelowDesk } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { tasksQuery } from './dashboard.queries.ts';
import styles from './dashboard.module.css';
import { NeedsAttention } from './needs-attention.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecentTickets } from './recent-tickets.tsx';
import { StatCards } from './stat-cards.tsx';
import { strings } from '../strings.ts';

/** The dashboard (specification, section 2), and what somebody has to act on. */
export function DashboardPage({ role }: { role: Role }) {
  useQuery(tasksQuery);
  const isColumn = useIsBelowDesk();
  const attention = <NeedsAttention role={role} />;
  return (
    <>
      <title>{strings.pageTitle(strings.dashboard.title)}</title>
      <PageHeader title={strings.dashboard.title} subtitle={strings.dashboard.subtitle} />
      <StatCards role={role} />
      <div className={styles['columns']}>
        {isColumn ? attention : null}
        <RecentTickets />
        <Flex vertical gap={16}>
          <QuickActions />
          {isColumn ? null : attention}
        </Flex>
      </div>
    </>
  );
}
