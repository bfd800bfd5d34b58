import { Column, Entity, JoinColumn, ManyToOne, UpdateDateColumn } from 'typeorm';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Location } from '../locations/location.entity.ts';

@Entity({ schema: 'core', name: 'projects' })
export class Project extends VersionedRow {
  @Column('varchar', { length: 255 })
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('uuid', { name: 'location_id' })
  locationId: string;

  @ManyToOne(() => Location, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'location_id', foreignKeyConstraintName: 'fk_projects_location_id' })
  location: Location;

  @Column('varchar', { length: 20, default: 'planning' })
  status: string;

  @Column('integer', { name: 'total_tasks', default: 0 })
  totalTasks: number;

  @Column('integer', { name: 'completed_tasks', default: 0 })
  completedTasks: number;

  @Column({ type: 'timestamptz', name: 'start_date', precision: 3, nullable: true })
  startDate: Date | null;

  @Column({ type: 'timestamptz', name: 'target_completion_date', precision: 3, nullable: true })
  targetCompletionDate: Date | null;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Set once it is removed and hidden, while its tasks leave it. */
  @Column({ type: 'timestamptz', name: 'removed_at', precision: 3, nullable: true })
  removedAt: Date | null;
}
