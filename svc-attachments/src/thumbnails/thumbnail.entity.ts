import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of attachments.thumbnails: an attachment that is a picture. */
@Entity({ name: 'thumbnails', schema: 'attachments', synchronize: false })
export class Thumbnail {
  @PrimaryColumn('uuid', { name: 'attachment_id' })
  attachmentId: string;

  /** Null while there is none. */
  @Column('text', { name: 'object_key', nullable: true })
  objectKey: string | null;

  @Column('smallint', { default: 0 })
  attempts: number;

  /** Null once the thumbnail was created, or cannot be created. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true, default: () => 'now()' })
  dueAt: Date | null;
}
