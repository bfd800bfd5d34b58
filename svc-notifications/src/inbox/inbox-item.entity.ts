import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Decision, Kind, VendorNews } from '../recipients/new-item.ts';

/** A row of notifications.inbox_items: one change of which one user is notified. */
@Entity({ schema: 'notifications', name: 'inbox_items', synchronize: false })
export class InboxItem {
  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  /** The change: an entry of the audit trail. */
  @Column('uuid', { name: 'event_id' })
  eventId: string;

  @Column('varchar', { length: 20 })
  kind: Kind;

  /** Whether the inbox shows it; otherwise there is only a mail. */
  @Column('boolean', { name: 'in_app' })
  inApp: boolean;

  /** Null for a change made by the system or by somebody without an account. */
  @Column('uuid', { name: 'actor_id', nullable: true })
  actorId: string | null;

  /** Of what it is about; the other two, the code and the run of a checklist, are null. */
  @Column('uuid', { name: 'ticket_id', nullable: true })
  ticketId: string | null;

  @Column('uuid', { name: 'code_id', nullable: true })
  codeId: string | null;

  @Column('uuid', { name: 'run_id', nullable: true })
  runId: string | null;

  /** Of the run, as its location; null for everything else. */
  @Column('varchar', { name: 'run_name', length: 120, nullable: true })
  runName: string | null;

  @Column('uuid', { name: 'location_id', nullable: true })
  locationId: string | null;

  @Column('uuid', { name: 'comment_id', nullable: true })
  commentId: string | null;

  /** The change of many tickets that it is about. */
  @Column('uuid', { name: 'bulk_id', nullable: true })
  bulkId: string | null;

  /** Of a mark: the due date that counted then. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true })
  countedDueAt: Date | null;

  /** About costs, if it is about a decision. */
  @Column('varchar', { length: 10, nullable: true })
  decision: Decision | null;

  /** Up to which costs are approved, or those that were declined, with two places. */
  @Column('numeric', { precision: 14, scale: 2, nullable: true })
  amount: string | null;

  /** Of the kinds about the work of a vendor. */
  @Column('jsonb', { nullable: true })
  vendor: VendorNews | null;

  /** When the change was made. */
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'read_at', precision: 3, nullable: true })
  readAt: Date | null;
}
