import { idSchema } from '@mainstay/service-kit';
import { z } from 'zod';

const MOST_IDS = 100;

/** The query parameter of a list for some of its items. */
export const idsFilter = z
  .string({ error: 'Must be given once, with commas between.' })
  .transform((text) => text.split(','))
  .pipe(z.array(idSchema).max(MOST_IDS, `At most ${MOST_IDS}.`))
  .optional()
  .meta({
    pattern: `^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36}){0,${MOST_IDS - 1}}$`,
    description: `At most ${MOST_IDS} ids with commas between: those of them that the list has, also at archived locations.`,
  });
