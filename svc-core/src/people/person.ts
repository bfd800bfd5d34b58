import { responseId } from '@mainstay/service-kit';
import { z } from 'zod';

/** A user in a response: the name and nothing else. */
export const person = z.object({ id: responseId, firstName: z.string(), lastName: z.string() });
export type Person = z.infer<typeof person>;

/** The person of a LEFT JOIN; null if it has found none. */
export const personOf = (
  id: string | null,
  firstName: string | null,
  lastName: string | null,
): Person | null =>
  id === null || firstName === null || lastName === null ? null : { id, firstName, lastName };
