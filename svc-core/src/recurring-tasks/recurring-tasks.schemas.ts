import { z } from 'zod';
import { choice } from '../fields/choice.ts';
import { answeredInstant, instant } from '../fields/instant.ts';
import { answeredId, reference } from '../fields/reference.ts';
import { optionalText, requiredText } from '../fields/text.ts';
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

export const createRecurringTaskRequest = z
  .strictObject({
    title: requiredText(255),
    description: optionalText(),
    locationId: reference,
    assignedTo: reference.nullable().default(null),
    frequency: choice(frequencies),
    nextOccurrence: instant,
    active: z.boolean({ error: 'Must be true or false.' }).default(true),
  })
  .meta({ id: 'CreateRecurringTaskRequest' });

export const listRecurringTasksQuery = z.strictObject(pageQuery(creationKeys));

export type Frequency = (typeof frequencies)[number];
export type RecurringTaskResponse = z.infer<typeof recurringTaskResponse>;
export type CreateRecurringTaskRequest = z.infer<typeof createRecurringTaskRequest>;
export type ListRecurringTasksQuery = z.infer<typeof listRecurringTasksQuery>;
