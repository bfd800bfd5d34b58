import { Placeholder, RightOutlined, Surface } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { links, type Role } from '@mainstay/remote-contract';
import { LOCALE, MAX_COUNTED } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import styles from './dashboard.module.css';
import { attentionQuery } from './dashboard.queries.ts';
import { NumbersFailed } from './numbers-failed.tsx';
import { strings } from '../strings.ts';

const chips = {
  overdue: 'due=overdue',
  atRisk: 'due=at_risk',
  approval: 'approval=needed',
  unassigned: 'assignedTo=none',
} as const;
const names = ['overdue', 'atRisk', 'approval', 'unassigned'] as const;

/** What somebody has to act on: counts of the board's chips, each a link to the board with that chip. */
export function NeedsAttention({ role }: { role: Role }) {
  const mayDecide = role === 'admin';
  const { data: counts, isPending, isLoadingError, refetch } = useQuery(attentionQuery(mayDecide));
  return (
    <Surface as="section" className={styles['card']} aria-labelledby="needs-attention">
      <h2 id="needs-attention">{strings.dashboard.needsAttention}</h2>
      {isLoadingError ? <NumbersFailed onRetry={() => void refetch()} /> : null}
      <ul>
        {names.map((name) =>
          name === 'approval' && !mayDecide ? null : (
            <li key={name}>
              <Link className={styles['row']} data-short to={`${links.tickets}?${chips[name]}`}>
                <span className={styles['what']}>{strings.dashboard.attention[name]}</span>
                {isPending ? <Placeholder width="24px" height="20px" /> : null}
                <span className={styles['count']} data-none={!counts?.[name] || undefined}>
                  {counts?.[name]?.toLocaleString(LOCALE)}
                  {name === 'unassigned' && counts?.unassigned === MAX_COUNTED ? '+' : null}
                </span>
                <RightOutlined className={styles['arrow']} aria-hidden="true" />
              </Link>
            </li>
          ),
        )}
      </ul>
    </Surface>
  );
}
