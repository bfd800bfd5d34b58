import { CONFIG, execute, Metrics, PG_POOL, selectRows, tooLarge } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { AttachmentsConfig } from '../config.ts';

const MB = 1024 * 1024;

/** Bytes of all attachments of a ticket's location. */
const usedRow = z.object({ bytes: z.number() });

/** The storage quota of a location's attachments. In SQL, because TypeORM's sums are untyped. */
@Injectable()
export class StorageQuota {
  private readonly refusals: Counter;

  constructor(
    @Inject(CONFIG) private readonly config: AttachmentsConfig,
    @Inject(PG_POOL) private readonly pool: Pool,
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
    return this.require(this.pool, ticketId, fileSize);
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
    await execute(transaction, {
      text: `SELECT FROM core.tickets AS t,
               LATERAL pg_advisory_xact_lock(hashtextextended('location_storage ' || t.location_id, 0))
             WHERE t.id = $1`,
      values: [ticketId],
    });
    await this.require(transaction, ticketId, fileSize, detail);
  }

  private async require(
    connection: Pool | EntityManager,
    ticketId: string,
    fileSize: number,
    detail?: string,
  ): Promise<void> {
    const [used] = await selectRows(connection, usedRow, {
      text: `SELECT coalesce(sum(a.file_size), 0)::float8 AS bytes
             FROM core.tickets AS own JOIN core.tickets AS t ON t.location_id = own.location_id
               JOIN attachments.attachments AS a ON a.ticket_id = t.id
             WHERE own.id = $1`,
      values: [ticketId],
    });
    const limit = this.config.LOCATION_STORAGE_BYTES;
    const left = Math.max(0, limit - (used?.bytes ?? 0));
    if (fileSize <= left) return;
    this.refusals.inc();
    throw tooLarge(
      detail ??
        `The files of this location may use ${inMegabytes(limit)} in total, and ${inMegabytes(left)} are left. ` +
          'Please delete attachments that are no longer needed.',
    );
  }
}

/** Rounded down to a tenth. */
const inMegabytes = (bytes: number): string => `${(Math.floor((bytes / MB) * 10) / 10).toFixed(1)} MB`;
