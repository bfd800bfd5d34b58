import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The comments of svc-core, without their texts. Read-only here. */
@Entity({ schema: 'core', name: 'ticket_comments', synchronize: false })
export class TicketComment {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'ticket_id' })
  ticketId: string;

  @Column('uuid', { name: 'author_id', nullable: true })
  authorId: string | null;

  @Column('timestamptz', { name: 'removed_at', nullable: true })
  removedAt: Date | null;
}

/** The condition that a column has the id of a removed comment. What belongs to that is removed by the next sweep. */
export const isOfRemovedComment = (column: string): string =>
  `EXISTS (SELECT FROM core.ticket_comments c WHERE c.id = ${column} AND c.removed_at IS NOT NULL)`;
