import { Column, Entity, ForeignKey, JoinColumn, ManyToOne, UpdateDateColumn } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Equipment } from '../equipment/equipment.entity.ts';
import { Location } from '../locations/location.entity.ts';
import { Vendor } from '../vendors/vendor.entity.ts';
import type { TicketStatus } from './ticket-status.ts';
import type { Approval, Channel, TicketResponse } from './tickets.schemas.ts';

@Entity({ schema: 'core', name: 'tickets' })
export class Ticket extends VersionedRow {
  /** Given by the database, in the order of creation. */
  @Column({ type: 'integer', default: () => "nextval('core.ticket_numbers')", insert: false, update: false })
  number: number;

  @Column('varchar', { length: 255 })
  title: string;

  @Column('text')
  description: string;

  @Column('uuid', { name: 'location_id' })
  locationId: string;

  @ManyToOne(() => Location, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'location_id', foreignKeyConstraintName: 'fk_tickets_location_id' })
  location: Location;

  @Column('uuid', { name: 'assigned_to', nullable: true })
  @ForeignKey(() => User, { name: 'fk_tickets_assigned_to', onDelete: 'SET NULL' })
  assignedTo: string | null;

  /** Also of equipment that stands at another location by now, or is removed and hidden. */
  @Column('uuid', { name: 'equipment_id', nullable: true })
  equipmentId: string | null;

  @ManyToOne(() => Equipment, { onDelete: 'SET NULL' })
  @JoinColumn({ name: 'equipment_id', foreignKeyConstraintName: 'fk_tickets_equipment_id' })
  equipment: Equipment | null;

  @Column('uuid', { name: 'vendor_id', nullable: true })
  @ForeignKey(() => Vendor, { name: 'fk_tickets_vendor_id' })
  vendorId: string | null;

  /** Money, as all amounts: a decimal string. */
  @Column('numeric', { name: 'spending_limit', precision: 12, scale: 2, nullable: true })
  spendingLimit: string | null;

  @Column('varchar', { length: 20, default: 'none' })
  approval: Approval;

  /** Up to which the costs are approved; set if and only if the approval is approved. */
  @Column('numeric', { name: 'approved_amount', precision: 14, scale: 2, nullable: true })
  approvedAmount: string | null;

  /** The ticket before it of the same equipment, which may have been deleted. Set at creation. */
  @Column({ type: 'uuid', name: 'repeat_of', nullable: true, update: false })
  repeatOf: string | null;

  /** The run of a checklist that made it, which may have been removed, and the step that failed. Set at creation. */
  @Column({ type: 'uuid', name: 'follow_up_run_id', nullable: true, update: false })
  followUpRunId: string | null;

  @Column({ type: 'uuid', name: 'follow_up_step_id', nullable: true, update: false })
  followUpStepId: string | null;

  @Column('varchar', { length: 20, default: 'incoming' })
  status: TicketStatus;

  @Column('varchar', { length: 20, default: 'medium' })
  priority: TicketResponse['priority'];

  @Column('varchar', { name: 'ticket_type', length: 50 })
  ticketType: TicketResponse['ticketType'];

  @Column('text', { nullable: true })
  notes: string | null;

  @Column('varchar', { name: 'purchase_order', length: 40, nullable: true })
  purchaseOrder: string | null;

  /** Of another system. */
  @Column('varchar', { name: 'external_id', length: 120, nullable: true })
  externalId: string | null;

  @Column('varchar', { name: 'completion_note', length: 2000, nullable: true })
  completionNote: string | null;

  /** Set by people, and when they did. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true })
  setDueAt: Date | null;

  @Column({ type: 'timestamptz', name: 'due_set_at', precision: 3, nullable: true })
  dueSetAt: Date | null;

  /** When it left the status incoming first. */
  @Column({ type: 'timestamptz', name: 'responded_at', precision: 3, nullable: true })
  respondedAt: Date | null;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Set if and only if the status is solved. */
  @Column({ type: 'timestamptz', name: 'completed_at', precision: 3, nullable: true })
  completedAt: Date | null;

  @Column('uuid', { name: 'created_by', nullable: true })
  @ForeignKey(() => User, { name: 'fk_tickets_created_by', onDelete: 'SET NULL' })
  createdBy: string | null;

  @Column('varchar', { length: 10, default: 'app' })
  via: Channel;

  /** When a response showed something else of it, if that was after its own change; kept by the database. */
  @Column({ type: 'timestamptz', name: 'shown_at', precision: 3, nullable: true, select: false })
  shownAt: Date | null;
}
