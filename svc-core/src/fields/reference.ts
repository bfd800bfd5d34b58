import { z } from 'zod';

export { responseId } from '@mainstay/service-kit';

/** The id of another entity in a body or query. */
export const reference = z
  .guid({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be an id.') })
  .toLowerCase()
  .meta({ format: 'uuid' });
