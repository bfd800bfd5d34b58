import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of attachments.upload_grants: written before the upload's URL leaves, gone some time after it expires. */
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

  /** When it was given up, never recorded within {@link RECORD_WITHIN_MS}; the row stays while the URL works. */
  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;
}

/** An upload is recorded within a day of its grant, or never. */
export const RECORD_WITHIN_MS = 24 * 60 * 60 * 1000;
