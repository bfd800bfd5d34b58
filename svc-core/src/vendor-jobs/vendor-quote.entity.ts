import { Column, Entity, ForeignKey } from 'typeorm';
import { VersionedRow } from '../entities/versioned-row.ts';
import type { QuoteState } from '../fields/job-states.ts';
import { VendorJob } from './vendor-job.entity.ts';

/** What a vendor asks for the work of a job. */
@Entity({ schema: 'core', name: 'vendor_quotes' })
export class VendorQuote extends VersionedRow {
  @Column('uuid', { name: 'job_id' })
  @ForeignKey(() => VendorJob, { name: 'fk_vendor_quotes_job_id', onDelete: 'CASCADE' })
  jobId: string;

  /** That of the job, for the audit trail. */
  @Column('uuid', { name: 'ticket_id' })
  ticketId: string;

  @Column('numeric', { precision: 12, scale: 2 })
  amount: string;

  @Column('varchar', { length: 2000 })
  description: string;

  @Column('varchar', { length: 10, default: 'open' })
  state: QuoteState;

  /** Of whoever decided. */
  @Column('varchar', { length: 500, nullable: true })
  note: string | null;

  /** The name that the vendor gave. */
  @Column('varchar', { name: 'sent_by', length: 100 })
  sentBy: string;
}
