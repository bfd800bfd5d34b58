import type { TrackedReport } from './tracked-reports.ts';
import type { LinkedJob } from './linked-jobs.ts';

/** What somebody without an account adds photos to: a report, or the job of a vendor. */
export interface PhotoOwner {
  id: string;
  ticketId: string;
  commentId: string | null;
  /** Its column in attachments.report_photos. */
  column: 'report_id' | 'job_id';
  /** How its changes come, in the audit trail. */
  via: 'qr' | 'vendor';
  /** The pattern of the address, because the address itself contains the token, which is not stored. */
  operation: string;
  /** Maximum photos: those recorded, those that may still be, and those refused. */
  most: number;
  /** Maximum grants in an hour, with those that ended without a photo: the URL of each accepted bytes. */
  mostGranted: number;
  tooMany: string;
  /** The location has no space left. */
  noRoom: string;
}

export const ownerOfReport = ({ id, ticketId, commentId }: TrackedReport): PhotoOwner => ({
  id,
  ticketId,
  commentId,
  column: 'report_id',
  via: 'qr',
  operation: 'POST /api/intake/track/{token}/photos',
  most: 5,
  mostGranted: 20,
  tooMany: 'A report can have at most 5 photos.',
  noRoom: 'There is no space left for photos of this store. Your report has arrived without this one.',
});

export const ownerOfJob = ({ id, ticketId }: LinkedJob): PhotoOwner => ({
  id,
  ticketId,
  commentId: null,
  column: 'job_id',
  via: 'vendor',
  operation: 'POST /api/intake/jobs/{token}/photos',
  most: 20,
  mostGranted: 60,
  tooMany: 'A work order can have at most 20 photos.',
  noRoom:
    'There is no space left for photos of this store. Please send them to whoever sent you this work order.',
});
