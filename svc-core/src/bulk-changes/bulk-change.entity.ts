import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import type { TicketChanges } from './bulk-changes.schemas.ts';

/** A change of many tickets, or the undo of one. */
@Entity({ schema: 'core', name: 'bulk_changes' })
export class BulkChange {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'created_by' })
  @ForeignKey(() => User, { name: 'fk_bulk_changes_created_by', onDelete: 'CASCADE' })
  createdBy: string;

  /** The change that this one takes back. */
  @Column('uuid', { name: 'undo_of', nullable: true })
  @ForeignKey(() => BulkChange, { name: 'fk_bulk_changes_undo_of', onDelete: 'CASCADE' })
  undoOf: string | null;

  /** What is asked of each ticket; of an undo, what was. */
  @Column('jsonb')
  changes: TicketChanges;

  /** The requests that changed something: several, if the first one was interrupted. */
  @Column('varchar', { name: 'request_ids', length: 64, array: true, default: [] })
  requestIds: string[];

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** When the last ticket was changed. */
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3, default: () => 'now()' })
  changedAt: Date;
}
