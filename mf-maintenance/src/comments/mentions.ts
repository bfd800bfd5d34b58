/** Full names by user id. */
export type Names = ReadonlyMap<string, string>;

/** Part of a comment's body: plain text, or the mention of a person. */
interface BodyPart {
  /** As in the body; a mention is `<@uuid>`. */
  stored: string;
  /** As shown; a mention is `@` and the name. */
  shown: string;
  /** The person that is mentioned. */
  personId?: string;
}

const MENTION = /<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>/gi;

/** Splits a body into plain text and mentions. A mention of somebody without a name is plain text. */
export function partsOf(body: string, names: Names): BodyPart[] {
  const parts: BodyPart[] = [];
  let end = 0;
  const addText = (text: string) => {
    if (text !== '') parts.push({ stored: text, shown: text });
  };
  for (const found of body.matchAll(MENTION)) {
    const [stored, written = ''] = found;
    const personId = written.toLowerCase();
    const name = names.get(personId);
    if (name === undefined) continue;
    addText(body.slice(end, found.index));
    parts.push({ stored, shown: `@${name}`, personId });
    end = found.index + stored.length;
  }
  addText(body.slice(end));
  return parts;
}

/** The body as it is shown. */
export const shownBody = (body: string, names: Names): string =>
  partsOf(body, names)
    .map(({ shown }) => shown)
    .join('');

/** A range of the shown text, in UTF-16 units. */
interface Range {
  from: number;
  to: number;
}

/**
 * Replaces a range of the shown text. A mention that is cut becomes plain text.
 * @returns the new body
 */
function replaced(body: string, names: Names, { from, to }: Range, stored: string): string {
  let [before, after] = ['', ''];
  let start = 0;
  for (const part of partsOf(body, names)) {
    const end = start + part.shown.length;
    if (end <= from) before += part.stored;
    else if (start >= to) after += part.stored;
    else {
      before += part.shown.slice(0, Math.max(0, from - start));
      after += part.shown.slice(to - start);
    }
    start = end;
  }
  return before + stored + after;
}

/** What an edit replaced. The text behind the caret is unchanged, except after an undo. */
function editBetween(before: string, after: string, caret: number): Range & { inserted: string } {
  let tail = 0;
  if (before.endsWith(after.slice(caret))) tail = after.length - caret;
  else while (tail < before.length && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const most = Math.min(before.length, after.length) - tail;
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  return { from, to: before.length - tail, inserted: after.slice(from, after.length - tail) };
}

/**
 * The body after its shown text was edited to `shown`.
 * @param caret where the caret is after the edit
 */
export function editedBody(body: string, names: Names, shown: string, caret: number): string {
  const { inserted, ...range } = editBetween(shownBody(body, names), shown, caret);
  return replaced(body, names, range, inserted);
}

/** A mention that is being written: `@` and the start of a name. */
interface OpenMention extends Range {
  /** What stands behind the `@`. */
  text: string;
}

/** `@` at the start of a word, and at most 40 characters of up to three words behind it. */
const OPEN = /(?<=^|[\s(])@(?=\S|$)([^@\n]{0,40})$/;
const MAX_WORDS = 3;

/** The mention that is being written at the caret. */
export function openMention(body: string, names: Names, caret: number): OpenMention | undefined {
  const found = OPEN.exec(shownBody(body, names).slice(0, caret));
  const text = found?.[1] ?? '';
  if (!found || text.trim().split(/\s+/).length > MAX_WORDS) return undefined;
  let start = 0;
  for (const { shown, personId } of partsOf(body, names)) {
    if (start === found.index && personId !== undefined) return undefined;
    start += shown.length;
  }
  return { from: found.index, to: caret, text };
}

/**
 * Puts the mention of a person, and a space, where it is being written.
 * @returns the body and the caret behind it
 */
export function withMention(
  body: string,
  names: Names,
  { from, to }: Range,
  person: { id: string; name: string },
): { body: string; caret: number } {
  const isSpaced = /^\s/.test(shownBody(body, names).slice(to));
  return {
    body: replaced(body, names, { from, to }, `<@${person.id}>${isSpaced ? '' : ' '}`),
    caret: from + person.name.length + 2,
  };
}

/** The names of people by their ids, from what the browser has kept. */
export const namesIn = (kept: unknown): Map<string, string> =>
  new Map(Object.entries(kept ?? {}).flatMap(([id, name]) => (typeof name === 'string' ? [[id, name]] : [])));
