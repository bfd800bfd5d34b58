import { Flex, late } from '@mainstay/ui/base';
import { Typography } from '@mainstay/ui/content';
import { formatMoment, lateness, OnlineButton, useFailure, useNow } from '@mainstay/web-kit';
import { Fact, Facts, LinkedText } from '@mainstay/web-kit/forms';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import section from '../parts/dialog-section.module.css';
import { responseTargetsQuery } from '../api/response-targets.query.ts';
import { strings } from '../strings.ts';
import { strings as words } from './clock-strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { useResume } from './pauses.queries.ts';
import { fieldStrings } from '../field-strings.ts';

const clockDialogs = late(() => import(/* webpackChunkName: "clock-dialogs" */ './clock-dialogs.tsx'));

/** When a ticket is due, and its clock. */
export function DueFacts({ ticket }: { ticket: Ticket }) {
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
      {pause ? (
        <p className={section.above}>
          {words.paused(formatMoment(pause.since, zone), strings.due.reason[pause.reason])}
        </p>
      ) : null}
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
      <Actions ticket={ticket} />
    </section>
  );
}

/** What can be done with the due date and the clock, with its dialogs. */
function Actions({ ticket }: { ticket: Ticket }) {
  const { loaded, whenLoaded } = clockDialogs.useOnPress(useFailure(strings.page.dialogFailed));
  const [asks, setAsks] = useState<'due' | 'pause'>();
  const ask = (what: typeof asks) => whenLoaded(() => setAsks(what));
  const resume = useResume(ticket.id);
  const { pause, dueAt } = ticket;
  return (
    <>
      <Flex wrap gap="small" className={section.actions}>
        <OnlineButton size="small" onClick={() => ask('due')}>
          {dueAt ? words.change : words.set}
        </OnlineButton>
        {ticket.status !== 'solved' && !pause ? (
          <OnlineButton size="small" onClick={() => ask('pause')}>
            {words.pause}
          </OnlineButton>
        ) : null}
        {pause ? (
          <OnlineButton size="small" loading={resume.isPending} onClick={() => resume.mutate()}>
            {words.resume}
          </OnlineButton>
        ) : null}
      </Flex>
      {loaded ? <loaded.ClockDialogs ticket={ticket} asks={asks} onClose={() => setAsks(undefined)} /> : null}
    </>
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
