import { z } from 'zod';

export { answeredId } from '@mainstay/service-kit';

/** The id of something else, in a body or a query. */
export const reference = z
  .guid({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be an id.') })
  .toLowerCase()
  .meta({ format: 'uuid' });
