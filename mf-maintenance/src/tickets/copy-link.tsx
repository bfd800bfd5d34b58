import { ticketLink } from '@mainstay/remote-contract';
import { Button } from '@mainstay/ui/base';
import { publicUrlQuery, useFailureToast, useToast } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { strings } from '../strings.ts';
import { detailStrings } from './detail-strings.ts';

/** Returns a function that copies a ticket's address. */
export function useCopyLink(ticketId: string): () => Promise<void> {
  const toast = useToast();
  const fail = useFailureToast();
  const { data: origin = location.origin } = useQuery(publicUrlQuery);
  return async () => {
    try {
      await navigator.clipboard.writeText(new URL(ticketLink(ticketId), origin).href);
      toast({ title: strings.success, description: detailStrings.linkCopied });
    } catch {
      // The browser allows it neither to every site nor without HTTPS.
      fail(detailStrings.linkNotCopied);
    }
  };
}

export function CopyLink({ ticketId }: { ticketId: string }) {
  const copy = useCopyLink(ticketId);
  return (
    <Button size="small" onClick={() => void copy()}>
      {detailStrings.copyLink}
    </Button>
  );
}
