import { z } from 'zod';
import { answeredInstant } from '../fields/instant.ts';
import { answeredId } from '../fields/reference.ts';
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
    completedAt: answeredInstant.nullable(),
    projectId: answeredId.nullable(),
    recurringTaskId: answeredId
      .nullable()
      .meta({ description: 'The recurring task that made it, if one did.' }),
    location: locationName,
  })
  .meta({ id: 'TaskResponse', description: 'A maintenance task.' });

export const listTasksQuery = z.strictObject(pageQuery(creationKeys));

export type TaskResponse = z.infer<typeof taskResponse>;
export type ListTasksQuery = z.infer<typeof listTasksQuery>;
