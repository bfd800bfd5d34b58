import { conflict } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { type EntityManager, Equal } from 'typeorm';
import {
  TicketEvents,
  type VendorDetail,
  type VendorEvent,
} from '../ticket-events/ticket-events.repository.ts';
import { isEnded, moved, type MoveName } from './job-moves.ts';
import { VendorJob } from './vendor-job.entity.ts';
import { VendorJobEndings } from './vendor-job-endings.ts';

/** A line of the timeline about a job. */
interface Told {
  kind: VendorEvent;
  /** Who does it: a user, or nobody of ours. */
  actorId?: string | undefined;
  locationId: string;
  /** Whether the vendor gets a mail. */
  isMailed?: boolean;
  /** Whether the sender is notified. */
  isTold?: boolean;
  detail?: Omit<VendorDetail, 'jobId' | 'name' | 'generation'>;
}

/** Changes jobs by the table of their states (job-moves.ts), whichever side asks. The caller has locked the ticket. */
@Injectable()
export class VendorJobs {
  constructor(
    private readonly endings: VendorJobEndings,
    private readonly events: TicketEvents,
  ) {}

  /** Locks a job, whose ticket is locked, until the transaction ends. */
  lock(within: EntityManager, id: string): Promise<VendorJob> {
    return within
      .createQueryBuilder(VendorJob, 'j')
      .innerJoinAndSelect('j.vendor', 'v')
      .where({ id: Equal(id) })
      .setLock('for_no_key_update', undefined, ['j'])
      .getOneOrFail();
  }

  /**
   * Moves a job, with these fields, and tells it.
   * @throws Problem 409 where the table has no such move from its state
   */
  async move(
    within: EntityManager,
    job: VendorJob,
    name: MoveName,
    fields: Partial<
      Pick<VendorJob, 'visitAt' | 'reason' | 'note' | 'email' | 'generation' | 'tokenHash' | 'mail'>
    >,
    told: Told,
  ): Promise<void> {
    const { to } = this.requireMove(name, job);
    const isOver = isEnded(to);
    await within.update(VendorJob, job.id, {
      ...fields,
      state: to,
      ...(isOver !== isEnded(job.state) && { endedAt: isOver ? () => 'now()' : null }),
    });
    if (isOver) await this.endings.declineQuotes(within, [job.id]);
    const { id, ticketId, sentBy, vendor } = job;
    const { generation = job.generation } = fields;
    await this.tell(within, { id, ticketId, sentBy, vendor, generation }, told);
  }

  /** @throws Problem 409 */
  requireMove(name: MoveName, { state }: Pick<VendorJob, 'state'>): { to: VendorJob['state'] } {
    const result = moved(name, state);
    if ('refused' in result) throw conflict(`job_${state}`, result.refused);
    return result;
  }

  tell(
    within: EntityManager,
    job: Pick<VendorJob, 'id' | 'ticketId' | 'sentBy' | 'generation' | 'vendor'>,
    { kind, actorId, locationId, isMailed = false, isTold = false, detail = {} }: Told,
  ): Promise<void> {
    const { id: jobId, ticketId, sentBy, generation, vendor } = job;
    return this.events.add(within, [
      {
        ticketId,
        locationId,
        kind,
        ...(actorId !== undefined && { actorId }),
        vendor: { jobId, name: vendor.name, ...detail, ...(isMailed && { generation }) },
        notified: isTold && sentBy !== null ? [sentBy] : [],
      },
    ]);
  }
}
