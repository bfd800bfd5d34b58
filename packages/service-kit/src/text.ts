import { z } from 'zod';

/** Text that PostgreSQL can store: no NUL, no half of a surrogate pair. */
const isStorable = (value: string): boolean => !value.includes('\0') && !/\p{Surrogate}/u.test(value);

/** Text that can be stored, unchanged: for passwords, keys and cursors. */
export const exactText = z
  .string({ error: ({ input }) => (input === undefined ? 'Required.' : 'Must be text.') })
  .refine(isStorable, 'Contains characters that cannot be stored.');

/**
 * Composing sorts the marks of one letter in a time that grows with the square of their number. No script needs so
 * many.
 */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** Text that can be stored, in Unicode's composed form (NFC): what reads the same is the same. */
export const storedText = exactText
  .refine((value) => !TOO_MANY_MARKS.test(value), {
    error: 'Has too many accents on one letter.',
    abort: true,
  })
  .normalize('NFC');

/** One character that is seen: a space, a filler, a control character or a mark without its letter is not. */
const VISIBLE =
  /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\p{Mn}\p{Me}\u2800\ufff9-\ufffb\u{13441}\u{13442}\u{1d159}]/u;
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** White space and invisible characters, but those that change the look of what stands before them. */
const END = /[\s\p{Cc}\u2800\ufff9-\ufffb]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u;

/** Without what `isEnd` finds at the ends; one character at a time, so that no text takes long. */
function trimmed(text: string, isEnd: (character: string) => boolean): string {
  let [start, end] = [0, text.length];
  while (start < end && isEnd(text.charAt(start))) start += 1;
  while (end > start && isEnd(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** How a text is tidied before it is checked and stored. Empty when nothing of it can be seen. */
type Tidy = (text: string) => string;

const asTyped: Tidy = (text) =>
  isVisible(text) ? trimmed(text, (end) => END.test(end) && !/\p{Bidi_Control}/u.test(end)) : '';

/** For unique fields: two that look the same must not differ in invisible ends. */
export const unique: Tidy = (text) => trimmed(asTyped(text), (end) => END.test(end));

/** After these, and before white space and signs, a joiner joins nothing. */
const UNJOINED = String.raw`[\s\p{P}0-9\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]`;
const UNFOLLOWED = String.raw`(?<=^|[\s\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])`;
const DISGUISES = new RegExp(
  [
    String.raw`[^\P{Cc}\t\n\r]`,
    // All but joiners, variation selectors and the tags of a flag.
    String.raw`(?![\u200c\u200d\u{e0020}-\u{e007f}]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}`,
    String.raw`(?<=^|${UNJOINED})[\u200c\u200d]`,
    String.raw`[\u200c\u200d](?=${UNJOINED}|$)`,
    String.raw`${UNFOLLOWED}\p{Variation_Selector}`,
    String.raw`(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,7})[\u{e0020}-\u{e007f}]`,
  ].join('|'),
  'gu',
);

/**
 * For what people without an account write, and for the names of people: also without characters that turn the text
 * around them or hide in it. Joiners within emoji and scripts stay.
 */
export const undisguised: Tidy = (text) =>
  unique(text.replaceAll(/([\u200c\u200d])[\u200c\u200d]+/g, '$1').replaceAll(DISGUISES, ''));

/**
 * Text without surrounding white space and invisible characters. Counted like the browser's `maxLength`, in UTF-16
 * units, unlike zod's `max`.
 */
export const trimmedText = (max?: number, tidy = asTyped) => {
  const tidied = storedText.overwrite(tidy);
  return max === undefined
    ? tidied
    : tidied.refine((value) => value.length <= max, `At most ${max} characters.`).meta({ maxLength: max });
};

/** Required text, of which something must be visible. `max` in UTF-16 units. */
export const requiredText = (max?: number, tidy?: Tidy) =>
  trimmedText(max, tidy).min(1, 'Must not be empty.');

/** Text that may be omitted, null or empty; text of which nothing is visible becomes null. `max` in UTF-16 units. */
export const optionalText = (max?: number, tidy?: Tidy) =>
  trimmedText(max, tidy)
    .nullable()
    .transform((value) => (value === '' ? null : value))
    .optional();
