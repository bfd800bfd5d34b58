import { ticketLink } from '@mainstay/remote-contract';
import { Button } from '@mainstay/ui/base';
import { publicUrlQuery, useFailureToast, useToast } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { strings } from '../strings.ts';

/** Copies a ticket's address. */
export function CopyLink({ ticketId }: { ticketId: string }) {
  const toast = useToast();
  const fail = useFailureToast();
  const { data: origin = location.origin } = useQuery(publicUrlQuery);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(ticketLink(ticketId), origin).href);
      toast({ title: strings.success, description: strings.tickets.linkCopied });
    } catch {
      // The browser allows it neither to every site nor without HTTPS.
      fail(strings.tickets.linkNotCopied);
    }
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      {strings.tickets.copyLink}
    </Button>
  );
}
