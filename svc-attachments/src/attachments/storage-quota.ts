import { CONFIG, execute, Metrics, tooLarge } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { EntityManager, Raw } from 'typeorm';
import type { AttachmentsConfig } from '../config.ts';
import { Attachment } from './attachment.entity.ts';

const MB = 1024 * 1024;

/** The storage quota of a location's attachments. */
@Injectable()
export class StorageQuota {
  private readonly refusals: Counter;

  constructor(
    @Inject(CONFIG) private readonly config: AttachmentsConfig,
    private readonly entities: EntityManager,
    { registry }: Metrics,
  ) {
    this.refusals = new Counter({
      name: 'storage_quota_refusals_total',
      help: 'Files rejected because the storage quota of their location was exceeded.',
      registers: [registry],
    });
  }

  /**
   * Checks the quota before a file is uploaded for a ticket.
   * @throws Problem 413 when the ticket's location has too little storage left.
   */
  requireRoom(ticketId: string, fileSize: number): Promise<void> {
    return this.require(this.entities, ticketId, fileSize);
  }

  /**
   * Checks the quota in the transaction that records a file, and locks the location's quota until it ends, because
   * concurrent records could use the same space.
   * @param detail of the 413, for those who are not to know how much is used
   * @throws Problem 413 when the ticket's location has too little storage left.
   */
  async takeRoom(
    transaction: EntityManager,
    ticketId: string,
    fileSize: number,
    detail?: string,
  ): Promise<void> {
    // In SQL: TypeORM has no advisory locks.
    await execute(transaction, {
      text: `SELECT FROM core.tickets AS t,
               LATERAL pg_advisory_xact_lock(hashtextextended('location_storage ' || t.location_id, 0))
             WHERE t.id = $1`,
      values: [ticketId],
    });
    await this.require(transaction, ticketId, fileSize, detail);
  }

  private async require(
    on: EntityManager,
    ticketId: string,
    fileSize: number,
    detail?: string,
  ): Promise<void> {
    const used = await on.sum(Attachment, 'fileSize', { ticketId: Raw(ofItsLocation, { ticketId }) });
    const limit = this.config.LOCATION_STORAGE_BYTES;
    const left = Math.max(0, limit - (used ?? 0));
    if (fileSize <= left) return;
    this.refusals.inc();
    throw tooLarge(
      detail ??
        `The files of this location may use ${inMegabytes(limit)} in total, and ${inMegabytes(left)} are left. ` +
          'Please delete attachments that are no longer needed.',
    );
  }
}

/** That a column has the id of a ticket of the same location. */
const ofItsLocation = (column: string): string =>
  `${column} IN (SELECT t.id FROM core.tickets own JOIN core.tickets t USING (location_id) WHERE own.id = :ticketId)`;

/** Rounded down to a tenth. */
const inMegabytes = (bytes: number): string => `${(Math.floor((bytes / MB) * 10) / 10).toFixed(1)} MB`;
