const MENTION = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/gi;
/** A mail has at most the first of these characters of a comment. */
const LONGEST_EXCERPT = 500;
/** Characters that are invisible, except line breaks and joiners, and those that turn the direction of what follows. */
const INVISIBLE = /[^\P{Cc}\n]|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** One line of visible text, for a header or a heading: no line break can begin another header. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\n\r\t\u2028\u2029]+/g, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** A name in a sentence of its own direction: one that is read from right to left does not turn the words around it. */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/** The first characters of a line; `…` stands for the rest. */
export function shortened(line: string, longest: number): string {
  const characters = Array.from(line);
  return characters.length <= longest ? line : `${characters.slice(0, longest).join('').trimEnd()}…`;
}

/** The ids of the users that a comment mentions as `<@uuid>`, in lower case. */
export const mentionsOf = (comment: string): string[] =>
  Array.from(comment.matchAll(MENTION), ([, id = '']) => id.toLowerCase());

/**
 * The beginning of a comment as a person reads it: mentions with their names, at most 500 characters.
 * @param names full names by ids
 */
export function excerptOf(comment: string, names: ReadonlyMap<string, string>): string {
  const named = comment.replaceAll(
    MENTION,
    (_, id: string) => `@${oneLine(names.get(id.toLowerCase()) ?? 'somebody')}`,
  );
  const visible = named
    .replaceAll(/\r\n|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(INVISIBLE, '');
  return shortened(visible, LONGEST_EXCERPT);
}
