import {
  Avatar,
  Button,
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
import { strings } from '../strings.ts';

const cards = [
  { name: 'totalLocations', icon: <ShopOutlined /> },
  { name: 'activeTickets', icon: <ToolOutlined /> },
  { name: 'pendingTasks', icon: <CheckCircleFilled /> },
  { name: 'totalManagers', icon: <TeamOutlined /> },
] as const;

/** Four counts; a missing value is shown as 0 (specification, section 2), and a failure is said. */
export function StatCards() {
  const { data: stats, isPending, isLoadingError, refetch } = useQuery(statsQuery);
  return (
    <>
      {isLoadingError ? (
        <p className={styles['failed']} role="alert">
          {strings.dashboard.statsFailed} <Button onClick={() => void refetch()}>{strings.retry}</Button>
        </p>
      ) : null}
      <dl className={styles['stats']} aria-busy={isPending}>
        {cards.map(({ name, icon }) => (
          <Surface key={name} className={styles['stat']}>
            <dt>
              {strings.dashboard.stats[name].label}
              <Avatar
                className={styles['glyph'] ?? ''}
                shape="square"
                size={36}
                icon={icon}
                aria-hidden="true"
              />
            </dt>
            <dd className={styles['value']}>
              {isPending ? <Placeholder width="56px" height="34px" /> : (stats?.[name] ?? 0)}
            </dd>
            <dd className={styles['hint']}>{strings.dashboard.stats[name].hint}</dd>
          </Surface>
        ))}
      </dl>
    </>
  );
}
