import { Column, CreateDateColumn, Entity, ForeignKey, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { TicketComment } from '../comments/ticket-comment.entity.ts';
import { IntakeCode } from '../intake-codes/intake-code.entity.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import type { Language } from './language-of.ts';
import type { Urgency } from './intake.schemas.ts';

/** A report by QR code. Its ticket may have several. */
@Entity({ schema: 'core', name: 'intake_reports' })
export class IntakeReport {
  /** The tracking token is derived from it, so it is known before the row is inserted. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'ticket_id' })
  ticketId: string;

  @ManyToOne(() => Ticket, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'ticket_id', foreignKeyConstraintName: 'fk_intake_reports_ticket_id' })
  ticket: Ticket;

  /** Null once the code is removed. */
  @Column('uuid', { name: 'code_id', nullable: true })
  @ForeignKey(() => IntakeCode, { name: 'fk_intake_reports_code_id', onDelete: 'SET NULL' })
  codeId: string | null;

  /** Its text on a ticket that was open already; null for the report that made the ticket. */
  @Column('uuid', { name: 'comment_id', nullable: true })
  @ForeignKey(() => TicketComment, { name: 'fk_intake_reports_comment_id', onDelete: 'SET NULL' })
  commentId: string | null;

  @Column('varchar', { length: 2000 })
  description: string;

  @Column('varchar', { length: 10 })
  urgency: Urgency;

  /** Erased when tracking has ended, as is the contact. */
  @Column('varchar', { name: 'reporter_name', length: 100, nullable: true })
  reporterName: string | null;

  @Column('varchar', { length: 254, nullable: true })
  contact: string | null;

  @Column('varchar', { length: 2 })
  language: Language;

  /** SHA-256 of the tracking token. */
  @Column('bytea', { name: 'tracking_hash' })
  trackingHash: Buffer;

  /** Set by the database while the ticket is completed, and not changed any more once it is over. */
  @Column({ type: 'timestamptz', name: 'tracking_until', precision: 3, nullable: true })
  trackingUntil: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
