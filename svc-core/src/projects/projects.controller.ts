import {
  Authorize,
  CurrentPrincipal,
  IdempotencyKey,
  type IdempotentRequest,
  IdParam,
  IfMatch,
  type Page,
  type Precondition,
  type Principal,
  ReturnsCreated,
  ReturnsEntity,
  ReturnsNoContent,
  ReturnsPage,
  ReturnsUpdated,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ProjectsRepository } from './projects.repository.ts';
import {
  type CreateProjectRequest,
  createProjectRequest,
  type ListProjectsQuery,
  listProjectsQuery,
  type ProjectResponse,
  projectResponse,
  type UpdateProjectRequest,
  updateProjectRequest,
} from './projects.schemas.ts';
import { ProjectsService } from './projects.service.ts';

@ApiTags('Projects')
@Controller('api/projects')
@Authorize()
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly rows: ProjectsRepository,
  ) {}

  @Get()
  @ReturnsPage(projectResponse, {
    operationId: 'listProjects',
    summary: 'Maintenance projects of locations visible to you, newest first.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listProjectsQuery }) query: ListProjectsQuery,
  ): Promise<Page<ProjectResponse>> {
    return this.rows.list(principal, query);
  }

  @Get(':id')
  @ReturnsEntity(projectResponse, { operationId: 'getProject', summary: 'One maintenance project.' })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<Versioned<ProjectResponse>> {
    return this.rows.get(principal, id);
  }

  @Post()
  @ReturnsCreated(projectResponse, {
    operationId: 'createProject',
    summary: 'Creates a maintenance project.',
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createProjectRequest }) request: CreateProjectRequest,
    @IdempotencyKey() idempotentRequest: IdempotentRequest | null,
  ): Promise<Versioned<ProjectResponse>> {
    return this.projects.create(principal, request, idempotentRequest);
  }

  @Patch(':id')
  @ReturnsUpdated(projectResponse, {
    operationId: 'updateProject',
    summary: 'Changes the given fields. The totals are computed from its tasks.',
  })
  update(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @Body({ schema: updateProjectRequest }) changes: UpdateProjectRequest,
    @IfMatch() precondition: Precondition,
  ): Promise<Versioned<ProjectResponse>> {
    return this.projects.update(principal, id, changes, precondition);
  }

  @Delete(':id')
  @ReturnsNoContent({
    operationId: 'deleteProject',
    summary: 'Removes a maintenance project; its tasks remain without a project.',
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.projects.delete(principal, id, precondition);
  }
}
