import { z } from 'zod';

/** The id of something else, in a body or a query. */
export const reference = z
  .guid({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be an id.') })
  .toLowerCase()
  .meta({ format: 'uuid' });

/** An id in an answer. */
export const answeredId = z.string().meta({ format: 'uuid' });
