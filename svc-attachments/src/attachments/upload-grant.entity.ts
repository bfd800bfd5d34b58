import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A row of attachments.upload_grants: written before the upload URL is returned, deleted some time after it expires.
 */
@Entity({ name: 'upload_grants', schema: 'attachments', synchronize: false })
export class UploadGrant {
  /** Also the storage key of the upload. */
  @PrimaryColumn('text', { name: 'object_path' })
  objectPath: string;

  @Column('uuid', { name: 'granted_to' })
  grantedTo: string;

  @Column('timestamptz', { name: 'granted_at', default: () => 'now()' })
  grantedAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'recorded_at', nullable: true })
  recordedAt: Date | null;

  /**
   * When the grant was cancelled, or not recorded within {@link RECORD_WITHIN_MS}; the row is kept while the URL is
   * valid.
   */
  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;
}

/** An upload must be recorded within a day of its grant. */
export const RECORD_WITHIN_MS = 24 * 60 * 60 * 1000;
