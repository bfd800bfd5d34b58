import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Precondition,
  type Principal,
} from '@mainstay/service-kit';
import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityCalls } from '../entities/entity-calls.ts';
import { ProjectsRepository } from './projects.repository.ts';
import {
  type CreateProjectRequest,
  createProjectRequest,
  type ListProjectsQuery,
  listProjectsQuery,
  projectResponse,
  type UpdateProjectRequest,
  updateProjectRequest,
} from './projects.schemas.ts';
import { ProjectsService } from './projects.service.ts';

const call = entityCalls(projectResponse, 'Project');

@ApiTags('Projects')
@Controller('api/projects')
@Authorize()
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly rows: ProjectsRepository,
  ) {}

  @call.list('Maintenance projects of locations visible to you, newest first.')
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listProjectsQuery }) query: ListProjectsQuery,
  ) {
    return this.rows.list(principal, query);
  }

  @call.get('One maintenance project.')
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string) {
    return this.rows.get(principal, id);
  }

  @call.create('Creates a maintenance project.')
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createProjectRequest }) request: CreateProjectRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ) {
    return this.projects.create(principal, request, idempotentRequest);
  }

  @call.update('Changes the given fields. The totals are computed from its tasks.')
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateProjectRequest }) changes: UpdateProjectRequest,
    @IfMatch() precondition: Precondition,
  ) {
    return this.projects.update(principal, id, changes, precondition);
  }

  @call.delete('Removes a maintenance project; its tasks remain without a project.')
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.projects.delete(principal, id, precondition);
  }
}
