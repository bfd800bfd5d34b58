import { CONFIG, execute, Metrics, PG_POOL, selectRows, tooLarge } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { AttachmentsConfig } from '../config.ts';

const MB = 1024 * 1024;

/** What a file belongs to: a ticket, or the run of a checklist. */
type FileOwner = { ticketId: string } | { runId: string };

const usedRow = z.object({ bytes: z.number() });

/** The storage quota of a location's files: attachments of its tickets, and photos of its checklists. */
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
   * Checks the quota before a file is uploaded.
   * @throws Problem 413 when the owner's location has too little storage left.
   */
  requireRoom(owner: FileOwner, fileSize: number): Promise<void> {
    return this.require(this.pool, owner, fileSize);
  }

  /**
   * Checks the quota in the transaction that records a file, and locks the location's quota until it ends, because
   * concurrent records could use the same space.
   * @param detail of the 413, for those who are not to know how much is used
   * @throws Problem 413 when the owner's location has too little storage left.
   */
  async takeRoom(
    transaction: EntityManager,
    owner: FileOwner,
    fileSize: number,
    detail?: string,
  ): Promise<void> {
    const { rows, id } = rowOf(owner);
    // In SQL: TypeORM has no advisory locks.
    await execute(transaction, {
      text: `SELECT FROM ${rows} AS o,
               LATERAL pg_advisory_xact_lock(hashtextextended('location_storage ' || o.location_id, 0))
             WHERE o.id = $1`,
      values: [id],
    });
    await this.require(transaction, owner, fileSize, detail);
  }

  private async require(
    on: EntityManager | Pool,
    owner: FileOwner,
    fileSize: number,
    detail?: string,
  ): Promise<void> {
    const { rows, id } = rowOf(owner);
    // In SQL: the sum of two tables.
    const [used] = await selectRows(on, usedRow, {
      text: `SELECT (
               (SELECT coalesce(sum(a.file_size), 0) FROM core.tickets t
                  JOIN attachments.attachments a ON a.ticket_id = t.id WHERE t.location_id = o.location_id)
               + (SELECT coalesce(sum(p.file_size), 0) FROM core.checklist_runs r
                  JOIN attachments.check_photos p ON p.run_id = r.id WHERE r.location_id = o.location_id)
             )::float8 AS bytes FROM ${rows} AS o WHERE o.id = $1`,
      values: [id],
    });
    const limit = this.config.LOCATION_STORAGE_BYTES;
    const left = Math.max(0, limit - (used?.bytes ?? 0));
    if (fileSize <= left) return;
    this.refusals.inc();
    throw tooLarge(
      'storage_full',
      detail ??
        `The files of this location may use ${inMegabytes(limit)} in total, and ${inMegabytes(left)} are left. ` +
          'Please delete attachments that are no longer needed.',
    );
  }
}

const rowOf = (owner: FileOwner) =>
  'ticketId' in owner
    ? { rows: 'core.tickets', id: owner.ticketId }
    : { rows: 'core.checklist_runs', id: owner.runId };

/** Rounded down to a tenth. */
const inMegabytes = (bytes: number): string => `${(Math.floor((bytes / MB) * 10) / 10).toFixed(1)} MB`;
