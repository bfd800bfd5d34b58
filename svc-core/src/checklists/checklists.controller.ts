import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityController } from '../entities/entity-controller.ts';
import { ChecklistsRepository } from './checklists.repository.ts';
import {
  checklistResponse,
  createChecklistRequest,
  listChecklistsQuery,
  updateChecklistRequest,
} from './checklists.schemas.ts';
import { ChecklistsService } from './checklists.service.ts';

@ApiTags('Checklists')
@Controller('api/checklists')
export class ChecklistsController extends entityController(ChecklistsRepository, ChecklistsService, {
  name: 'Checklist',
  response: checklistResponse,
  listing: listChecklistsQuery,
  creation: createChecklistRequest,
  changes: updateChecklistRequest,
  calls: {
    list: {
      summary: 'Checklists, by name.',
      description: 'Of those that are not active no run can be started.',
    },
    get: { summary: 'One checklist.', description: '404 for an unknown id.' },
    create: {
      summary: 'Adds a checklist. Administrators only.',
      description: '400 for a step with an id, 409 when the name is taken.',
      problems: ['name_taken'],
      roles: ['admin'],
    },
    update: {
      summary: 'Changes the given fields of a checklist. Administrators only.',
      description:
        '`steps` replaces them all; a step stays the same by its `id`, and 400 is for one that it does not have. Runs keep the steps ' +
        'with which they began. 409 when the name is taken.',
      problems: ['name_taken'],
      roles: ['admin'],
    },
    delete: {
      summary: 'Removes a checklist that nothing uses. Administrators only.',
      description: '409 when a run or a recurring task uses it: deactivate it then.',
      problems: ['in_use'],
      roles: ['admin'],
    },
  },
}) {}
