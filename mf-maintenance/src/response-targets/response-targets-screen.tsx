import { type RemoteHost } from '@mainstay/remote-contract';
import { PageHeader, SkeletonCard } from '@mainstay/ui/base';
import { LoadFailed, ToastContext } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { responseTargetsQuery } from '../api/response-targets.query.ts';
import styles from '../parts/setting-cards.module.css';
import { ResponseTargetForm } from './response-target-form.tsx';
import { strings } from './strings.ts';

/** The screen Response targets: a form for each priority. For administrators only. */
export function ResponseTargetsScreen({ host }: { host: Pick<RemoteHost, 'toast'> }) {
  return (
    <ToastContext value={host.toast}>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <Targets />
    </ToastContext>
  );
}

function Targets() {
  const targets = useQuery(responseTargetsQuery);
  if (targets.isLoadingError) {
    return <LoadFailed title={strings.loadFailed} onRetry={() => void targets.refetch()} />;
  }
  return (
    <div className={styles.cards} aria-busy={targets.isPending}>
      {targets.data
        ? targets.data.map((target) => <ResponseTargetForm key={target.priority} target={target} />)
        : ['high', 'medium', 'low'].map((priority) => <SkeletonCard key={priority} lines={8} />)}
    </div>
  );
}
