import { strings } from '../strings.ts';
import { type InboxItem } from './inbox.queries.ts';

/** Who did what: the name, undefined where nobody is named, and the rest of the sentence. Of a QR code, its link says it. */
export function sentenceOf({ kind, actor, ticket }: Pick<InboxItem, 'kind' | 'actor' | 'ticket'>): {
  name?: string;
  deed?: string;
} {
  // Nobody who reports a problem has an account. Without a ticket it is about a QR code.
  if (kind === 'reported') return ticket ? { deed: strings.reported } : {};
  if (!actor) return { deed: strings.deeds[kind].byNobody };
  return { name: strings.fullName(actor.firstName, actor.lastName), deed: strings.deeds[kind].by };
}

/** Whether what an item is about was removed, or is not visible any more: there is nothing to say of it or to open. */
export const isGone = ({ ticket, code }: Pick<InboxItem, 'ticket' | 'code'>): boolean => !ticket && !code;

/** The first letters of a name; '' without one. */
export const initialsOf = (actor: InboxItem['actor']): string =>
  actor ? [actor.firstName, actor.lastName].map((name) => Array.from(name)[0] ?? '').join('') : '';
