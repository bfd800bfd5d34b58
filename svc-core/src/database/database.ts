import {
  Idempotency,
  type KeyedRequest,
  PG_POOL,
  type Principal,
  Transactions,
  type Versioned,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { versioned } from '../entities/versioned.ts';
import { isoFromPostgres } from './iso-from-postgres.ts';
import type { Sql } from './sql.ts';

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoFromPostgres);

export interface ReadOptions {
  /**
   * Keeps the statement prepared on its connection, for hot ones whose text takes few forms: each form stays for the
   * life of the connection.
   */
  prepare?: boolean;
  /** Reads inside this transaction. */
  within?: EntityManager;
}

/** Hand-written reads as plain rows, times as ISO 8601 text; and transactions for writes through TypeORM. */
@Injectable()
export class Database {
  private readonly preparedNames = new Map<string, string>();

  constructor(
    @Inject(PG_POOL) private readonly pool: pg.Pool,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
  ) {}

  /** The rows of a statement. `Row` is what the statement selects: the caller's word for it. */
  async rows<Row extends object>(statement: Sql, { prepare, within }: ReadOptions = {}): Promise<Row[]> {
    const client = within ? await clientOf(within) : this.pool;
    const { text, values } = statement.toStatement();
    const { rows } = await client.query<Row>({
      text,
      values,
      types,
      ...(prepare && { name: this.preparedName(text) }),
    });
    return rows;
  }

  /** The only way to write: runs `work` in one transaction; an error rolls everything back. */
  transaction<Result>(work: (transaction: EntityManager) => Promise<Result>): Promise<Result> {
    return this.transactions.run(work);
  }

  /**
   * A transaction that creates something, once for a user and an Idempotency-Key.
   * @throws Problem 422 when the key was used with another body
   */
  creation<Answer>(
    { userId }: Principal,
    keyed: KeyedRequest | null,
    answerSchema: z.ZodType<Answer>,
    create: (transaction: EntityManager) => Promise<Versioned<Answer>>,
  ): Promise<Versioned<Answer>> {
    return this.transactions.run((transaction) =>
      this.idempotency.once(transaction, userId, keyed, versioned(answerSchema), () => create(transaction)),
    );
  }

  private preparedName(text: string): string {
    let name = this.preparedNames.get(text);
    if (name === undefined) {
      name = `prepared-${this.preparedNames.size}`;
      this.preparedNames.set(text, name);
    }
    return name;
  }
}

async function clientOf(transaction: EntityManager): Promise<pg.Client> {
  const client: unknown = await transaction.queryRunner?.connect();
  if (!(client instanceof pg.Client)) throw new Error('not inside a transaction on PostgreSQL');
  return client;
}
