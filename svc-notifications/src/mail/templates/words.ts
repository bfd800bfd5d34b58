import type { Kind } from '../../inbox/new-item.ts';
import { kinds } from '../../inbox/new-item.ts';
import type { MailItem } from '../contents.repository.ts';
import { oneLine } from './plain-text.ts';

/** The words of the screens. */
const STATUSES: Record<string, string> = {
  incoming: 'To Acknowledge',
  in_progress: 'Working',
  solved: 'Completed',
};

/** What happened: with somebody who did it, and without. */
const SENTENCES: Record<Kind, { by: string; alone: string }> = {
  mentioned: { by: 'mentioned you', alone: 'You were mentioned' },
  assigned: { by: 'assigned this to you', alone: 'This was assigned to you' },
  commented: { by: 'commented', alone: 'The reporter commented' },
  status_changed: { by: 'changed the status', alone: 'The status was changed' },
  reported: { by: 'reported this', alone: 'A problem was reported' },
};

type Told = Pick<MailItem, 'kind' | 'actorFirstName' | 'actorLastName'>;

/** For a subject: `Dana mentioned you`. */
export function headline({ kind, actorFirstName }: Told): string {
  const { by, alone } = SENTENCES[kind];
  return actorFirstName === null ? alone : `${oneLine(actorFirstName)} ${by}`;
}

/** For the text: `Dana Whitfield mentioned you`. The status is the one that the ticket has now. */
export function sentence(item: Told & Pick<MailItem, 'ticketStatus'>): string {
  const { kind, actorFirstName, actorLastName, ticketStatus } = item;
  const { by, alone } = SENTENCES[kind];
  const name = actorFirstName === null ? null : oneLine(`${actorFirstName} ${actorLastName ?? ''}`);
  const told = name === null ? alone : `${name} ${by}`;
  const status = STATUSES[ticketStatus];
  return kind === 'status_changed' && status !== undefined ? `${told}. It is now ${status}` : told;
}

/** The item with the strongest reason, the oldest of several. */
export function strongestOf<Item extends { kind: Kind }>(items: readonly Item[]): Item | undefined {
  return [...items].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))[0];
}

/** `1 update`, `2 updates` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
