import { z } from 'zod';

export const dueCountsResponse = z
  .object({
    active: z.boolean().meta({ description: 'Whether a response target is on.' }),
    overdue: z.int(),
    atRisk: z.int(),
    vendorWaiting: z.int().meta({ description: 'Whose vendor declined, sent a quote or is done.' }),
  })
  .meta({
    id: 'DueCountsResponse',
    description: 'How many open tickets are late, or will soon be, or have a vendor who waits for somebody.',
    examples: [{ active: true, overdue: 3, atRisk: 1, vendorWaiting: 2 }],
  });

export type DueCountsResponse = z.infer<typeof dueCountsResponse>;
