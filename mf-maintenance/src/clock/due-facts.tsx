import { Flex } from '@mainstay/ui/base';
import { Typography } from '@mainstay/ui/content';
import { formatMoment, lateness, OnlineButton, useNow } from '@mainstay/web-kit';
import { Fact, Facts, LinkedText } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import section from '../parts/dialog-section.module.css';
import { responseTargetsQuery } from '../api/response-targets.query.ts';
import { strings as words } from './clock-strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { useResume } from './pauses.queries.ts';
import { fieldStrings } from '../field-strings.ts';

/**
 * When a ticket is due, and its clock.
 * @param onAsk opens one of the dialogs
 */
export function DueFacts({ ticket, onAsk }: { ticket: Ticket; onAsk: (what: 'due' | 'pause') => void }) {
  const resume = useResume(ticket.id);
  const { pause, dueAt, respondDueAt, resolveDueAt, respondedAt } = ticket;
  const zone = ticket.location.timezone;
  const isOpen = ticket.status !== 'solved';
  // The server sends no deadline without a target, and none where the time would not be used up within 400 days.
  const { data: targets } = useQuery({
    ...responseTargetsQuery,
    enabled: isOpen && pause === null && resolveDueAt === null,
  });
  const target = targets?.find(({ active, priority }) => active && priority === ticket.priority);
  const deadline = (at: string | null | undefined, minutes: number | null | undefined) => {
    if (at) return <Deadline at={at} zone={zone} isRunning={isOpen} />;
    return !pause && minutes ? words.never : null;
  };
  const respondBy = respondedAt ? null : deadline(respondDueAt, target?.respondMinutes);
  const fixBy = isOpen ? deadline(resolveDueAt, target?.resolveMinutes) : null;
  return (
    <section className={section.section} aria-label={words.title}>
      <Facts>
        {dueAt ? <Fact label={fieldStrings.dueAt}>{deadline(dueAt, null)}</Fact> : null}
        {respondBy ? <Fact label={words.respondBy}>{respondBy}</Fact> : null}
        {fixBy ? <Fact label={words.fixBy}>{fixBy}</Fact> : null}
        {pause?.until ? (
          <Fact label={words.until}>
            <time dateTime={pause.until}>{formatMoment(pause.until, zone)}</time>
          </Fact>
        ) : null}
        {pause?.note ? (
          <Fact label={words.note}>
            <LinkedText text={pause.note} />
          </Fact>
        ) : null}
      </Facts>
      <Flex wrap gap="small" className={section.actions}>
        <OnlineButton size="small" onClick={() => onAsk('due')}>
          {dueAt ? words.change : words.set}
        </OnlineButton>
        {isOpen && !pause ? (
          <OnlineButton size="small" onClick={() => onAsk('pause')}>
            {words.pause}
          </OnlineButton>
        ) : null}
        {pause ? (
          <OnlineButton size="small" loading={resume.isPending} onClick={() => resume.mutate()}>
            {words.resume}
          </OnlineButton>
        ) : null}
      </Flex>
    </section>
  );
}

/**
 * How long is left, or how late it is, and when by the store's clock.
 * @param isRunning somebody can still meet it
 */
function Deadline({ at, zone, isRunning }: { at: string; zone: string | undefined; isRunning: boolean }) {
  const left = Date.parse(at) - useNow().getTime();
  const moment = <time dateTime={at}>{formatMoment(at, zone)}</time>;
  if (!isRunning) return moment;
  return (
    <>
      {left > 0 ? (
        <span className={section.passing}>{words.left(lateness(left, true))}</span>
      ) : (
        <Typography.Text type="danger" className={section.passing ?? ''}>
          {words.missed(lateness(-left, true))}
        </Typography.Text>
      )}
      <Typography.Text type="secondary" className={`${section.small} ${section.line}`}>
        {moment}
      </Typography.Text>
    </>
  );
}
