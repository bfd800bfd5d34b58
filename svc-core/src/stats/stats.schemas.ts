import { z } from 'zod';

export const statsResponse = z
  .object({
    totalLocations: z.int().meta({ description: 'Active locations.' }),
    activeTickets: z.int().meta({ description: 'Tickets that are incoming or in progress.' }),
    pendingTasks: z.int().meta({ description: 'Tasks not completed.' }),
    totalManagers: z.int().meta({ description: 'Active district managers.' }),
  })
  .meta({
    id: 'StatsResponse',
    description: 'Counts over the locations visible to the current user.',
    examples: [{ totalLocations: 12, activeTickets: 31, pendingTasks: 7, totalManagers: 4 }],
  });

export type StatsResponse = z.infer<typeof statsResponse>;
