import { Button } from '@mainstay/ui/base';
import { Fact, Facts, formatMoment, OnlineButton, otherZone } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { type Ticket } from './tickets.queries.ts';
import { DueBadge } from './due-badge.tsx';
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
  return (
    <section className={styles.due} aria-label={strings.due.title}>
      <DueBadge ticket={ticket} />
      <Facts>
        <Fact label={strings.fields.dueAt}>{ticket.dueAt ? time(ticket.dueAt) : strings.due.none}</Fact>
        {respondDueAt && !respondedAt ? (
          <Fact label={strings.due.respondBy}>{time(respondDueAt)}</Fact>
        ) : null}
        {resolveDueAt && isOpen ? <Fact label={strings.due.fixBy}>{time(resolveDueAt)}</Fact> : null}
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
