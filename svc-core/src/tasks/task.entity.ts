import { Column, Entity, ForeignKey, JoinColumn, ManyToOne } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Location } from '../locations/location.entity.ts';
import { Project } from '../projects/project.entity.ts';
import { RecurringTask } from '../recurring-tasks/recurring-task.entity.ts';

@Entity({ schema: 'core', name: 'tasks' })
export class Task extends VersionedRow {
  @Column('varchar', { length: 255 })
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('uuid', { name: 'location_id' })
  locationId: string;

  @ManyToOne(() => Location, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'location_id', foreignKeyConstraintName: 'fk_tasks_location_id' })
  location: Location;

  @Column('uuid', { name: 'assigned_to', nullable: true })
  @ForeignKey(() => User, { name: 'fk_tasks_assigned_to', onDelete: 'SET NULL' })
  assignedTo: string | null;

  @Column({ type: 'timestamptz', name: 'due_date', precision: 3, nullable: true })
  dueDate: Date | null;

  @Column('boolean', { default: false })
  completed: boolean;

  /** Set if and only if the task is completed. */
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3, nullable: true })
  completedAt: Date | null;

  @Column('uuid', { name: 'project_id', nullable: true })
  projectId: string | null;

  @ManyToOne(() => Project, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'fk_tasks_project_id' })
  project: Project | null;

  @Column('uuid', { name: 'recurring_task_id', nullable: true })
  @ForeignKey(() => RecurringTask, { name: 'fk_tasks_recurring_task_id', onDelete: 'SET NULL' })
  recurringTaskId: string | null;

  /** The occurrence of the recurring task for which this task was created; the pair is unique. */
  @Column({ type: 'timestamptz', name: 'occurrence_at', precision: 3, nullable: true })
  occurrenceAt: Date | null;
}
