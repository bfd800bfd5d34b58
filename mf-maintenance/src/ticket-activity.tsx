import { ActivitySection } from './activity/activity-section.tsx';
import { type Reader } from './activity/comments/comment-entry.tsx';
import { type Drafts } from './activity/comments/draft.ts';
import { Photos } from './attachments/photos.tsx';
import { usePhotoUploads } from './attachments/use-photo-uploads.ts';

/** The activity of a ticket. It connects comments and attachments. */
export function TicketActivity({
  ticketId,
  user,
  drafts,
}: {
  ticketId: string;
  user: Reader;
  drafts: Drafts;
}) {
  const uploads = usePhotoUploads(ticketId);
  return (
    <ActivitySection
      ticketId={ticketId}
      user={user}
      drafts={drafts}
      uploads={uploads}
      renderPhotos={(photos) => <Photos ticketId={ticketId} photos={photos} />}
    />
  );
}
