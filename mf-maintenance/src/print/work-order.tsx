import { ticketLink } from '@mainstay/remote-contract';
import { formatDay, formatStoreMoment, publicUrlQuery } from '@mainstay/web-kit';
import { qrPath } from '@mainstay/web-kit/qr-path';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { attachmentsQuery } from '../attachments/attachments.queries.ts';
import { runsOfTicketQuery } from '../checklist-runs/runs.queries.ts';
import { fieldStrings } from '../field-strings.ts';
import { strings } from '../strings.ts';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import { printStrings as words } from './print-strings.ts';
import { vendorLinkQuery } from './vendor-link.query.ts';
import styles from './work-order.module.css';

const MOST_PICTURES = 6;

/**
 * A ticket on one page for whoever does the work: what and where, its checklist, six pictures, a QR code and a line to
 * sign. It is not on the screen; it prints itself once everything is there.
 */
export function WorkOrder({ ticket, onEnd }: { ticket: Ticket; onEnd: () => void }) {
  const attachments = useInfiniteQuery(attachmentsQuery(ticket.id));
  const runs = useQuery(runsOfTicketQuery(ticket.id));
  const link = useQuery(vendorLinkQuery(ticket.id));
  const origin = useQuery(publicUrlQuery);
  const isReady = ![attachments, runs, link, origin].some(({ isPending }) => isPending);
  const page = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isReady) return undefined;
    let isLeft = false;
    const pictures = Array.from(page.current?.querySelectorAll('img') ?? []);
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (isLeft) return;
      window.addEventListener('afterprint', () => end(), { once: true });
      globalThis.print();
    });
    return () => {
      isLeft = true;
    };
  }, [isReady]);
  if (!isReady) return null;
  const files = (attachments.data?.pages ?? []).flatMap(({ items }) => items);
  const pictures = files.flatMap(({ thumbnailURL, purpose }) =>
    thumbnailURL ? [{ url: thumbnailURL, purpose }] : [],
  );
  const address = link.data ?? new URL(ticketLink(ticket.id), origin.data ?? location.origin).href;
  const [run] = runs.data ?? [];
  return createPortal(
    <div ref={page} className={styles.printed}>
      <Head ticket={ticket} address={address} />
      <p className={styles.text}>{ticket.description}</p>
      {run ? (
        <ul className={styles.steps}>
          {run.steps.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      ) : null}
      <div className={styles.pictures}>
        {pictures.slice(0, MOST_PICTURES).map(({ url }) => (
          <img key={url} src={url} alt="" />
        ))}
      </div>
      <p className={styles.sign}>{words.signature}</p>
    </div>,
    document.body,
  );
}

function Head({ ticket, address }: { ticket: Ticket; address: string }) {
  const { size, path } = qrPath(address);
  const { title, number, location, equipment, vendor, priority, createdAt, dueAt, resolveDueAt } = ticket;
  const due = dueAt ?? resolveDueAt;
  const facts = [
    [fieldStrings.location, location.name],
    [fieldStrings.equipment, equipment?.name],
    [fieldStrings.vendorId, vendor?.name],
    [fieldStrings.priority, strings.tickets.priority[priority]],
    [fieldStrings.createdAt, formatDay(createdAt, location.timezone)],
    [words.due, due ? formatStoreMoment(due, location.timezone) : undefined],
  ] as const;
  return (
    <header className={styles.head}>
      <div>
        <h1>{words.title(number)}</h1>
        <h2>{title}</h2>
        <dl>
          {facts.map(([label, value]) =>
            value ? (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </div>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path d={path} />
      </svg>
    </header>
  );
}
