import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { unavailable } from './problem.ts';
import { requestContext } from './request-context.ts';

/**
 * Milliseconds a request's transaction may take, including the wait for a connection. Each statement has its own limits
 * (database.ts), but they add up: when the database stops responding, the rollback would wait as well.
 */
const REQUEST_LIMIT_MS = 2200;

/** Interval for checking overdue transactions: one timer for all costs less than one for each. */
const LOOK_EVERY_MS = 100;

interface Running {
  readonly begun: number;
  /** Rejects with a timeout; the work in progress is rolled back. */
  abort(): void;
}

/** The only way to write: a transaction that knows the current user, for the audit triggers. */
@Injectable()
export class Transactions {
  private readonly running = new Set<Running>();

  constructor(private readonly dataSource: DataSource) {
    // Not `@Interval`, which ends before the last requests of a service that is stopping.
    setInterval(() => this.abortOverdue(), LOOK_EVERY_MS).unref();
  }

  /**
   * Runs `work` in one transaction; an error rolls everything back.
   * @throws Problem 503 when it takes too long within a request. Unless its COMMIT had started, it is rolled back.
   */
  async run<Result>(work: (transaction: EntityManager) => Promise<Result>): Promise<Result> {
    const { userId, requestId, via } = requestContext();
    let isOverdue = false;
    const outcome = this.dataSource.transaction(async (transaction) => {
      await transaction.query(
        `SELECT set_config('mainstay.actor_id', $1, true), set_config('mainstay.request_id', $2, true),
           set_config('mainstay.via', $3, true)`,
        [userId ?? '', requestId ?? '', via ?? ''],
      );
      const result = await work(transaction);
      if (isOverdue) throw tookTooLong();
      return result;
    });
    if (requestId === null) return outcome;
    return new Promise((resolve, reject) => {
      const running: Running = {
        begun: performance.now(),
        abort: () => {
          isOverdue = true;
          reject(tookTooLong());
        },
      };
      this.running.add(running);
      // Only the first outcome counts; there is no caller for a later one.
      outcome.then(resolve, reject).finally(() => this.running.delete(running));
    });
  }

  private abortOverdue(): void {
    const now = performance.now();
    for (const running of this.running) {
      if (now - running.begun < REQUEST_LIMIT_MS) continue;
      this.running.delete(running);
      running.abort();
    }
  }
}

const tookTooLong = () => unavailable('This took too long. Please try again shortly.');
