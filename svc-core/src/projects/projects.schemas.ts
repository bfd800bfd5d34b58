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

export const projectResponse = z
  .object({
    id: responseId,
    title: z.string(),
    description: longText.nullable(),
    locationId: responseId,
    status: z.string(),
    totalTasks: z.int().meta({ description: 'Number of tasks in this project.' }),
    completedTasks: z.int().meta({ description: 'Number of completed tasks in this project.' }),
    startDate: responseInstant.nullable(),
    targetCompletionDate: responseInstant.nullable(),
    createdAt: responseInstant,
    updatedAt: responseInstant,
    location: locationName,
  })
  .meta({
    id: 'ProjectResponse',
    description: 'A maintenance project.',
    examples: [
      {
        id: '01a1fdf3-66d4-7b35-a0f8-1c5e8b27cd05',
        title: 'Refit',
        description: 'New floor, new counter.',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        status: 'planning',
        totalTasks: 8,
        completedTasks: 3,
        startDate: '2026-12-01T14:00:00.000Z',
        targetCompletionDate: null,
        createdAt: '2026-03-05T15:04:00.000Z',
        updatedAt: '2026-03-05T15:04:00.000Z',
        location: { id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', name: 'Harbour Street' },
      },
    ],
  });

const projectFields = {
  title: requiredText(255),
  description: optionalLongText(),
  locationId: reference,
  status: requiredText(20).meta({ description: 'Free text; a new project starts at planning.' }),
  startDate: instant.nullable(),
  targetCompletionDate: instant.nullable(),
};

export const createProjectRequest = z
  .strictObject({
    ...projectFields,
    description: limited(projectFields.description),
    status: projectFields.status.default('planning'),
    startDate: projectFields.startDate.default(null),
    targetCompletionDate: projectFields.targetCompletionDate.default(null),
  })
  .meta({
    id: 'CreateProjectRequest',
    examples: [
      {
        title: 'Refit',
        description: 'New floor, new counter.',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        startDate: '2026-12-01T09:00:00-05:00',
      },
    ],
  });

export const updateProjectRequest = changeRequest(projectFields, {
  id: 'UpdateProjectRequest',
  examples: [{ status: 'under way' }],
});

export const listProjectsQuery = z.strictObject(pageQuery(creationKeys));

export type ProjectResponse = z.infer<typeof projectResponse>;
export type CreateProjectRequest = z.infer<typeof createProjectRequest>;
export type UpdateProjectRequest = z.infer<typeof updateProjectRequest>;
export type ListProjectsQuery = z.infer<typeof listProjectsQuery>;
