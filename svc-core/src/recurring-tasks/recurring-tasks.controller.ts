import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityController } from '../entities/entity-controller.ts';
import { RecurringTasksRepository } from './recurring-tasks.repository.ts';
import {
  createRecurringTaskRequest,
  listRecurringTasksQuery,
  recurringTaskResponse,
  updateRecurringTaskRequest,
} from './recurring-tasks.schemas.ts';
import { RecurringTasksService } from './recurring-tasks.service.ts';
import { recurringTasksSheet } from './recurring-tasks.sheet.ts';

@ApiTags('Recurring tasks')
@Controller('api/recurring-tasks')
export class RecurringTasksController extends entityController(
  RecurringTasksRepository,
  RecurringTasksService,
  {
    name: 'RecurringTask',
    response: recurringTaskResponse,
    listing: listRecurringTasksQuery,
    sheet: recurringTasksSheet,
    creation: createRecurringTaskRequest,
    changes: updateRecurringTaskRequest,
    calls: {
      list: {
        summary: 'Recurring tasks of locations visible to you, newest first.',
        description: 'Other locations are left out.',
      },
      get: {
        summary: 'One recurring task.',
        description: '404 for a recurring task of a location that is not visible to you.',
      },
      create: {
        summary: 'Creates a recurring maintenance task.',
        description:
          'At nextOccurrence a maintenance task is created and nextOccurrence moves on by the frequency, in the time ' +
          'zone of the location: 09:00 stays 09:00, and the 31st falls on the last day of a shorter month.',
      },
      update: {
        summary: 'Changes the given fields; `active` pauses and resumes the task.',
        description: 'Resumes at the next occurrence; missed ones are not created.',
      },
      delete: {
        summary: 'Removes a recurring task; the tasks it created remain. Administrators only.',
        description: '404 for an unknown id.',
        roles: ['admin'],
      },
    },
  },
) {}
