import { BackgroundWork } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { type RemovableKind, RemovableRowsRepository } from './removable-rows.repository.ts';
import { RemovalRequestsRepository } from './removal-requests.repository.ts';

const EVERY_MS = 2000;
/** Rows per transaction: few, so that locks are short, a crash rolls back little, and the change feed goes on. */
export const BATCH_SIZE = 200;
/** Pause between two batches, for other requests. */
const PAUSE_MS = 50;

/**
 * Removes projects, equipment, and locations with all their rows, of any size. A small one is deleted in the request's
 * transaction. A larger one is hidden in that transaction, and its rows are deleted in batches in the background. Each
 * batch is a transaction; one replica at a time works on a removal, and another one continues after a crash.
 */
@Injectable()
export class Removals extends BackgroundWork {
  constructor(
    private readonly database: Database,
    private readonly requests: RemovalRequestsRepository,
    readonly rows: RemovableRowsRepository,
  ) {
    super();
  }

  @Interval('delete hidden rows', EVERY_MS)
  run(): void {
    this.start(() => this.runAll(), 'Hidden rows could not be deleted; retrying in the next round');
  }

  /** Removes the row, which the caller has locked: nothing is added to it meanwhile. */
  async begin(within: EntityManager, kind: RemovableKind, id: string): Promise<void> {
    if (!(await this.removeSome(within, kind, id))) await this.hide(within, kind, id);
  }

  /** Hides a row that has more dependent rows than a batch; all of them are deleted in the background. */
  async hide(within: EntityManager, kind: RemovableKind, id: string): Promise<void> {
    await this.rows.hide(within, kind, id);
    await this.requests.add(within, kind, id);
  }

  /** Runs batches until none is left. */
  private async runAll(): Promise<void> {
    for (const kind of ['location', 'project', 'equipment'] as const) {
      while (!this.isStopping && (await this.goOn(kind))) await sleep(PAUSE_MS);
    }
  }

  /** Runs one batch. Returns false if nothing is left that another replica is not working on. */
  private goOn(kind: RemovableKind): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const id = await this.requests.claim(transaction, kind);
      if (id === null) return false;
      if (await this.removeSome(transaction, kind, id)) {
        this.logger.log({ kind, id }, 'What was removed is gone, with all of its rows');
      }
      return true;
    });
  }

  /** Runs a batch, and deletes the row itself after the last one. Returns whether it was the last. */
  private async removeSome(within: EntityManager, kind: RemovableKind, id: string): Promise<boolean> {
    const isLast = await this.rows.removeBatch(within, kind, id, BATCH_SIZE);
    if (isLast) await this.rows.remove(within, kind, id);
    return isLast;
  }
}
