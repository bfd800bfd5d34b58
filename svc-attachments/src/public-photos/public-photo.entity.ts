import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Purpose } from '../attachments/purposes.ts';

/**
 * A row of attachments.report_photos: a photo of a report, or of the job of a vendor, written before its upload URL is
 * returned. One that was recorded or refused stays as long as what it is of; another is deleted some time after its URL
 * expires. The table is older than jobs, hence its name.
 */
@Entity({ name: 'report_photos', schema: 'attachments', synchronize: false })
export class PublicPhoto {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  /** One of these two is set. */
  @Column('uuid', { name: 'report_id', nullable: true })
  reportId: string | null;

  @Column('uuid', { name: 'job_id', nullable: true })
  jobId: string | null;

  /** What a photo of a job shows. Null for reports, whose photos are from before the work. */
  @Column('varchar', { length: 10, nullable: true })
  purpose: Purpose | null;

  @Column('timestamptz', { name: 'granted_at', default: () => 'now()' })
  grantedAt: Date;

  /** Until then it may be uploaded and recorded. Null once it has ended and the sweeper removed what came later. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  /** When the uploaded file was refused. */
  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;

  @Column('timestamptz', { name: 'recorded_at', nullable: true })
  recordedAt: Date | null;

  /** The attachment that a photo of a job became. */
  @Column('uuid', { name: 'attachment_id', nullable: true })
  attachmentId: string | null;
}

/** Storage key and `objectPath` of the uploaded photo. It is never served. */
export const uploadedKey = (photoId: string): string => `uploads/${photoId}`;
