import type { Precondition, Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { EntityService } from '../entity-rules/entity-service.ts';
import { BATCH_SIZE, Removals } from '../removals/removals.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import type { Project } from './project.entity.ts';
import { ProjectsRepository } from './projects.repository.ts';
import { type CreateProjectRequest, projectResponse, type UpdateProjectRequest } from './projects.schemas.ts';

/** Business rules of maintenance projects (specification, section 3). The totals are updated with their tasks. */
@Injectable()
export class ProjectsService extends EntityService<
  Project,
  typeof projectResponse.shape,
  CreateProjectRequest,
  UpdateProjectRequest
> {
  constructor(
    database: Database,
    visibility: VisibilityChecks,
    private readonly projects: ProjectsRepository,
    private readonly removals: Removals,
  ) {
    super(database, visibility, projects, projectResponse);
  }

  protected insert(within: EntityManager, _principal: Principal, request: CreateProjectRequest) {
    return this.projects.insert(within, request);
  }

  protected change(
    within: EntityManager,
    _principal: Principal,
    { id }: Project,
    changes: UpdateProjectRequest,
  ) {
    return this.projects.update(within, id, changes);
  }

  /** Its tasks stay, without a project: at once, however many. @throws Problem 404, 412 */
  override delete(principal: Principal, id: string, precondition: Precondition): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const isSmall = await this.projects.lockTasks(transaction, principal, id, BATCH_SIZE);
      const { version } = await this.projects.lock(transaction, principal, id);
      precondition(version);
      if (isSmall) await this.projects.delete(transaction, id);
      else await this.removals.hide(transaction, 'project', id);
    });
  }
}
