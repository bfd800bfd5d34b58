import { optionalText, requiredText } from '@mainstay/service-kit';
import { z } from 'zod';
import { choice } from '../fields/choice.ts';
import { answeredInstant, instant } from '../fields/instant.ts';
import { answeredId, reference } from '../fields/reference.ts';
import { creationKeys, pageQuery } from '../lists/page.ts';
import { locationName } from '../locations/locations.schemas.ts';

const frequencies = ['daily', 'weekly', 'monthly'] as const;

export const recurringTaskResponse = z
  .object({
    id: answeredId,
    title: z.string(),
    description: z.string().nullable(),
    locationId: answeredId,
    assignedTo: answeredId.nullable(),
    frequency: z.enum(frequencies),
    nextOccurrence: answeredInstant,
    active: z.boolean(),
    createdAt: answeredInstant,
    location: locationName,
  })
  .meta({ id: 'RecurringTaskResponse', description: 'A maintenance task that comes back on a schedule.' });

const recurringTaskFields = {
  title: requiredText(255),
  description: optionalText(),
  locationId: reference,
  assignedTo: reference.nullable(),
  frequency: choice(frequencies),
  nextOccurrence: instant,
  active: z.boolean({ error: 'Must be true or false.' }).meta({ description: 'False while it is paused.' }),
};

export const createRecurringTaskRequest = z
  .strictObject({
    ...recurringTaskFields,
    assignedTo: recurringTaskFields.assignedTo.default(null),
    active: recurringTaskFields.active.default(true),
  })
  .meta({ id: 'CreateRecurringTaskRequest' });

export const updateRecurringTaskRequest = z
  .strictObject(recurringTaskFields)
  .partial()
  .meta({ id: 'UpdateRecurringTaskRequest', description: 'The fields to change; the others stay.' });

export const listRecurringTasksQuery = z.strictObject(pageQuery(creationKeys));

export type Frequency = (typeof frequencies)[number];
export type RecurringTaskResponse = z.infer<typeof recurringTaskResponse>;
export type CreateRecurringTaskRequest = z.infer<typeof createRecurringTaskRequest>;
export type UpdateRecurringTaskRequest = z.infer<typeof updateRecurringTaskRequest>;
export type ListRecurringTasksQuery = z.infer<typeof listRecurringTasksQuery>;
