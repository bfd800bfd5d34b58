import { pageQuery, roles } from '@mainstay/service-kit';
import { z } from 'zod';
import { person } from '../fields/person.ts';
import { searchText } from '../fields/search-text.ts';
import { lastNameKeys } from '../lists/people-order.ts';

export const personResponse = person.extend({ role: z.enum(roles) }).meta({
  id: 'PersonResponse',
  description: 'An active user who can open a ticket.',
  examples: [
    {
      id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
      firstName: 'Tom',
      lastName: 'Okafor',
      role: 'district_manager',
    },
  ],
});
export type PersonResponse = z.infer<typeof personResponse>;

const MOST = 200;

export const listPeopleQuery = z.strictObject({
  ...pageQuery(lastNameKeys),
  limit: z.coerce
    .number({ error: 'Must be a number.' })
    .int('Must be a whole number.')
    .min(1, 'At least 1.')
    .max(MOST, `At most ${MOST}.`)
    .default(MOST)
    .meta({ description: 'Maximum number of people.' }),
  q: searchText.meta({
    description: 'Part of the first, the last or the full name, without regard to case and accents.',
  }),
});
export type ListPeopleQuery = z.infer<typeof listPeopleQuery>;
