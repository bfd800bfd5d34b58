import {
  brokenConstraint,
  conflict,
  forbidden,
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { ViewsRepository } from './views.repository.ts';
import {
  type CreateViewRequest,
  type UpdateViewRequest,
  type ViewResponse,
  viewResponse,
} from './views.schemas.ts';

const MOST_VIEWS = 50;

/** Views of a person, and those that administrators share with everybody. */
@Injectable()
export class ViewsService {
  constructor(
    private readonly database: Database,
    private readonly views: ViewsRepository,
  ) {}

  /** @throws Problem 403 when somebody else than an administrator shares it, 409 for a taken name and above 50 */
  create(
    principal: Principal,
    request: CreateViewRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<ViewResponse>> {
    requireRight(principal, request.shared);
    return this.database
      .once(principal, idempotentRequest, versioned(viewResponse), async (within) => {
        if ((await this.views.count(within, principal)) >= MOST_VIEWS)
          throw conflict('too_many_views', `You have ${MOST_VIEWS} views. Delete one first.`);
        return this.views.read(within, await this.views.insert(within, principal, request));
      })
      .catch(explain);
  }

  /** @throws Problem 404, 412, 403 as {@link create} and for one that is shared, 409 for a taken name */
  update(
    principal: Principal,
    id: string,
    changes: UpdateViewRequest,
    precondition: Precondition,
  ): Promise<Versioned<ViewResponse>> {
    return this.database
      .transaction(async (within) => {
        const { shared, version } = await this.views.lock(within, principal, id);
        requireRight(principal, shared || changes.shared === true);
        precondition(version);
        if (Object.keys(changes).length > 0) await this.views.update(within, id, changes);
        return this.views.read(within, id);
      })
      .catch(explain);
  }

  /** @throws Problem 404, 412, 403 for one that is shared, but by administrators */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (within) => {
      const { shared, version } = await this.views.lock(within, principal, id);
      requireRight(principal, shared);
      precondition(version);
      await this.views.delete(within, id);
    });
  }
}

function requireRight({ role }: Principal, isShared: boolean): void {
  if (isShared && role !== 'admin')
    throw forbidden('role', 'Only administrators share views, and change those that are shared.');
}

function explain(error: unknown): never {
  if (brokenConstraint(error)?.constraint !== 'uq_views_owner_id_name') throw error;
  const sentence = 'A view with this name exists already.';
  throw conflict('name_taken', sentence, { name: [sentence] });
}
