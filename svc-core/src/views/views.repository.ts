import type { Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { byName } from '../database/search.ts';
import { type Sql, sql } from '../database/sql.ts';
import { foundEntity, insertEntity, lockEntity } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { View } from './view.entity.ts';
import {
  type CreateViewRequest,
  type UpdateViewRequest,
  type ViewResponse,
  viewResponse,
} from './views.schemas.ts';

const visibleTo = ({ userId }: Principal): Sql => sql`(v.owner_id = ${userId} OR v.shared)`;

/** Reads and writes views. Those of others that are not shared behave as missing. */
@Injectable()
export class ViewsRepository {
  constructor(private readonly database: Database) {}

  /** Their own first, then the shared ones of others, each by name. In SQL: the order of names is a collation. */
  list(principal: Principal): Promise<ViewResponse[]> {
    return this.database.rows(
      viewResponse,
      sql`SELECT ${columnsOf(viewResponse, 'v')} FROM core.views v WHERE ${visibleTo(principal)}
          ORDER BY v.owner_id <> ${principal.userId}, ${byName(sql`v.name`)}, v.id`,
    );
  }

  /** Whoever can see it. */
  async read(within: EntityManager, id: string): Promise<Versioned<ViewResponse>> {
    return foundEntity(viewResponse, await within.findOneBy(View, { id }));
  }

  /**
   * Locks the view against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, principal: Principal, id: string): Promise<View> {
    return lockEntity(within, View, 'for_no_key_update', 'v', sql`v.id = ${id} AND ${visibleTo(principal)}`);
  }

  /** The number of a person's views. Until the transaction ends, no other request of theirs counts. */
  async count(within: EntityManager, { userId }: Principal): Promise<number> {
    await this.database.run(
      sql`SELECT FROM pg_advisory_xact_lock(hashtextextended(${`views ${userId}`}, 0))`,
      { within },
    );
    return within.countBy(View, { ownerId: userId });
  }

  insert(within: EntityManager, { userId }: Principal, view: CreateViewRequest): Promise<string> {
    return insertEntity(within, View, { ...view, ownerId: userId });
  }

  async update(within: EntityManager, id: string, changes: UpdateViewRequest): Promise<void> {
    await within.update(View, id, changes);
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.delete(View, id);
  }
}
