import { exactText, idSchema } from '@mainstay/service-kit';
import { z } from 'zod';
import { byName } from '../database/search.ts';
import { literal, sql } from '../database/sql.ts';

/** The order of the lists of people: their whole name is one text, so that case and accents count last. */
export const byLastName = (alias: string) => ({
  sort: [
    byName(sql`${literal(alias)}.last_name || E'\\t' || ${literal(alias)}.first_name`),
    literal(`${alias}.id`),
  ],
  direction: 'ASC' as const,
  keysOf: ({ lastName, firstName, id }: { lastName: string; firstName: string; id: string }) => [
    lastName,
    firstName,
    id,
  ],
});

/** Sort keys of the lists of people. */
export const lastNameKeys = z
  .tuple([exactText, exactText, idSchema])
  .transform(([lastName, firstName, id]) => [`${lastName}\t${firstName}`, id]);
