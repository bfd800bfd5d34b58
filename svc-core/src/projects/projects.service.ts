import type { Precondition, Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { entityRules } from '../entity-rules/entity-rules.ts';
import { BATCH_SIZE, Removals } from '../removals/removals.ts';
import { VisibilityChecks } from '../visibility/visibility-checks.ts';
import { ProjectsRepository } from './projects.repository.ts';
import { projectResponse, type UpdateProjectRequest } from './projects.schemas.ts';

/** Business rules of maintenance projects (specification, section 3). The totals are updated with their tasks. */
@Injectable()
export class ProjectsService {
  readonly create;
  readonly update;

  constructor(
    private readonly database: Database,
    visibility: VisibilityChecks,
    private readonly projects: ProjectsRepository,
    private readonly removals: Removals,
  ) {
    const rules = entityRules(database, visibility, {
      rows: projects,
      response: projectResponse,
      change: (within, { id }, changes: UpdateProjectRequest) => projects.update(within, id, changes),
    });
    this.create = rules.create;
    this.update = rules.update;
  }

  /**
   * Its tasks stay, without a project: at once, however many.
   * @throws Problem 404, 412
   */
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
