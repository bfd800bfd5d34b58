import { Column, Entity, ForeignKey } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import { Vendor } from '../vendors/vendor.entity.ts';
import type { CostResponse } from './costs.schemas.ts';

/** What was paid for a ticket. */
@Entity({ schema: 'core', name: 'ticket_costs' })
export class TicketCost extends VersionedRow {
  @Column('uuid', { name: 'ticket_id' })
  @ForeignKey(() => Ticket, { name: 'fk_ticket_costs_ticket_id', onDelete: 'CASCADE' })
  ticketId: string;

  @Column('varchar', { length: 20 })
  kind: CostResponse['kind'];

  @Column('numeric', { precision: 12, scale: 2 })
  amount: string;

  @Column('varchar', { length: 255 })
  description: string;

  @Column('uuid', { name: 'vendor_id', nullable: true })
  @ForeignKey(() => Vendor, { name: 'fk_ticket_costs_vendor_id' })
  vendorId: string | null;

  @Column('varchar', { name: 'invoice_number', length: 60, nullable: true })
  invoiceNumber: string | null;

  @Column('date', { name: 'incurred_on' })
  incurredOn: string;

  @Column('uuid', { name: 'created_by', nullable: true })
  @ForeignKey(() => User, { name: 'fk_ticket_costs_created_by', onDelete: 'SET NULL' })
  createdBy: string | null;

  /** When a response showed something else of it, if that was after its own change; kept by the database. */
  @Column({ type: 'timestamptz', name: 'shown_at', precision: 3, nullable: true, select: false })
  shownAt: Date | null;
}
