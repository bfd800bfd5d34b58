import { trimmedText } from '@mainstay/service-kit';
import { z } from 'zod';

/** A text in a response that the search of its list looks into. */
export const searchedText = z.string();

/** A search text of at most 255 UTF-16 units; an empty one means no search. */
export const searchText = trimmedText(255)
  .transform((value) => (value === '' ? undefined : value))
  .optional();
