import { ticketLink } from '@mainstay/remote-contract';
import { Badge, VisuallyHidden } from '@mainstay/ui/base';
import { Alert } from '@mainstay/ui/core';
import { Form } from '@mainstay/ui/forms';
import { bodyOf, formatAgo, useDebouncedValue, useNow } from '@mainstay/web-kit';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { core, type CoreSchemas } from '../api/core.ts';
import { strings } from '../strings.ts';
import styles from './similar-tickets.module.css';
import { detailStrings } from './detail-strings.ts';

type SimilarTicket = CoreSchemas['SimilarTicketResponse'];

interface Described {
  locationId: string;
  equipmentId: string | undefined;
  title: string | undefined;
  ticketType: SimilarTicket['ticketType'] | undefined;
}

/** A title is written more slowly than a search. */
const TITLE_PAUSE_MS = 300;
/** The tickets that are like the one described, dropped from the cache as soon as they are unused. */
const similarQuery = (described: Described) =>
  queryOptions({
    queryKey: ['/api/tickets/similar', described],
    queryFn: ({ signal }) =>
      bodyOf(core.GET('/api/tickets/similar', { params: { query: described }, signal })),
    gcTime: 0,
  });

/**
 * Lists tickets like the one that is filled into the form around it: open ones, and those completed lately. Renders
 * nothing without any, or if they could not be loaded: it never stops anybody.
 */
export function SimilarTickets() {
  const now = useNow();
  const locationId = Form.useWatch<string | undefined>('locationId');
  const equipmentId = Form.useWatch<string | undefined>('equipmentId');
  const ticketType = Form.useWatch<Described['ticketType']>('ticketType');
  const written = Form.useWatch<string | undefined>('title');
  const title = useDebouncedValue((written ?? '').trim(), TITLE_PAUSE_MS);
  const isDescribed = locationId !== undefined && (title !== '' || equipmentId !== undefined);
  const { data = [] } = useQuery({
    ...similarQuery({ locationId: locationId ?? '', equipmentId, title: title || undefined, ticketType }),
    enabled: isDescribed,
    placeholderData: keepPreviousData,
  });
  // Without a title all tickets of the store are alike.
  const alike = title === '' ? data.filter((ticket) => ticket.equipmentId === equipmentId) : data;
  const tickets = isDescribed ? alike : [];
  return (
    <>
      <VisuallyHidden aria-live="polite">
        {tickets.length > 0 ? detailStrings.similar.found(tickets.length) : ''}
      </VisuallyHidden>
      {tickets.length > 0 ? (
        <Alert
          type="warning"
          role="region"
          aria-label={detailStrings.similar.title}
          title={detailStrings.similar.title}
          description={
            <ul>
              {tickets.map((ticket) => (
                <Row key={ticket.id} ticket={ticket} now={now} />
              ))}
            </ul>
          }
        />
      ) : null}
    </>
  );
}

/** A link in a new tab, so that the form stays as it is. */
function Row({
  ticket: { id, number, title, status, repeat, completedAt },
  now,
}: {
  ticket: SimilarTicket;
  now: Date;
}) {
  return (
    <li className={styles.ticket}>
      <a className={styles.link} href={ticketLink(id)} target="_blank" rel="noopener">
        <span className={styles.number}>{detailStrings.number(number)}</span> {title}
        <VisuallyHidden as="span"> {detailStrings.similar.newTab}</VisuallyHidden>
      </a>
      {repeat && completedAt !== null ? (
        <span className={styles.repeat}>{detailStrings.similar.completed(formatAgo(completedAt, now))}</span>
      ) : (
        <Badge variant="secondary">{strings.tickets.status[status]}</Badge>
      )}
    </li>
  );
}
