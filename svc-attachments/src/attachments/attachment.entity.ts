import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of attachments.attachments (specification, section 3: Ticket attachment). It never changes. */
@Entity({ name: 'attachments', schema: 'attachments', synchronize: false })
export class Attachment {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  @Column('uuid', { name: 'ticket_id' })
  ticketId: string;

  @Column('varchar', { name: 'file_name', length: 255 })
  fileName: string;

  /** What the bytes show, else what the uploader's browser called it; nothing relies on the latter. */
  @Column('varchar', { name: 'file_type', length: 100, nullable: true })
  fileType: string | null;

  /** Bytes. */
  @Column('integer', { name: 'file_size' })
  fileSize: number;

  /** The path the upload was granted under. The bytes have since moved to {@link recordedKey}. */
  @Column('text', { name: 'object_path' })
  objectPath: string;

  /** Null once the user is gone. */
  @Column('uuid', { name: 'uploaded_by', nullable: true })
  uploadedBy: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}

/** Where a recorded attachment's bytes are. No upload URL was ever signed for this key. */
export const recordedKey = (attachmentId: string): string => `attachments/${attachmentId}`;
