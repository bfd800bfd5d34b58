import { z } from 'zod';

/** Text that PostgreSQL can store: no NUL, no half of a surrogate pair. */
const isStorable = (value: string): boolean => !value.includes('\0') && !/\p{Surrogate}/u.test(value);

/** Text that can be stored, unchanged. */
export const storedText = z
  .string({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be text.') })
  .refine(isStorable, 'Contains characters that cannot be stored.');

/**
 * Text without surrounding white space. Counted like the browser's `maxLength`, in UTF-16 units, unlike zod's `max`.
 */
export const trimmedText = (max?: number) => {
  const trimmed = storedText.trim();
  return max === undefined
    ? trimmed
    : trimmed.refine((value) => value.length <= max, `At most ${max} characters.`).meta({ maxLength: max });
};

/** Required text without surrounding white space. `max` in UTF-16 units. */
export const requiredText = (max?: number) => trimmedText(max).min(1, 'Must not be empty.');

/** Text that may be omitted, null or empty; empty text becomes null. `max` in UTF-16 units. */
export const optionalText = (max?: number) =>
  trimmedText(max)
    .nullable()
    .transform((value) => (value === '' ? null : value))
    .optional();
