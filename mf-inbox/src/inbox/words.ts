import { strings } from '../strings.ts';
import { type InboxItem } from './inbox.queries.ts';

/**
 * Who did what: the name, undefined where nobody is named, and the rest of the sentence. Of a QR code, its link says it; of a
 * report or a QR code that is gone, `goneOf` says all that is known.
 */
export function sentenceOf({ kind, actor, ticket }: Pick<InboxItem, 'kind' | 'actor' | 'ticket'>): {
  name?: string;
  deed?: string;
} {
  // Nobody who reports a problem has an account. Without a ticket it is about a QR code, or may have been.
  if (kind === 'reported') return ticket ? { deed: strings.reported } : {};
  if (!actor) return { deed: strings.deeds[kind].byNobody };
  return { name: strings.fullName(actor.firstName, actor.lastName), deed: strings.deeds[kind].by };
}

/** What is said of an item with neither ticket nor QR code: only a report may have been about either. */
export const goneOf = ({ kind }: Pick<InboxItem, 'kind'>): string =>
  kind === 'reported' ? strings.goneReport : strings.gone;

/** The first letters of a name; '' without one. */
export const initialsOf = (actor: InboxItem['actor']): string =>
  actor ? [actor.firstName, actor.lastName].map((name) => Array.from(name)[0] ?? '').join('') : '';
