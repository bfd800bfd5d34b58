import { strings } from '../strings.ts';
import { type InboxItem } from './inbox.queries.ts';

/** Who did what: the name, undefined where nobody is named, and the rest of the sentence. Of a QR code, its link says it. */
export function sentenceOf({ kind, actor, code }: Pick<InboxItem, 'kind' | 'actor' | 'code'>): {
  name?: string;
  deed?: string;
} {
  if (code) return {};
  // Nobody who reports a problem has an account.
  if (kind === 'reported') return { deed: strings.reported };
  if (!actor) return { deed: strings.deeds[kind].byNobody };
  return { name: strings.fullName(actor.firstName, actor.lastName), deed: strings.deeds[kind].by };
}

/** The first letters of a name; '' without one. */
export const initialsOf = (actor: InboxItem['actor']): string =>
  actor ? [actor.firstName, actor.lastName].map((name) => Array.from(name)[0] ?? '').join('') : '';
