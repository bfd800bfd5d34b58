import { z } from 'zod';
import { instant } from './fields.ts';
import { idSchema } from './id-param.ts';

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** Number of items on all pages under the same filters. */
  total: number;
  /** Cursor of the next page; null on the last one. */
  next: string | null;
}

/** Encodes the sort keys of a page's last row as an opaque string. */
export const encodeCursor = (keys: readonly string[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url');

/** The sort keys of a cursor, which may be anything: it comes from a client. Undefined for one that is not JSON. */
export function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** Number of rows of a page. */
export const pageLimit = z.coerce
  .number({ error: 'Must be a number.' })
  .int('Must be a whole number.')
  .min(1, 'At least 1.')
  .max(1000, 'At most 1000.')
  .default(500)
  .meta({ description: 'Maximum number of items.' });

/** Query parameters of every list. `keys` is the shape of the cursor: the sort keys of a row, the last one unique. */
export const pageQuery = <Keys extends z.ZodType<readonly string[]>>(keys: Keys) => ({
  limit: pageLimit,
  cursor: z
    .string({ error: 'Must be given once, as in the Link header.' })
    .max(4000)
    .transform((cursor, context) => {
      const decoded = keys.safeParse(decodeCursor(cursor));
      if (decoded.success) return decoded.data;
      context.addIssue('Must be a cursor from the Link header of this list.');
      return z.NEVER;
    })
    .optional()
    .meta({ description: 'Cursor of the next page, from the URL in the Link header with rel="next".' }),
});

/** Sort keys of the lists ordered by creation. */
export const creationKeys = z.tuple([instant, idSchema]);
