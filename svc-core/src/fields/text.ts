import { z } from 'zod';

/** What PostgreSQL can store as text: no NUL, no half of a surrogate pair. */
const isStorable = (value: string): boolean => !value.includes('\0') && !/\p{Surrogate}/u.test(value);

/** Text as it stands in a row. */
export const storedText = z
  .string({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be text.') })
  .refine(isStorable, 'Contains characters that cannot be stored.');

const trimmed = storedText.trim();

/** Characters are counted as the browser's `maxLength` counts them, in UTF-16 units; zod's own `max` does not. */
const limited = (max: number) =>
  trimmed.refine((value) => value.length <= max, `At most ${max} characters.`).meta({ maxLength: max });

/** Text that must be there, without white space around it. `max` in UTF-16 units. */
export const requiredText = (max?: number) =>
  (max === undefined ? trimmed : limited(max)).min(1, 'Must not be empty.');

/** Text that may be left out, null or empty; empty text is stored as null. */
export const optionalText = (max?: number) =>
  (max === undefined ? trimmed : limited(max))
    .nullable()
    .transform((value) => (value === '' ? null : value))
    .optional();

/** What somebody typed into a search box, at most 255 UTF-16 units; nothing typed is no search. */
export const searchText = limited(255)
  .transform((value) => (value === '' ? undefined : value))
  .optional();
