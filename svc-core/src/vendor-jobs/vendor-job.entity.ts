import { Column, Entity, ForeignKey, JoinColumn, ManyToOne } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import { Vendor } from '../vendors/vendor.entity.ts';
import type { JobState } from '../fields/job-states.ts';

/** Work that a vendor was asked to do for a ticket, by a link. */
@Entity({ schema: 'core', name: 'vendor_jobs' })
export class VendorJob extends VersionedRow {
  @Column('uuid', { name: 'ticket_id' })
  @ForeignKey(() => Ticket, { name: 'fk_vendor_jobs_ticket_id', onDelete: 'CASCADE' })
  ticketId: string;

  @Column('uuid', { name: 'vendor_id' })
  vendorId: string;

  @ManyToOne(() => Vendor)
  @JoinColumn({ name: 'vendor_id', foreignKeyConstraintName: 'fk_vendor_jobs_vendor_id' })
  vendor: Vendor;

  /** To which its mails go. */
  @Column('varchar', { length: 254 })
  email: string;

  @Column('varchar', { length: 1000, nullable: true })
  message: string | null;

  @Column('varchar', { length: 10, default: 'sent' })
  state: JobState;

  @Column({ type: 'timestamptz', name: 'visit_at', precision: 3, nullable: true })
  visitAt: Date | null;

  /** Why it was declined. */
  @Column('varchar', { length: 1000, nullable: true })
  reason: string | null;

  /** What was done. */
  @Column('varchar', { length: 2000, nullable: true })
  note: string | null;

  @Column('uuid', { name: 'sent_by', nullable: true })
  @ForeignKey(() => User, { name: 'fk_vendor_jobs_sent_by', onDelete: 'SET NULL' })
  sentBy: string | null;

  /** What became of the last mail to the vendor. */
  @Column('varchar', { length: 10, default: 'waiting' })
  mail: 'waiting' | 'sent' | 'failed';

  /** Counts the links: another address gets a new one. */
  @Column('smallint', { default: 1 })
  generation: number;

  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column({ type: 'timestamptz', name: 'linked_at', precision: 3, default: () => 'now()' })
  linkedAt: Date;

  /** Set while it is neither sent, accepted nor done. */
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3, nullable: true })
  endedAt: Date | null;
}
