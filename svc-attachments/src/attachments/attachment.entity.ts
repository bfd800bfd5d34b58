import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Thumbnail } from '../thumbnails/thumbnail.entity.ts';
import type { Purpose } from './purposes.ts';

/** A row of attachments.attachments (specification, section 3: Ticket attachment). Only its purpose changes. */
@Entity({ name: 'attachments', schema: 'attachments', synchronize: false })
export class Attachment {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  @Column('uuid', { name: 'ticket_id' })
  ticketId: string;

  /** The comment of the ticket that it belongs to; null for the ticket alone. */
  @Column('uuid', { name: 'comment_id', nullable: true })
  commentId: string | null;

  @Column('varchar', { name: 'file_name', length: 255 })
  fileName: string;

  /** The type shown by the file's bytes, otherwise the uploader's claim; nothing relies on the latter. */
  @Column('varchar', { name: 'file_type', length: 100, nullable: true })
  fileType: string | null;

  /** Bytes. */
  @Column('integer', { name: 'file_size' })
  fileSize: number;

  /** The path for which the upload was granted. Recording copies the bytes to {@link recordedKey}. */
  @Column('text', { name: 'object_path' })
  objectPath: string;

  /** What a picture shows. Null for neither, and for other files. */
  @Column('varchar', { length: 10, nullable: true })
  purpose: Purpose | null;

  /** Null once the user was removed. */
  @Column('uuid', { name: 'uploaded_by', nullable: true })
  uploadedBy: string | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  /** Incremented by the database with each change; used as the entity tag. */
  @Column({ type: 'integer', default: 1, insert: false, update: false })
  version: number;

  /** In lists; null for a file that is no picture. */
  thumbnail?: Thumbnail | null;
}

/** Storage key of a recorded attachment's bytes. No upload URL is ever signed for this key. */
export const recordedKey = (attachmentId: string): string => `attachments/${attachmentId}`;
