import {
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import type { Database } from '../database/database.ts';
import { longFieldsOf } from '../entities/response-columns.ts';
import type { VersionedRow } from '../entities/versioned-row.ts';
import { requireLimits } from '../fields/long-text.ts';
import type { References, VisibilityChecks } from '../visibility/visibility-checks.ts';

interface Rows<Entity, Response> {
  lock(within: EntityManager, principal: Principal, id: string): Promise<Entity>;
  get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<Response>>;
  delete(within: EntityManager, id: string): Promise<void>;
}

/**
 * The rules that entities of a location share: each change is a transaction of the version that was read, and a
 * new location or assignee is visible.
 */
export abstract class EntityService<
  Entity extends VersionedRow & References,
  Shape extends z.ZodRawShape,
  Creation extends References,
  Changes extends References,
> {
  constructor(
    protected readonly database: Database,
    protected readonly visibility: VisibilityChecks,
    protected readonly rows: Rows<Entity, z.infer<z.ZodObject<Shape>>>,
    protected readonly response: z.ZodObject<Shape>,
  ) {}

  /** Inserts one, after further checks. @returns its id */
  protected abstract insert(within: EntityManager, principal: Principal, request: Creation): Promise<string>;

  /** Stores changes, of which there is at least one, after further checks. */
  protected abstract change(
    within: EntityManager,
    principal: Principal,
    before: Entity,
    changes: Changes,
  ): Promise<void>;

  /** @throws Problem 400 when its location or assignee is unknown or not visible */
  create(
    principal: Principal,
    request: Creation,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<z.infer<z.ZodObject<Shape>>>> {
    return this.database.once(principal, idempotentRequest, versioned(this.response), async (within) => {
      await this.visibility.requireReferences(within, principal, request);
      return this.rows.get(principal, await this.insert(within, principal, request), within);
    });
  }

  /** @throws Problem 404, 412, or 400 when a new location or assignee is unknown or not visible */
  update(
    principal: Principal,
    id: string,
    changes: Changes,
    precondition: Precondition,
  ): Promise<Versioned<z.infer<z.ZodObject<Shape>>>> {
    return this.database.transaction(async (within) => {
      const before = await this.rows.lock(within, principal, id);
      precondition(before.version);
      requireLimits(before, changes, longFieldsOf(this.response));
      await this.visibility.requireReferences(within, principal, changes, before);
      if (Object.keys(changes).length > 0) await this.change(within, principal, before, changes);
      return this.rows.get(principal, id, within);
    });
  }

  /** @throws Problem 404, 412 */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (within) => {
      const { version } = await this.rows.lock(within, principal, id);
      precondition(version);
      await this.rows.delete(within, id);
    });
  }
}
