import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';

/** Why somebody watches a ticket: by hand, or since they created, were assigned, commented or were mentioned. */
export type WatchReason = 'manual' | 'created' | 'assigned' | 'commented' | 'mentioned';

/** A user who watches a ticket. */
@Entity({ schema: 'core', name: 'ticket_watchers' })
export class TicketWatcher {
  @PrimaryColumn('uuid', { name: 'ticket_id' })
  @ForeignKey(() => Ticket, { name: 'fk_ticket_watchers_ticket_id', onDelete: 'CASCADE' })
  ticketId: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  @ForeignKey(() => User, { name: 'fk_ticket_watchers_user_id', onDelete: 'CASCADE' })
  userId: string;

  @Column('varchar', { length: 10 })
  reason: WatchReason;

  @Column('boolean', { default: false })
  muted: boolean;
}
