import { Placeholder, RightOutlined, Surface } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { links, type Role } from '@mainstay/remote-contract';
import { LOCALE } from '@mainstay/web-kit';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import styles from './dashboard.module.css';
import { dueCountsQuery, openCountQuery } from './dashboard.queries.ts';
import { NumbersFailed } from './numbers-failed.tsx';
import { strings } from '../strings.ts';

const texts = strings.dashboard.attention;

/** What somebody has to act on: counts of the board's chips, each a link to the board with that chip. */
export function NeedsAttention({ role }: { role: Role }) {
  const mayDecide = role === 'admin';
  const due = useQuery(dueCountsQuery);
  const approval = useInfiniteQuery({ ...openCountQuery({ approval: 'needed' }), enabled: mayDecide });
  const unassigned = useInfiniteQuery(openCountQuery({ assignedTo: 'none' }));
  const queries = [due, approval, unassigned];
  const rows = [
    { filter: 'due=overdue', label: texts.overdue, of: due, count: due.data?.overdue, isLate: true },
    { filter: 'due=at_risk', label: texts.atRisk, of: due, count: due.data?.atRisk },
    ...(mayDecide
      ? [{ filter: 'approval=needed', label: texts.approval, of: approval, count: approval.data }]
      : []),
    { filter: 'assignedTo=none', label: texts.unassigned, of: unassigned, count: unassigned.data },
  ];
  return (
    <Surface as="section" className={styles['card']} aria-labelledby="needs-attention">
      <h2 id="needs-attention">{strings.dashboard.needsAttention}</h2>
      {queries.some(({ isLoadingError }) => isLoadingError) ? (
        <NumbersFailed
          onRetry={() => {
            for (const query of queries) if (query.isLoadingError) void query.refetch();
          }}
        />
      ) : null}
      <ul className={styles['list']}>
        {rows.map(({ filter, label, of: { isLoading }, count, isLate }) => (
          <li key={filter}>
            <Link className={styles['row']} data-short to={`${links.tickets}?${filter}`}>
              <span className={styles['what']}>{label}</span>
              {isLoading ? <Placeholder width="24px" height="20px" /> : null}
              <span className={styles['count']} data-none={!count || undefined} data-late={isLate}>
                {count?.toLocaleString(LOCALE)}
              </span>
              <RightOutlined className={styles['arrow']} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Surface>
  );
}
