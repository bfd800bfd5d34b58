import { Column, Entity, ForeignKey } from 'typeorm';
import { Checklist } from '../checklists/checklist.entity.ts';
import type { ChecklistStep } from '../checklists/checklists.schemas.ts';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Equipment } from '../equipment/equipment.entity.ts';
import { Location } from '../locations/location.entity.ts';
import { Task } from '../tasks/task.entity.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import type { FollowUp } from './checklist-runs.schemas.ts';

/** A checklist that is worked through: of a ticket, of an occurrence, or a walk of a store. */
@Entity({ schema: 'core', name: 'checklist_runs' })
export class ChecklistRun extends VersionedRow {
  @Column('uuid', { name: 'checklist_id' })
  @ForeignKey(() => Checklist, { name: 'fk_checklist_runs_checklist_id' })
  checklistId: string;

  /** That of the checklist when the run began; so are the steps. */
  @Column('varchar', { length: 120 })
  name: string;

  @Column('jsonb')
  steps: ChecklistStep[];

  /** That of its ticket or task. */
  @Column('uuid', { name: 'location_id' })
  @ForeignKey(() => Location, { name: 'fk_checklist_runs_location_id', onDelete: 'CASCADE' })
  locationId: string;

  @Column('uuid', { name: 'equipment_id', nullable: true })
  @ForeignKey(() => Equipment, { name: 'fk_checklist_runs_equipment_id', onDelete: 'SET NULL' })
  equipmentId: string | null;

  @Column('uuid', { name: 'ticket_id', nullable: true })
  @ForeignKey(() => Ticket, { name: 'fk_checklist_runs_ticket_id', onDelete: 'CASCADE' })
  ticketId: string | null;

  @Column('uuid', { name: 'task_id', nullable: true })
  @ForeignKey(() => Task, { name: 'fk_checklist_runs_task_id', onDelete: 'SET NULL' })
  taskId: string | null;

  @Column('varchar', { length: 10, default: 'open' })
  state: 'open' | 'done';

  /** Steps that failed when it was completed. */
  @Column('smallint', { default: 0 })
  failed: number;

  @Column('jsonb', { name: 'follow_ups', default: [] })
  followUps: FollowUp[];

  @Column('uuid', { name: 'created_by', nullable: true })
  @ForeignKey(() => User, { name: 'fk_checklist_runs_created_by', onDelete: 'SET NULL' })
  createdBy: string | null;

  /** Set if and only if it is done. */
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3, nullable: true })
  completedAt: Date | null;

  @Column('uuid', { name: 'completed_by', nullable: true })
  @ForeignKey(() => User, { name: 'fk_checklist_runs_completed_by', onDelete: 'SET NULL' })
  completedBy: string | null;
}
