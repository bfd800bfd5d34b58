import { Column, Entity, ForeignKey } from 'typeorm';
import { User } from '../database/published/user.entity.ts';
import { VersionedRow } from '../entities/versioned-row.ts';
import { Ticket } from '../ticket-rows/ticket.entity.ts';
import type { Channel } from '../ticket-rows/tickets.schemas.ts';
import type { CommentResponse } from './comments.schemas.ts';

@Entity({ schema: 'core', name: 'ticket_comments' })
export class TicketComment extends VersionedRow {
  @Column('uuid', { name: 'ticket_id' })
  @ForeignKey(() => Ticket, { name: 'fk_ticket_comments_ticket_id', onDelete: 'CASCADE' })
  ticketId: string;

  @Column('uuid', { name: 'author_id', nullable: true })
  @ForeignKey(() => User, { name: 'fk_ticket_comments_author_id', onDelete: 'SET NULL' })
  authorId: string | null;

  /** Given by somebody without an account; of a vendor with that of the company. */
  @Column('varchar', { name: 'author_name', length: 270, nullable: true })
  authorName: string | null;

  /** Null if and only if the comment is removed. */
  @Column('text', { nullable: true })
  body: string | null;

  @Column('varchar', { length: 10, default: 'team' })
  visibility: CommentResponse['visibility'];

  @Column('varchar', { length: 10, default: 'app' })
  via: Channel | 'vendor';

  @Column({ type: 'timestamptz', name: 'edited_at', precision: 3, nullable: true })
  editedAt: Date | null;

  @Column({ type: 'timestamptz', name: 'removed_at', precision: 3, nullable: true })
  removedAt: Date | null;
}
