import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Ticket } from './ticket.entity.ts';

/** The jobs of vendors of svc-core, without what they say. Read-only here. */
@Entity({ schema: 'core', name: 'vendor_jobs', synchronize: false })
export class VendorJob {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'ticket_id' })
  ticketId: string;

  @ManyToOne(() => Ticket)
  @JoinColumn({ name: 'ticket_id' })
  ticket: Ticket;

  @Column('varchar')
  state: string;

  /** SHA-256 of the token of its link. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @Column('timestamptz', { name: 'linked_at' })
  linkedAt: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt: Date | null;
}
