import { trimmedText } from '@mainstay/service-kit';

/** What somebody typed into a search box, at most 255 UTF-16 units; nothing typed is no search. */
export const searchText = trimmedText(255)
  .transform((value) => (value === '' ? undefined : value))
  .optional();
