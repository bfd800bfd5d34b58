import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A row of attachments.report_photos: a photo of a report, written before its upload URL is returned. One that was
 * recorded or refused stays as long as its report; another is deleted some time after its URL expires.
 */
@Entity({ name: 'report_photos', schema: 'attachments', synchronize: false })
export class ReportPhoto {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  @Column('uuid', { name: 'report_id' })
  reportId: string;

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
}

/** Storage key and `objectPath` of the uploaded photo. It is never served. */
export const uploadedKey = (photoId: string): string => `uploads/${photoId}`;
