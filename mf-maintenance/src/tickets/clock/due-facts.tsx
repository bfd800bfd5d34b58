import { Button } from '@mainstay/ui/base';
import { Fact, Facts, formatMoment, OnlineButton, otherZone } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { responseTargetsQuery } from '../../api/response-targets.query.ts';
import { strings } from '../../strings.ts';
import { type Ticket } from '../tickets.queries.ts';
import { DueBadge } from '../due-badge.tsx';
import styles from './due-facts.module.css';
import { useResume } from './pauses.queries.ts';

/** When a ticket is due, and its clock. @param onAsk opens one of the dialogs */
export function DueFacts({ ticket, onAsk }: { ticket: Ticket; onAsk: (what: 'due' | 'pause') => void }) {
  const resume = useResume(ticket.id);
  const { pause, respondDueAt, resolveDueAt, respondedAt } = ticket;
  const time = (iso: string) => (
    <time dateTime={iso}>
      {[formatMoment(iso, ticket.location.timezone), otherZone(iso, ticket.location.timezone, 'short')]
        .filter(Boolean)
        .join(' ')}
    </time>
  );
  const isOpen = ticket.status !== 'solved';
  // The server sends no deadline without a target, and none where the time would not be used up within 400 days.
  const { data: targets } = useQuery({
    ...responseTargetsQuery,
    enabled: isOpen && pause === null && resolveDueAt === null,
  });
  const target = targets?.find(({ active, priority }) => active && priority === ticket.priority);
  const deadline = (dueAt: string | null | undefined, minutes: number | null | undefined) => {
    if (dueAt) return time(dueAt);
    return !pause && minutes ? strings.due.never : null;
  };
  const respondBy = respondedAt ? null : deadline(respondDueAt, target?.respondMinutes);
  const fixBy = isOpen ? deadline(resolveDueAt, target?.resolveMinutes) : null;
  return (
    <section className={styles.due} aria-label={strings.due.title}>
      <DueBadge ticket={ticket} />
      <Facts>
        <Fact label={strings.fields.dueAt}>{ticket.dueAt ? time(ticket.dueAt) : strings.due.none}</Fact>
        {respondBy ? <Fact label={strings.due.respondBy}>{respondBy}</Fact> : null}
        {fixBy ? <Fact label={strings.due.fixBy}>{fixBy}</Fact> : null}
        {pause?.until ? <Fact label={strings.due.until}>{time(pause.until)}</Fact> : null}
        {pause?.note ? (
          <Fact label={strings.due.note} wide>
            {pause.note}
          </Fact>
        ) : null}
      </Facts>
      <div className={styles.actions}>
        <Button onClick={() => onAsk('due')}>{ticket.dueAt ? strings.due.change : strings.due.set}</Button>
        {isOpen && !pause ? <Button onClick={() => onAsk('pause')}>{strings.due.pause}</Button> : null}
        {pause ? (
          <OnlineButton loading={resume.isPending} onClick={() => resume.mutate()}>
            {strings.due.resume}
          </OnlineButton>
        ) : null}
      </div>
    </section>
  );
}
