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
    list: {
      summary: 'Maintenance projects of locations visible to you, newest first.',
      description: 'A project groups tasks of one location, with their totals. Other locations are left out.',
    },
    get: {
      summary: 'One maintenance project.',
      description: '404 for a project of a location that is not visible to you.',
    },
    create: {
      summary: 'Creates a maintenance project.',
      description: '400 for a location that is not visible to you, or is archived.',
    },
    update: {
      summary: 'Changes the given fields. The totals are computed from its tasks.',
      description: '404 for a project of a location that is not visible to you.',
    },
    delete: {
      summary: 'Removes a maintenance project; its tasks remain without a project.',
      description: '404 for a project of a location that is not visible to you.',
    },
  },
}) {}
