import { OnlineButton } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { strings } from './section-strings.ts';
import { vendorsQuery } from './costs.queries.ts';
import { type Ticket, ticketQuery, useUpdateTicket } from '../ticket-data/tickets.queries.ts';

/** Proposes the vendor of the ticket that this one repeats, if it can be chosen. */
export function LastVendor({ ticket, repeatOf }: { ticket: Ticket; repeatOf: string }) {
  const { data: version } = useQuery(ticketQuery(ticket.id));
  const { data: before } = useQuery(ticketQuery(repeatOf));
  const vendor = before?.body.vendor;
  const { data: vendors = [] } = useQuery({ ...vendorsQuery(ticket.locationId), enabled: Boolean(vendor) });
  const update = useUpdateTicket(ticket.id);
  if (!vendor || !version || !vendors.some(({ id }) => id === vendor.id)) return null;
  return (
    <p>
      {strings.lastVendor(vendor.name)}{' '}
      <OnlineButton
        size="small"
        loading={update.isPending}
        onClick={() => update.mutate({ changes: { vendorId: vendor.id }, ifMatch: version.etag })}
      >
        {strings.useVendor}
      </OnlineButton>
    </p>
  );
}
