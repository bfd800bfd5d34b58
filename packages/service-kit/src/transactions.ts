import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requestContext } from './request-context.ts';

/** The only way to write: a transaction that knows who asked, so that the audit triggers can say so. */
@Injectable()
export class Transactions {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs `work` in one transaction; an error rolls everything back. */
  run<Result>(work: (transaction: EntityManager) => Promise<Result>): Promise<Result> {
    return this.dataSource.transaction(async (transaction) => {
      const { userId, requestId } = requestContext();
      await transaction.query(
        `SELECT set_config('mainstay.actor_id', $1, true), set_config('mainstay.request_id', $2, true)`,
        [userId ?? '', requestId ?? ''],
      );
      return work(transaction);
    });
  }
}
