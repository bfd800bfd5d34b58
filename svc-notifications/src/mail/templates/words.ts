import { type Kind, kinds } from '../../inbox/new-item.ts';
import type { MailItem, Subject } from '../contents.repository.ts';
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
  // Who reports has no account.
  reported: { by: 'reported a problem', alone: 'A crew member reported a problem' },
};

type Told = Pick<MailItem, 'kind' | 'actorFirstName' | 'actorLastName' | 'subject'>;

/** What a mail is about, in one line: `#1042 Oven is cold`, `QR code of Fryer 2`. */
export function nameOf(subject: Subject): string {
  if (subject.what === 'ticket') return `#${subject.number} ${oneLine(subject.title)}`;
  const { equipment, label } = subject;
  if (equipment !== null) return `QR code of ${oneLine(equipment)}`;
  return label === null ? 'QR code' : `QR code “${oneLine(label)}”`;
}

/** For the subject of a mail: `Dana mentioned you`. */
export function headline({ kind, actorFirstName, subject }: Told): string {
  if (subject.what === 'code') return 'Too many reports';
  const { by, alone } = SENTENCES[kind];
  return actorFirstName === null ? alone : `${oneLine(actorFirstName)} ${by}`;
}

/** For the text: `Dana Whitfield mentioned you`. The status is the one that the ticket has now. */
export function sentence({
  kind,
  actorFirstName,
  actorLastName,
  subject,
  location,
}: Told & { location: string }): string {
  if (subject.what === 'code') {
    return `The ${nameOf(subject)} at ${oneLine(location)} rests for an hour: too many reports.`;
  }
  const { by, alone } = SENTENCES[kind];
  const name = actorFirstName === null ? null : oneLine(`${actorFirstName} ${actorLastName ?? ''}`);
  const told = name === null ? alone : `${name} ${by}`;
  const status = STATUSES[subject.status];
  return kind === 'status_changed' && status !== undefined ? `${told}. It is now ${status}` : told;
}

/** The item with the strongest reason, the oldest of several. */
export function strongestOf<Item extends { kind: Kind }>(items: readonly Item[]): Item | undefined {
  return [...items].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))[0];
}

/** `1 update`, `2 updates` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
