import {
  type IdempotentRequest,
  type Precondition,
  type Principal,
  type Versioned,
  versioned,
} from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { longFieldsOf } from '../entities/response-columns.ts';
import { requireLimits } from '../fields/long-text.ts';
import { BATCH_SIZE, Removals } from '../removals/removals.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import { ProjectsRepository } from './projects.repository.ts';
import {
  type CreateProjectRequest,
  type ProjectResponse,
  projectResponse,
  type UpdateProjectRequest,
} from './projects.schemas.ts';

/** Business rules of maintenance projects (specification, section 3). The totals are updated with their tasks. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityChecks,
    private readonly projects: ProjectsRepository,
    private readonly removals: Removals,
  ) {}

  /** @throws Problem 400 when the location is unknown or not visible */
  create(
    principal: Principal,
    request: CreateProjectRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<ProjectResponse>> {
    return this.database.once(
      principal,
      idempotentRequest,
      versioned(projectResponse),
      async (transaction) => {
        await this.visibility.requireLocation(transaction, principal, request.locationId);
        const id = await this.projects.insert(transaction, request);
        return this.projects.get(principal, id, transaction);
      },
    );
  }

  /** @throws Problem 404, 412, or 400 when the new location is unknown or not visible */
  update(
    principal: Principal,
    id: string,
    changes: UpdateProjectRequest,
    precondition: Precondition,
  ): Promise<Versioned<ProjectResponse>> {
    return this.database.transaction(async (transaction) => {
      const project = await this.projects.lock(transaction, principal, id);
      precondition(project.version);
      requireLimits(project, changes, longFieldsOf(projectResponse));
      await this.visibility.requireReferences(transaction, principal, changes, project);
      if (Object.keys(changes).length > 0) await this.projects.update(transaction, id, changes);
      return this.projects.get(principal, id, transaction);
    });
  }

  /** Its tasks stay, without a project: at once, however many. @throws Problem 404, 412 */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const isSmall = await this.projects.lockTasks(transaction, principal, id, BATCH_SIZE);
      const { version } = await this.projects.lock(transaction, principal, id);
      precondition(version);
      if (isSmall) await this.projects.delete(transaction, id);
      else await this.removals.hide(transaction, 'project', id);
    });
  }
}
