import { strings } from '../strings.ts';
import { type InboxItem } from './inbox.queries.ts';

/** Who did what: the name, undefined where nobody is named, and the rest of the sentence. */
export function sentenceOf({ kind, actor }: Pick<InboxItem, 'kind' | 'actor'>): {
  name?: string;
  deed: string;
} {
  // Nobody who reports a problem has an account.
  if (kind === 'reported') return { deed: strings.reported };
  if (!actor) return { deed: strings.deeds[kind].byNobody };
  return { name: strings.fullName(actor.firstName, actor.lastName), deed: strings.deeds[kind].by };
}

/** The first letters of a name; '' without one. */
export const initialsOf = (actor: InboxItem['actor']): string =>
  actor ? [actor.firstName, actor.lastName].map((name) => Array.from(name)[0] ?? '').join('') : '';
