import { z } from 'zod';

export const watchRequest = z
  .strictObject({
    muted: z
      .boolean({ error: 'Must be true or false.' })
      .default(false)
      .meta({ description: 'Muted: you watch it, but hear of no comments and no changes of its status.' }),
  })
  .prefault({})
  .meta({ id: 'WatchRequest', examples: [{ muted: true }] });
export type WatchRequest = z.infer<typeof watchRequest>;
