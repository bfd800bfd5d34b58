import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import { EntityManager } from 'typeorm';
import { z } from 'zod';

/** A hand-written statement in the form of node-postgres. With a `name` it stays prepared on its connection. */
export interface Statement {
  text: string;
  values?: unknown[];
  name?: string;
  types?: pg.CustomTypesConfig;
}

/** An executed statement with its declared row type and PostgreSQL's description of its columns. */
export interface DescribedStatement {
  statement: Statement;
  row: z.ZodObject;
  fields: readonly pg.FieldDef[];
}

/**
 * Receives a {@link DescribedStatement} for each hand-written statement while there are subscribers; tests subscribe.
 */
export const describedStatements = channel('mainstay:described-statements');

/**
 * Runs a hand-written query on a pool connection or inside a transaction and returns its rows. `row` declares its
 * columns and gives the TypeScript type. Rows are not parsed, which would cost a list more than reading it: tests
 * compare every declaration with the columns that PostgreSQL returns (testing/row-types.ts).
 */
export async function selectRows<Row extends z.ZodObject>(
  on: pg.Pool | EntityManager,
  row: Row,
  statement: Statement,
): Promise<z.infer<Row>[]> {
  const client = on instanceof EntityManager ? await clientOf(on) : on;
  const { rows, fields } = await client.query<z.infer<Row>>(statement);
  describe({ statement, row, fields });
  return rows;
}

const noColumns = z.object({});

/** Runs a hand-written statement without result columns. Returns the number of rows found or changed. */
export async function execute(on: pg.Pool | EntityManager, statement: Statement): Promise<number> {
  const client = on instanceof EntityManager ? await clientOf(on) : on;
  const { rowCount, fields } = await client.query(statement);
  describe({ statement, row: noColumns, fields });
  return rowCount ?? 0;
}

function describe(described: DescribedStatement): void {
  if (describedStatements.hasSubscribers) describedStatements.publish(described);
}

async function clientOf(transaction: EntityManager): Promise<pg.Client> {
  const client: unknown = await transaction.queryRunner?.connect();
  if (!(client instanceof pg.Client)) throw new Error('not inside a transaction on PostgreSQL');
  return client;
}
