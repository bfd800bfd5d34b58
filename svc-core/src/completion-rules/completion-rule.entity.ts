import { Column, Entity } from 'typeorm';
import { VersionedRow } from '../entities/versioned-row.ts';
import type { TicketType } from '../fields/ticket-types.ts';

/** One for each type of tickets, made by a migration. */
@Entity({ schema: 'core', name: 'completion_rules' })
export class CompletionRule extends VersionedRow {
  @Column('varchar', { name: 'ticket_type', length: 50 })
  ticketType: TicketType;

  @Column('boolean', { name: 'before_photo', default: false })
  beforePhoto: boolean;

  @Column('boolean', { name: 'after_photo', default: false })
  afterPhoto: boolean;

  @Column('boolean', { default: false })
  note: boolean;
}
