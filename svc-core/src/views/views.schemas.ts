import { choice, requiredText, responseId, trimmedText, unique } from '@mainstay/service-kit';
import { z } from 'zod';
import { changeRequest } from '../fields/change-request.ts';

const screens = ['tickets'] as const;
const QUERY = 'The query of the address of the screen, which alone applies the filters.';

export const viewResponse = z
  .object({
    id: responseId,
    name: z.string(),
    screen: z.enum(screens),
    query: z.string().meta({ description: QUERY }),
    shared: z.boolean().meta({ description: 'Whether everybody sees it.' }),
    ownerId: responseId,
    version: z.int(),
  })
  .meta({
    id: 'ViewResponse',
    description: 'Filters of a list under a name.',
    examples: [
      {
        id: '01a1fdf3-a7d2-7e15-9b63-2f48c0d9e70a',
        name: 'Urgent in Portland',
        screen: 'tickets',
        query: 'priority=high&locationId=01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        shared: false,
        ownerId: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        version: 1,
      },
    ],
  });
export type ViewResponse = z.infer<typeof viewResponse>;

const fields = {
  name: requiredText(60, unique).meta({ description: 'Once for an owner, whatever its case.' }),
  screen: choice(screens),
  query: trimmedText(2000).meta({ description: QUERY }),
  shared: z
    .boolean({ error: 'Must be true or false.' })
    .meta({ description: 'Only administrators share views.' }),
};

export const createViewRequest = z.strictObject({ ...fields, shared: fields.shared.default(false) }).meta({
  id: 'CreateViewRequest',
  examples: [{ name: 'Urgent', screen: 'tickets', query: 'priority=high' }],
});
export type CreateViewRequest = z.infer<typeof createViewRequest>;

export const updateViewRequest = changeRequest(fields, {
  id: 'UpdateViewRequest',
  examples: [{ query: 'priority=high&status=incoming' }],
});
export type UpdateViewRequest = z.infer<typeof updateViewRequest>;
