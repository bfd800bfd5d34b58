import { Activity, type ActivityProps } from './activity/activity.tsx';
import { Photos } from './attachments/photos.tsx';
import { usePhotoUploads } from './attachments/use-photo-uploads.ts';

export type TicketActivityProps = Omit<ActivityProps, 'uploads' | 'renderPhotos'>;

/** The activity of a ticket. It connects comments and attachments. */
export function TicketActivity(props: TicketActivityProps) {
  const { ticketId } = props;
  const uploads = usePhotoUploads(ticketId);
  return (
    <Activity
      {...props}
      uploads={uploads}
      renderPhotos={(photos) => <Photos ticketId={ticketId} photos={photos} />}
    />
  );
}
