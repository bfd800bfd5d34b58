import { notFound, type Versioned } from '@mainstay/service-kit';
import type { DeepPartial, EntityManager, ObjectType } from 'typeorm';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { Sql } from '../database/sql.ts';
import type { VersionedRow } from './versioned-row.ts';

/** An entity with its relations as its response, which has fields of the same names. */
export const asResponse = <Response>(response: z.ZodType<Response>, entity: object): Response =>
  response.parse(
    Object.fromEntries(
      Object.entries(entity).map(([field, value]: [string, unknown]) => [
        field,
        value instanceof Date ? value.toISOString() : value,
      ]),
    ),
  );

/**
 * {@link asResponse} of what was found, with its version.
 * @throws Problem 404 when nothing was
 */
export function foundEntity<Response>(
  response: z.ZodType<Response>,
  entity: VersionedRow | null,
): Versioned<Response> {
  if (!entity) throw notFound();
  return { body: asResponse(response, entity), version: entity.version };
}

/** The column that one entity has in addition to its response. */
export const versionColumn = { version: z.int() };

/**
 * One entity in SQL, because its response counts and aggregates rows of other tables; with its version, which `row`
 * declares too.
 * @throws Problem 404 without a row
 */
export async function readEntity<Row extends z.ZodObject<typeof versionColumn>>(
  database: Database,
  row: Row,
  statement: Sql,
  within: EntityManager | undefined,
): Promise<Versioned<Omit<z.infer<Row>, 'version'>>> {
  const [found] = await database.rows(row, statement, { within, prepare: true });
  if (!found) throw notFound();
  const { version, ...body } = found;
  return { body, version };
}

/**
 * Locks an entity against changes until the transaction ends; `pessimistic_write` also against new references: it waits
 * for transactions that refer to it, and blocks new ones.
 * @param condition on `alias`
 * @throws Problem 404 without such a row
 */
export async function lockEntity<Entity extends VersionedRow>(
  within: EntityManager,
  type: ObjectType<Entity>,
  mode: 'for_no_key_update' | 'pessimistic_write',
  alias: string,
  condition: Sql,
): Promise<Entity> {
  const entity = await within
    .createQueryBuilder(type, alias)
    .where(...condition.toCondition())
    .setLock(mode)
    .getOne();
  if (!entity) throw notFound();
  return entity;
}

/** Inserts an entity and returns its id. */
export async function insertEntity<Entity extends VersionedRow>(
  within: EntityManager,
  type: ObjectType<Entity>,
  values: NoInfer<DeepPartial<Entity>>,
): Promise<string> {
  const { id } = await within.save(within.create(type, values));
  return id;
}
