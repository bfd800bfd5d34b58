import { z } from 'zod';

export const dueCountsResponse = z
  .object({
    active: z.boolean().meta({ description: 'Whether a response target is on.' }),
    overdue: z.int(),
    atRisk: z.int(),
  })
  .meta({
    id: 'DueCountsResponse',
    description: 'How many open tickets are late, or will soon be.',
    examples: [{ active: true, overdue: 3, atRisk: 1 }],
  });

export type DueCountsResponse = z.infer<typeof dueCountsResponse>;
