import { Column, Entity, ForeignKey, JoinColumn, ManyToOne } from 'typeorm';
import { Checklist } from '../checklists/checklist.entity.ts';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Location } from '../locations/location.entity.ts';
import type { Frequency } from './recurring-tasks.schemas.ts';

@Entity({ schema: 'core', name: 'recurring_tasks' })
export class RecurringTask extends VersionedRow {
  @Column('varchar', { length: 255 })
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('uuid', { name: 'location_id' })
  locationId: string;

  @ManyToOne(() => Location, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'location_id', foreignKeyConstraintName: 'fk_recurring_tasks_location_id' })
  location: Location;

  @Column('uuid', { name: 'assigned_to', nullable: true })
  @ForeignKey(() => User, { name: 'fk_recurring_tasks_assigned_to', onDelete: 'SET NULL' })
  assignedTo: string | null;

  @Column('varchar', { length: 20 })
  frequency: Frequency;

  @Column({ type: 'timestamptz', name: 'next_occurrence', precision: 3 })
  nextOccurrence: Date;

  /** Of which each occurrence is a run. */
  @Column('uuid', { name: 'checklist_id', nullable: true })
  @ForeignKey(() => Checklist, { name: 'fk_recurring_tasks_checklist_id' })
  checklistId: string | null;

  @Column('boolean', { default: true })
  active: boolean;

  /** Day of the month to which a monthly schedule returns; null for that of the next occurrence. */
  @Column('smallint', { name: 'anchor_day', nullable: true })
  anchorDay: number | null;

  /** Time of day to which the schedule returns; null for that of the next occurrence. */
  @Column({ type: 'time', name: 'anchor_time', precision: 3, nullable: true })
  anchorTime: string | null;
}
