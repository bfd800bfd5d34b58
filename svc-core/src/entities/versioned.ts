import { z } from 'zod';

/** An answer together with its row's version, as it is kept under an Idempotency-Key. */
export const versioned = <Answer>(answer: z.ZodType<Answer>) => z.object({ answer, version: z.int() });
