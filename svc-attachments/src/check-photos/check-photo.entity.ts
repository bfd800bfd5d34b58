import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of attachments.check_photos: a photo of a step of a checklist, written with the grant of its upload. */
@Entity({ name: 'check_photos', schema: 'attachments', synchronize: false })
export class CheckPhoto {
  /** Also the last part of the key of the upload. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'run_id' })
  runId: string;

  @Column('uuid', { name: 'step_id' })
  stepId: string;

  @Column('timestamptz', { name: 'granted_at', default: () => 'now()' })
  grantedAt: Date;

  /** Of the photo as recorded; null until then. */
  @Column('text', { name: 'object_key', nullable: true })
  objectKey: string | null;

  /** Bytes, of the photo as recorded; null until then. */
  @Column('integer', { name: 'file_size', nullable: true })
  fileSize: number | null;
}
