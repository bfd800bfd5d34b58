import { type RemoteHost } from '@mainstay/remote-contract';
import { PageHeader, SkeletonCard, Surface } from '@mainstay/ui/base';
import { Switch } from '@mainstay/ui/forms';
import { LoadFailed, ToastContext, useIsOffline } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import styles from '../parts/setting-cards.module.css';
import { strings as shared } from '../strings.ts';
import {
  type CompletionRule,
  completionRulesQuery,
  useSaveCompletionRule,
} from './completion-rules.queries.ts';
import { strings } from './strings.ts';

const proofs = ['beforePhoto', 'afterPhoto', 'note'] as const;

/** The screen Proof of work: the completion rule of each type of tickets. For administrators only. */
export function CompletionRulesScreen({ host }: { host: Pick<RemoteHost, 'toast'> }) {
  return (
    <ToastContext value={host.toast}>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <Rules />
    </ToastContext>
  );
}

function Rules() {
  const rules = useQuery(completionRulesQuery);
  if (rules.isLoadingError)
    return <LoadFailed title={strings.loadFailed} onRetry={() => void rules.refetch()} />;
  return (
    <div className={styles.cards} aria-busy={rules.isPending}>
      {rules.data
        ? rules.data.map((rule) => <Rule key={rule.ticketType} rule={rule} />)
        : Object.keys(shared.tickets.type).map((type) => <SkeletonCard key={type} lines={4} />)}
    </div>
  );
}

/** What a type asks for. Each switch is saved at once. */
function Rule({ rule }: { rule: CompletionRule }) {
  const titleId = useId();
  const isWithoutNetwork = useIsOffline();
  const save = useSaveCompletionRule(rule.ticketType);
  const saved = save.isPending ? save.variables : undefined;
  return (
    <Surface as="section" className={styles.card} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {shared.tickets.type[rule.ticketType]}
      </h2>
      {proofs.map((proof) => (
        <label key={proof} className={styles.setting}>
          {strings.proofs[proof]}
          <Switch
            checked={saved?.[proof] ?? rule[proof]}
            disabled={isWithoutNetwork}
            onChange={(isAsked) => save.mutate({ [proof]: isAsked })}
          />
        </label>
      ))}
    </Surface>
  );
}
