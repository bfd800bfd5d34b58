import { Column, Entity, PrimaryColumn } from 'typeorm';

export const forms = ['ticket', 'digest', 'test', 'bulk', 'token'] as const;
export type Form = (typeof forms)[number];

/** A row of notifications.deliveries: a mail that is to be sent, or what became of it. */
@Entity({ schema: 'notifications', name: 'deliveries', synchronize: false })
export class Delivery {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('varchar', { length: 10 })
  form: Form;

  /** Null for a digest, a test, a change of many tickets, a token, and what is about no ticket. */
  @Column('uuid', { name: 'ticket_id', nullable: true })
  ticketId: string | null;

  @Column('varchar', { length: 10, default: 'waiting' })
  state: 'waiting' | 'sent' | 'dropped' | 'failed';

  /** It is sent at this time or later. */
  @Column('timestamptz', { name: 'due_at' })
  sendAt: Date;

  /** A sender has it until then, or had it and its outcome is unknown. */
  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil: Date | null;

  @Column('timestamptz', { name: 'retry_at', nullable: true })
  retryAt: Date | null;

  @Column('smallint', { default: 0 })
  attempts: number;

  @Column('varchar', { name: 'last_error', length: 500, nullable: true })
  lastError: string | null;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt: Date | null;
}
