import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Ticket } from './ticket.entity.ts';

/** The reports of svc-core, without what they say. Read-only here. */
@Entity({ schema: 'core', name: 'intake_reports', synchronize: false })
export class IntakeReport {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'ticket_id' })
  ticketId: string;

  @ManyToOne(() => Ticket)
  @JoinColumn({ name: 'ticket_id' })
  ticket: Ticket;

  /** The comment with which it joined an open ticket; null when it made the ticket. */
  @Column('uuid', { name: 'comment_id', nullable: true })
  commentId: string | null;

  /** SHA-256 of the tracking token. */
  @Column('bytea', { name: 'tracking_hash' })
  trackingHash: Buffer;

  @Column('timestamptz', { name: 'tracking_until', nullable: true })
  trackingUntil: Date | null;
}
