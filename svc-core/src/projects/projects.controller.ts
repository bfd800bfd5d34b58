import {
  Authorize,
  CurrentPrincipal,
  IdParam,
  IfMatch,
  Keyed,
  type KeyedRequest,
  type Precondition,
  type Principal,
  type Versioned,
} from '@mainstay/service-kit';
import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersCreated, AnswersEntity, AnswersRemoved } from '../entities/answers-entity.ts';
import { AnswersPage } from '../lists/answers-page.ts';
import type { Page } from '../lists/page.ts';
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
  constructor(private readonly projects: ProjectsService) {}

  @Get()
  @AnswersPage(projectResponse, {
    operationId: 'listProjects',
    summary: 'The maintenance projects of the locations in sight, newest first.',
  })
  list(
    @CurrentPrincipal() principal: Principal,
    @Query({ schema: listProjectsQuery }) query: ListProjectsQuery,
  ): Promise<Page<ProjectResponse>> {
    return this.projects.list(principal, query);
  }

  @Get(':id')
  @AnswersEntity(projectResponse, { operationId: 'getProject', summary: 'One maintenance project.' })
  get(@CurrentPrincipal() principal: Principal, @IdParam() id: string): Promise<Versioned<ProjectResponse>> {
    return this.projects.get(principal, id);
  }

  @Post()
  @AnswersCreated(projectResponse, {
    operationId: 'createProject',
    summary: 'Starts a maintenance project.',
  })
  create(
    @CurrentPrincipal() principal: Principal,
    @Body({ schema: createProjectRequest }) request: CreateProjectRequest,
    @Keyed() keyed: KeyedRequest | null,
  ): Promise<Versioned<ProjectResponse>> {
    return this.projects.create(principal, request, keyed);
  }

  @Patch(':id')
  @AnswersChanged(projectResponse, {
    operationId: 'updateProject',
    summary: 'Changes the given fields. Its totals follow its tasks.',
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
  @AnswersRemoved({
    operationId: 'deleteProject',
    summary: 'Removes a maintenance project; its tasks stay, without one.',
  })
  delete(
    @CurrentPrincipal() principal: Principal,
    @IdParam() id: string,
    @IfMatch() precondition: Precondition,
  ): Promise<void> {
    return this.projects.delete(principal, id, precondition);
  }
}
