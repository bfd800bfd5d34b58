import { optionalText, requiredText } from '@mainstay/service-kit';
import { z } from 'zod';
import { answeredInstant, instant } from '../fields/instant.ts';
import { answeredId, reference } from '../fields/reference.ts';
import { creationKeys, pageQuery } from '../lists/page.ts';
import { locationName } from '../locations/locations.schemas.ts';

export const taskResponse = z
  .object({
    id: answeredId,
    title: z.string(),
    description: z.string().nullable(),
    locationId: answeredId,
    assignedTo: answeredId.nullable(),
    dueDate: answeredInstant.nullable(),
    completed: z.boolean(),
    createdAt: answeredInstant,
    completedAt: answeredInstant.nullable().meta({ description: 'Set exactly while it is completed.' }),
    projectId: answeredId.nullable(),
    recurringTaskId: answeredId
      .nullable()
      .meta({ description: 'The recurring task that made it, if one did.' }),
    location: locationName,
  })
  .meta({ id: 'TaskResponse', description: 'A maintenance task.' });

const taskFields = {
  title: requiredText(255),
  description: optionalText(),
  locationId: reference,
  assignedTo: reference.nullable(),
  dueDate: instant.nullable(),
  projectId: reference.nullable().meta({ description: 'The project it is part of.' }),
};

export const createTaskRequest = z
  .strictObject({
    ...taskFields,
    assignedTo: taskFields.assignedTo.default(null),
    dueDate: taskFields.dueDate.default(null),
    projectId: taskFields.projectId.default(null),
    completed: z
      .literal(false, { error: 'A new task is not completed.' })
      .default(false)
      .meta({ description: 'A new task is not completed.' }),
  })
  .meta({ id: 'CreateTaskRequest' });

export const updateTaskRequest = z
  .strictObject({ ...taskFields, completed: z.boolean({ error: 'Must be true or false.' }) })
  .partial()
  .meta({ id: 'UpdateTaskRequest', description: 'The fields to change; the others stay.' });

export const listTasksQuery = z.strictObject(pageQuery(creationKeys));

export type TaskResponse = z.infer<typeof taskResponse>;
export type CreateTaskRequest = z.infer<typeof createTaskRequest>;
export type UpdateTaskRequest = z.infer<typeof updateTaskRequest>;
export type ListTasksQuery = z.infer<typeof listTasksQuery>;
