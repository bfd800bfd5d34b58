import { choice, pageLimit, responseId, responseInstant } from '@mainstay/service-kit';
import { z } from 'zod';
import { entities } from '../events/entities.ts';

export const changesResponse = z
  .object({
    changes: z.array(
      z.object({
        entity: z.string().meta({ description: 'As in the events of the stream; later versions have more.' }),
        id: responseId,
        version: z.int().nullable().meta({
          description: 'The one in the ETag after the change; null after a removal and without an ETag.',
        }),
        action: z.enum(['create', 'update', 'delete']),
        at: responseInstant,
      }),
    ),
    cursor: z.string().meta({ description: 'For `after` of the next call, within 30 days. Of you alone.' }),
    more: z.boolean().meta({ description: 'Whether there are more already: ask again at once.' }),
  })
  .meta({
    id: 'ChangesResponse',
    description: 'What changed that you can see, or could see before, oldest first.',
    examples: [
      {
        changes: [
          {
            entity: 'ticket',
            id: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702',
            version: 3,
            action: 'update',
            at: '2026-03-05T16:20:31.250Z',
          },
        ],
        cursor: 'WyI3NTYzMTgwOTM0…',
        more: false,
      },
    ],
  });

const LONGEST_CURSOR = 1000;

export const listChangesQuery = z.strictObject({
  after: z
    .string({ error: 'Must be given once.' })
    .max(LONGEST_CURSOR, `At most ${LONGEST_CURSOR} characters.`)
    .optional()
    .meta({
      description:
        'The `cursor` of the call before. Without it, the response has no changes, and the cursor of now.',
    }),
  entity: choice(entities).optional().meta({ description: 'Changes of this kind of thing alone.' }),
  limit: pageLimit,
});

export type ChangesResponse = z.infer<typeof changesResponse>;
export type ListChangesQuery = z.infer<typeof listChangesQuery>;
