import {
  choice,
  creationKeys,
  csvFormat,
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
import { searchText } from '../fields/search-text.ts';
import { zonedLocation } from '../locations/location-names.ts';
import { assignedToFilter } from '../visibility/assigned-to.ts';

export const frequencies = ['daily', 'weekly', 'monthly'] as const;

export const recurringTaskResponse = z
  .object({
    id: responseId,
    title: z.string(),
    description: longText.nullable(),
    locationId: responseId,
    assignedTo: responseId.nullable(),
    frequency: z.enum(frequencies),
    nextOccurrence: responseInstant,
    checklistId: responseId.nullable().meta({ description: 'Of which each occurrence is a run.' }),
    active: z.boolean(),
    createdAt: responseInstant,
    location: zonedLocation,
  })
  .meta({
    id: 'RecurringTaskResponse',
    description: 'A maintenance task that recurs on a schedule.',
    examples: [
      {
        id: '01a1fdf3-5e83-7a91-b2c4-90e7d3f56a04',
        title: 'Clean the filters',
        description: null,
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        assignedTo: null,
        frequency: 'monthly',
        nextOccurrence: '2026-12-31T14:00:00.000Z',
        checklistId: null,
        active: true,
        createdAt: '2026-03-05T15:04:00.000Z',
        location: {
          id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
          name: 'Harbour Street',
          timezone: 'America/New_York',
        },
      },
    ],
  });

const recurringTaskFields = {
  title: requiredText(255),
  description: optionalLongText(),
  locationId: reference,
  assignedTo: reference.nullable(),
  frequency: choice(frequencies),
  nextOccurrence: instant.meta({
    description: 'Later ones have the same time of day in the time zone of the location.',
  }),
  checklistId: reference
    .nullable()
    .meta({ description: 'An active checklist, of which each occurrence is a run.' }),
  active: z.boolean({ error: 'Must be true or false.' }).meta({ description: 'False while paused.' }),
};

export const createRecurringTaskRequest = z
  .strictObject({
    ...recurringTaskFields,
    description: limited(recurringTaskFields.description),
    assignedTo: recurringTaskFields.assignedTo.default(null),
    checklistId: recurringTaskFields.checklistId.default(null),
    active: recurringTaskFields.active.default(true),
  })
  .meta({
    id: 'CreateRecurringTaskRequest',
    examples: [
      {
        title: 'Clean the filters',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        frequency: 'monthly',
        nextOccurrence: '2026-12-31T09:00:00-05:00',
      },
    ],
  });

export const updateRecurringTaskRequest = changeRequest(recurringTaskFields, {
  id: 'UpdateRecurringTaskRequest',
  examples: [{ active: false }],
});

export const listRecurringTasksQuery = z.strictObject({
  ...pageQuery(creationKeys),
  ...csvFormat,
  active: choice(['true', 'false'])
    .transform((word) => word === 'true')
    .optional()
    .meta({ description: 'Only active or only paused ones.' }),
  assignedTo: assignedToFilter.meta({
    description: 'The id of a user, `me`, or `none` for unassigned recurring tasks.',
  }),
  q: searchText.meta({
    description: 'Part of the title or of the location name, without regard to case and accents.',
  }),
});

export type Frequency = (typeof frequencies)[number];
export type RecurringTaskResponse = z.infer<typeof recurringTaskResponse>;
export type CreateRecurringTaskRequest = z.infer<typeof createRecurringTaskRequest>;
export type UpdateRecurringTaskRequest = z.infer<typeof updateRecurringTaskRequest>;
export type ListRecurringTasksQuery = z.infer<typeof listRecurringTasksQuery>;
