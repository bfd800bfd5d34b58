import {
  Flex,
  Placeholder,
  ShopOutlined,
  Surface,
  TeamOutlined,
  ToolOutlined,
  CheckCircleFilled,
} from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { links, type Role } from '@mainstay/remote-contract';
import { LOCALE } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import styles from './dashboard.module.css';
import { statsQuery } from './dashboard.queries.ts';
import { Glyph } from './glyph.tsx';
import { NumbersFailed } from './numbers-failed.tsx';
import { strings } from '../strings.ts';

const cards = [
  { name: 'totalLocations', to: links.locations, icon: <ShopOutlined /> },
  { name: 'activeTickets', to: links.tickets, icon: <ToolOutlined /> },
  { name: 'pendingTasks', to: links.tickets, icon: <CheckCircleFilled /> },
  { name: 'totalManagers', to: links.managers, icon: <TeamOutlined /> },
] as const;

/**
 * Four counts, each with a link to what it counts; a missing value is shown as 0 (specification, section 2), and a
 * failure is said.
 */
export function StatCards({ role }: { role: Role }) {
  const { data: stats, isPending, isLoadingError, refetch } = useQuery(statsQuery);
  return (
    <>
      {isLoadingError ? <NumbersFailed onRetry={() => void refetch()} /> : null}
      <dl className={styles['stats']} aria-busy={isPending}>
        {cards.map(({ name, to, icon }) => {
          const { label, hint } = strings.dashboard.stats[name];
          // Other roles have no such screen.
          const isLink = to !== links.managers || role === 'admin';
          return (
            <Surface key={name} className={styles['stat']} interactive={isLink}>
              <Flex component="dt" align="center" justify="space-between">
                {isLink ? (
                  <Link className={styles['open']} to={to}>
                    {label}
                  </Link>
                ) : (
                  label
                )}
                <Glyph icon={icon} />
              </Flex>
              <dd className={styles['value']} data-none={isLoadingError || undefined}>
                {isPending ? (
                  <Placeholder width="56px" height="34px" />
                ) : (
                  (stats?.[name] ?? 0).toLocaleString(LOCALE)
                )}
              </dd>
              <dd className={styles['hint']}>{hint}</dd>
            </Surface>
          );
        })}
      </dl>
    </>
  );
}
