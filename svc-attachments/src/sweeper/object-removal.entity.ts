import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of attachments.object_removals. Claiming it or adding it again changes its due time. */
@Entity({ name: 'object_removals', schema: 'attachments', synchronize: false })
export class ObjectRemoval {
  @PrimaryColumn('text', { name: 'object_key' })
  objectKey: string;

  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, default: () => 'now()' })
  dueAt: Date;
}
