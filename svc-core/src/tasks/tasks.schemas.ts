import {
  creationKeys,
  instant,
  pageQuery,
  requiredText,
  responseId,
  responseInstant,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { changeRequest } from '../fields/change-request.ts';
import { limited, longText, optionalLongText } from '../fields/long-text.ts';
import { reference } from '../fields/reference.ts';
import { locationName } from '../locations/location-names.ts';

export const taskResponse = z
  .object({
    id: responseId,
    title: z.string(),
    description: longText.nullable(),
    locationId: responseId,
    assignedTo: responseId.nullable(),
    dueDate: responseInstant.nullable(),
    completed: z.boolean(),
    createdAt: responseInstant,
    completedAt: responseInstant
      .nullable()
      .meta({ description: 'Set if and only if the task is completed.' }),
    projectId: responseId.nullable(),
    recurringTaskId: responseId
      .nullable()
      .meta({ description: 'The recurring task that created it, if any.' }),
    location: locationName,
  })
  .meta({
    id: 'TaskResponse',
    description: 'A maintenance task.',
    examples: [
      {
        id: '01a1fdf3-71f6-7e48-8d52-47b9a6c3ef06',
        title: 'Clean the filters',
        description: null,
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        assignedTo: null,
        dueDate: '2026-12-31T14:00:00.000Z',
        completed: false,
        createdAt: '2026-12-31T14:00:01.350Z',
        completedAt: null,
        projectId: null,
        recurringTaskId: '01a1fdf3-5e83-7a91-b2c4-90e7d3f56a04',
        location: { id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', name: 'Harbour Street' },
      },
    ],
  });

const taskFields = {
  title: requiredText(255),
  description: optionalLongText(),
  locationId: reference,
  assignedTo: reference.nullable(),
  dueDate: instant.nullable(),
  projectId: reference.nullable().meta({ description: 'The project it belongs to.' }),
};

export const createTaskRequest = z
  .strictObject({
    ...taskFields,
    description: limited(taskFields.description),
    assignedTo: taskFields.assignedTo.default(null),
    dueDate: taskFields.dueDate.default(null),
    projectId: taskFields.projectId.default(null),
    completed: z
      .literal(false, { error: 'A new task cannot be completed.' })
      .default(false)
      .meta({ description: 'A new task cannot be completed.' }),
  })
  .meta({
    id: 'CreateTaskRequest',
    examples: [
      {
        title: 'Paint the wall',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        dueDate: '2026-12-24T18:00:00Z',
        projectId: '01a1fdf3-66d4-7b35-a0f8-1c5e8b27cd05',
      },
    ],
  });

export const updateTaskRequest = changeRequest(
  { ...taskFields, completed: z.boolean({ error: 'Must be true or false.' }) },
  { id: 'UpdateTaskRequest', examples: [{ completed: true }] },
);

export const listTasksQuery = z.strictObject({
  ...pageQuery(creationKeys),
  recurringTaskId: reference.optional().meta({ description: 'Only tasks created by this recurring task.' }),
});

export type TaskResponse = z.infer<typeof taskResponse>;
export type CreateTaskRequest = z.infer<typeof createTaskRequest>;
export type UpdateTaskRequest = z.infer<typeof updateTaskRequest>;
export type ListTasksQuery = z.infer<typeof listTasksQuery>;
