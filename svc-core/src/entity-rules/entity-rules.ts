import { type Principal, type Versioned, versioned } from '@mainstay/service-kit';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { EntityRules } from '../entities/entity-controller.ts';
import { longFieldsOf } from '../entities/response-columns.ts';
import type { VersionedRow } from '../entities/versioned-row.ts';
import { requireLimits } from '../fields/long-text.ts';
import type { References, VisibilityChecks } from '../visibility/visibility-checks.ts';

interface Rows<Row, Response, Creation> {
  lock(within: EntityManager, principal: Principal, id: string): Promise<Row>;
  get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<Response>>;
  insert(within: EntityManager, request: Creation): Promise<string>;
  delete(within: EntityManager, id: string): Promise<void>;
}

interface OwnRules<Row, Shape extends z.ZodRawShape, Creation, Changes> {
  rows: Rows<Row, z.infer<z.ZodObject<Shape>>, Creation>;
  response: z.ZodObject<Shape>;
  /** Further checks of a new one, or of changes of the one before. */
  check?: (
    within: EntityManager,
    principal: Principal,
    request: Creation | Changes,
    before?: Row,
  ) => Promise<void>;
  /** Stores changes, of which there is at least one. */
  change: (within: EntityManager, before: Row, changes: Changes, principal: Principal) => Promise<void>;
}

/**
 * The rules that entities of a location share: each change is a transaction of the version that was read, and a
 * new location or assignee is visible.
 */
export function entityRules<
  Row extends VersionedRow & References,
  Shape extends z.ZodRawShape,
  Creation extends References,
  Changes extends References,
>(
  database: Database,
  visibility: VisibilityChecks,
  { rows, response, check, change }: OwnRules<Row, Shape, Creation, Changes>,
): EntityRules<z.infer<z.ZodObject<Shape>>, Creation, Changes> {
  return {
    /** @throws Problem 400 when its location or assignee is unknown or not visible */
    create: (principal, request, idempotentRequest) =>
      database.once(principal, idempotentRequest, versioned(response), async (within) => {
        await visibility.requireReferences(within, principal, request);
        await check?.(within, principal, request);
        return rows.get(principal, await rows.insert(within, request), within);
      }),

    /** @throws Problem 404, 412, or 400 when a new location or assignee is unknown or not visible */
    update: (principal, id, changes, precondition) =>
      database.transaction(async (within) => {
        const before = await rows.lock(within, principal, id);
        precondition(before.version);
        requireLimits(before, changes, longFieldsOf(response));
        await visibility.requireReferences(within, principal, changes, before);
        await check?.(within, principal, changes, before);
        if (Object.keys(changes).length > 0) await change(within, before, changes, principal);
        return rows.get(principal, id, within);
      }),

    /** @throws Problem 404, 412 */
    delete: (principal, id, precondition) =>
      database.transaction(async (within) => {
        const { version } = await rows.lock(within, principal, id);
        precondition(version);
        await rows.delete(within, id);
      }),
  };
}
