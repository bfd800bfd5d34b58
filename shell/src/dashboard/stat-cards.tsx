import {
  Placeholder,
  ShopOutlined,
  Surface,
  TeamOutlined,
  ToolOutlined,
  CheckCircleFilled,
} from '@mainstay/ui/base';
import { useQuery } from '@tanstack/react-query';
import styles from './dashboard.module.css';
import { statsQuery } from './dashboard.queries.ts';

const cards = [
  { name: 'totalLocations', label: 'Total Locations', hint: 'Active stores', icon: <ShopOutlined /> },
  { name: 'activeTickets', label: 'Active Tickets', hint: 'Incoming & in progress', icon: <ToolOutlined /> },
  { name: 'pendingTasks', label: 'Pending Tasks', hint: 'Incomplete tasks', icon: <CheckCircleFilled /> },
  { name: 'totalManagers', label: 'District Managers', hint: 'Active team members', icon: <TeamOutlined /> },
] as const;

/** Four counts; a missing one is shown as 0. */
export function StatCards() {
  const { data: stats, isPending } = useQuery(statsQuery);
  return (
    <dl className={styles['stats']} aria-busy={isPending}>
      {cards.map(({ name, label, hint, icon }) => (
        <Surface key={name} className={styles['stat']}>
          <dt>
            {label}
            <span className={styles['glyph']} aria-hidden="true">
              {icon}
            </span>
          </dt>
          <dd className={styles['value']}>
            {isPending ? <Placeholder width="56px" height="34px" /> : (stats?.[name] ?? 0)}
          </dd>
          <dd className={styles['hint']}>{hint}</dd>
        </Surface>
      ))}
    </dl>
  );
}
