import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityController } from '../entities/entity-controller.ts';
import { ProjectsRepository } from './projects.repository.ts';
import {
  createProjectRequest,
  listProjectsQuery,
  projectResponse,
  updateProjectRequest,
} from './projects.schemas.ts';
import { ProjectsService } from './projects.service.ts';

@ApiTags('Projects')
@Controller('api/projects')
export class ProjectsController extends entityController(ProjectsRepository, ProjectsService, {
  name: 'Project',
  response: projectResponse,
  listing: listProjectsQuery,
  creation: createProjectRequest,
  changes: updateProjectRequest,
  calls: {
    list: { summary: 'Maintenance projects of locations visible to you, newest first.' },
    get: { summary: 'One maintenance project.' },
    create: { summary: 'Creates a maintenance project.' },
    update: { summary: 'Changes the given fields. The totals are computed from its tasks.' },
    delete: { summary: 'Removes a maintenance project; its tasks remain without a project.' },
  },
}) {}
