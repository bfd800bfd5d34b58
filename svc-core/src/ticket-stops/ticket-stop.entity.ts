import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import type { PauseRequest } from './pauses.schemas.ts';

/** A time that does not count for the deadlines of a ticket: a pause, or the time in which it was solved. */
@Entity({ schema: 'core', name: 'ticket_stops' })
export class TicketStop {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'ticket_id' })
  ticketId: string;

  @ManyToOne(() => Ticket, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'ticket_id', foreignKeyConstraintName: 'fk_ticket_stops_ticket_id' })
  ticket: Ticket;

  @Column('varchar', { length: 20 })
  reason: PauseRequest['reason'] | 'solved';

  @Column('varchar', { length: 500, nullable: true })
  note: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  since: Date;

  /** When a pause is to end by itself. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  until: Date | null;

  /** Null for the present pause. */
  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3, nullable: true })
  endedAt: Date | null;
}
