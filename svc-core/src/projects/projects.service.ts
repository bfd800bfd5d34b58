import type { KeyedRequest, Precondition, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Sight } from '../assignments/sight.ts';
import { Database } from '../database/database.ts';
import { requireLimits } from '../fields/long-text.ts';
import type { Page } from '../lists/page.ts';
import { ProjectsRepository } from './projects.repository.ts';
import {
  type CreateProjectRequest,
  type ListProjectsQuery,
  type ProjectResponse,
  projectResponse,
  type UpdateProjectRequest,
} from './projects.schemas.ts';

/** The rules of maintenance projects, in order (specification, section 3). Their totals follow their tasks. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly database: Database,
    private readonly sight: Sight,
    private readonly projects: ProjectsRepository,
  ) {}

  list(principal: Principal, query: ListProjectsQuery): Promise<Page<ProjectResponse>> {
    return this.projects.list(principal, query);
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string): Promise<Versioned<ProjectResponse>> {
    return this.projects.get(principal, id);
  }

  /** @throws Problem 400 when the location is absent or out of sight */
  create(
    principal: Principal,
    request: CreateProjectRequest,
    keyed: KeyedRequest | null,
  ): Promise<Versioned<ProjectResponse>> {
    return this.database.creation(principal, keyed, projectResponse, async (transaction) => {
      await this.sight.requireLocation(transaction, principal, request.locationId);
      const id = await this.projects.insert(transaction, request);
      return this.projects.get(principal, id, transaction);
    });
  }

  /** @throws Problem 404, 412, or 400 when the new location is absent or out of sight */
  update(
    principal: Principal,
    id: string,
    changes: UpdateProjectRequest,
    precondition: Precondition,
  ): Promise<Versioned<ProjectResponse>> {
    return this.database.transaction(async (transaction) => {
      const project = await this.projects.lock(transaction, principal, id);
      precondition(project.version);
      requireLimits(project, changes, ['description']);
      const { locationId = project.locationId } = changes;
      if (locationId !== project.locationId) {
        await this.sight.requireLocation(transaction, principal, locationId);
      }
      if (Object.keys(changes).length > 0) await this.projects.update(transaction, id, changes);
      return this.projects.get(principal, id, transaction);
    });
  }

  /** Its tasks stay, without a project. @throws Problem 404, 412 */
  delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      await this.projects.lockTasks(transaction, principal, id);
      const { version } = await this.projects.lock(transaction, principal, id);
      precondition(version);
      await this.projects.delete(transaction, id);
    });
  }
}
