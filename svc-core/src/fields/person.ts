import { responseId } from '@mainstay/service-kit';
import { z } from 'zod';

/** A user in a response: the name and nothing else. */
export const person = z.object({ id: responseId, firstName: z.string(), lastName: z.string() });
export type Person = z.infer<typeof person>;
