import { BackgroundWork, type Change, readChanges } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { causesOf, isCause } from './causes.ts';
import { ShownChangesRepository } from './shown-changes.repository.ts';

const EVERY_MS = 1000;
/** Changes read at once. */
const PAGE = 200;
/** Rows of one transaction: few, so that locks are short and the change feed goes on. */
export const BATCH_SIZE = 500;

/**
 * Moves `updatedAt` of what shows something of another row: the tickets of a location that has another name, the
 * equipment of a ticket that is solved (decision 70). It reads the change feed, one replica at a time; a round without
 * changes writes nothing. What is moved is later than the change and visible after it: who asks for changes
 * misses none.
 */
@Injectable()
export class ShownChanges extends BackgroundWork {
  constructor(
    private readonly database: Database,
    private readonly rows: ShownChangesRepository,
  ) {
    super();
  }

  @Interval('move updatedAt', EVERY_MS)
  run(): void {
    this.start(
      () => this.runAll(),
      'What changes of others show is not known yet; retrying in the next round',
    );
  }

  private async runAll(): Promise<void> {
    while (!this.isStopping && (await this.goOn()));
  }

  /** @returns whether there may be more */
  goOn(): Promise<boolean> {
    return this.database.transaction(async (within) => {
      if (!(await this.rows.isFirst(within))) return false;
      const used = await this.rows.moveUsed(within, BATCH_SIZE);
      return (await this.readSome(within)) || used === BATCH_SIZE;
    });
  }

  private async readSome(within: EntityManager): Promise<boolean> {
    const position = await this.rows.position(within);
    const { changes, cursor, isResumed } = await readChanges(within, position.cursor, PAGE);
    if (isResumed && changes.length === 0) return false;
    if (!isResumed && position.cursor !== null)
      this.logger.warn('The database was restored: updatedAt moves with the changes from now on');
    // All of these changes are visible to whoever reads later than this.
    const since = position.since ?? (await this.rows.now(within));
    if (await this.move(within, changes.filter(isCause), since)) {
      await this.rows.setPosition(within, { cursor, since: null });
      return changes.length === PAGE;
    }
    await this.rows.setPosition(within, { cursor: position.cursor, since });
    return true;
  }

  /** @returns whether all of them are done */
  private async move(within: EntityManager, changes: readonly Change[], since: string): Promise<boolean> {
    if (changes.length === 0) return true;
    const entries = await this.rows.entries(
      within,
      changes.map(({ id }) => id),
    );
    return (await this.rows.move(within, causesOf(changes, entries), since, BATCH_SIZE)) < BATCH_SIZE;
  }
}
