import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { Location } from '../locations/location.entity.ts';

/** The assignment of a location to a user. */
@Entity({ schema: 'core', name: 'manager_assignments' })
export class ManagerAssignment {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'manager_id' })
  @ForeignKey(() => User, { name: 'fk_manager_assignments_manager_id', onDelete: 'CASCADE' })
  managerId: string;

  @Column('uuid', { name: 'location_id' })
  @ForeignKey(() => Location, { name: 'fk_manager_assignments_location_id', onDelete: 'CASCADE' })
  locationId: string;

  @CreateDateColumn({ name: 'assigned_at', type: 'timestamptz', precision: 3 })
  assignedAt: Date;

  /** Incremented by the database with each change; used as the entity tag. */
  @Column({ type: 'integer', default: 1, insert: false, update: false })
  version: number;
}
