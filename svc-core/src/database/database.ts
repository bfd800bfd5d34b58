import {
  execute,
  Idempotency,
  type IdempotentRequest,
  PG_POOL,
  type Principal,
  selectRows,
  type Statement,
  Transactions,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { isoFromPostgres } from './iso-from-postgres.ts';
import type { Sql } from './sql.ts';

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoFromPostgres);
types.setTypeParser(pg.types.builtins.DATE, (day) => day);

interface ReadOptions {
  /**
   * Keeps the statement prepared on its connection. For frequent statements whose text has few variants, because each
   * variant stays prepared for the life of the connection.
   */
  prepare?: boolean;
  /** Reads inside this transaction. */
  within?: EntityManager;
}

/**
 * Hand-written statements with plain rows, and times and days as ISO 8601 text, for cases where TypeORM is too slow or
 * cannot express the query (docs/decisions/0019); the transactions of all writes; and TypeORM's entities for other
 * reads.
 */
@Injectable()
export class Database {
  private readonly preparedNames = new Map<string, string>();

  constructor(
    @Inject(PG_POOL) private readonly pool: pg.Pool,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    /** Reads outside a transaction. */
    readonly entities: EntityManager,
  ) {}

  /** Returns the rows of a statement. `row` declares its columns; tests compare it with what PostgreSQL returns. */
  rows<Row extends z.ZodObject>(row: Row, sql: Sql, options: ReadOptions = {}): Promise<z.infer<Row>[]> {
    return selectRows(options.within ?? this.pool, row, this.statementOf(sql, options));
  }

  /** Runs a statement without result columns. Returns the number of rows found or changed. */
  run(sql: Sql, options: ReadOptions = {}): Promise<number> {
    return execute(options.within ?? this.pool, this.statementOf(sql, options));
  }

  /** The only way to write: runs `work` in one transaction; an error rolls everything back. */
  transaction<Result>(work: (transaction: EntityManager) => Promise<Result>): Promise<Result> {
    return this.transactions.run(work);
  }

  /**
   * A transaction whose result is created once per Idempotency-Key of a user, or of what a caller without an account
   * acts with.
   * @param resultSchema of the result as it is stored for repeated requests
   * @throws Problem 422 when the key was used with another body
   */
  once<Result>(
    { userId }: Pick<Principal, 'userId'>,
    idempotentRequest: IdempotentRequest | null,
    resultSchema: z.ZodType<Result>,
    create: (transaction: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.transactions.run((transaction) =>
      this.idempotency.once(transaction, userId, idempotentRequest, resultSchema, () => create(transaction)),
    );
  }

  private statementOf(sql: Sql, { prepare }: ReadOptions): Statement {
    const { text, values } = sql.toStatement();
    return { text, values, types, ...(prepare && { name: this.preparedName(text) }) };
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
