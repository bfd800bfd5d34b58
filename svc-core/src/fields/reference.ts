import { z } from 'zod';

/** The id of another entity in a body or query. */
export const reference = z
  .guid({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be an id.') })
  .toLowerCase()
  .meta({ format: 'uuid' });
