import { z } from 'zod';
import { instant } from './fields.ts';
import { idSchema } from './id-param.ts';

/** A stretch of a list. */
export interface Page<Item> {
  items: Item[];
  /** How many there are under the same filters, on all pages. */
  total: number;
  /** Where the next page starts; null on the last one. */
  next: string | null;
}

/** The keys of a page's last row, as an opaque word. */
export const encodeCursor = (keys: readonly string[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** The query of every list. `keys` is the shape of the cursor: the sort keys of a row, the last one unique. */
export const pageQuery = <Keys extends z.ZodType<readonly string[]>>(keys: Keys) => ({
  limit: z.coerce
    .number({ error: 'Must be a number.' })
    .int('Must be a whole number.')
    .min(1, 'At least 1.')
    .max(1000, 'At most 1000.')
    .default(500)
    .meta({ description: 'How many at most.' }),
  cursor: z
    .string({ error: 'Given once, as found in a Link header.' })
    .max(4000)
    .transform((cursor, context) => {
      const decoded = keys.safeParse(decodeCursor(cursor));
      if (decoded.success) return decoded.data;
      context.addIssue('Must be a cursor from the Link header of this list.');
      return z.NEVER;
    })
    .optional()
    .meta({ description: 'Where to go on: from the address in the Link header with rel="next".' }),
});

/** Sort keys of the lists that go by creation. */
export const creationKeys = z.tuple([instant, idSchema]);
