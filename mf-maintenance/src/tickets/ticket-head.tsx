import { ticketLink } from '@mainstay/remote-contract';
import { Badge, Flex } from '@mainstay/ui/base';
import { Typography } from '@mainstay/ui/content';
import { useAppLink } from '@mainstay/web-kit';
import { DetailHead } from '@mainstay/web-kit/forms';
import { type ReactNode } from 'react';
import section from '../parts/dialog-section.module.css';
import { strings } from '../strings.ts';
import { CopyLink } from './copy-link.tsx';
import { strings as costs } from '../costs/costs-strings.ts';
import { DueBadge } from './due-badge.tsx';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { WatchButton } from './watch-button.tsx';
import { warrantyNotice } from '../costs/warranty.ts';
import { detailStrings } from './detail-strings.ts';

/**
 * Below the title of a ticket: its number, what is pressing, and its id.
 * @param children a notice
 */
export function TicketHead({
  ticket,
  isPhone,
  children,
}: {
  ticket: Ticket;
  isPhone: boolean;
  children: ReactNode;
}) {
  const { id, number, approval, repeatOf, watching, equipment, location } = ticket;
  return (
    <DetailHead>
      <Flex wrap align="center" justify="space-between" gap="small" className={section.head}>
        <Flex wrap align="center" gap="small">
          {number === undefined ? null : <strong>{detailStrings.number(number)}</strong>}
          <DueBadge ticket={ticket} />
          {approval === 'needed' ? (
            <Badge variant="destructive" solid>
              {strings.costs.needsApproval}
            </Badge>
          ) : null}
          {approval === 'declined' ? <Badge variant="destructive">{costs.badges.declined}</Badge> : null}
          {repeatOf ? (
            <>
              <Badge variant="warning">{strings.costs.repeat}</Badge>
              <Earlier {...repeatOf} />
            </>
          ) : null}
          {warrantyNotice(equipment?.warrantyUntil, location.timezone) ? (
            <Badge variant="secondary">{costs.badges.warranty}</Badge>
          ) : null}
          <Typography.Text type="secondary" className={section.small ?? ''}>
            {detailStrings.id(id)}
          </Typography.Text>
        </Flex>
        {isPhone ? null : (
          <Flex gap="small">
            {watching === undefined ? null : <WatchButton id={id} watching={watching} />}
            <CopyLink ticketId={id} />
          </Flex>
        )}
      </Flex>
      {children}
    </DetailHead>
  );
}

/** The number of the ticket that this one repeats, leading to it. */
function Earlier({ id, number }: NonNullable<Ticket['repeatOf']>) {
  return <Typography.Link {...useAppLink(ticketLink(id))}>{detailStrings.number(number)}</Typography.Link>;
}
