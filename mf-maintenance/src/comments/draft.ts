import { type FailedPhoto } from '../attachments/photo-uploads.ts';
import { namesIn } from './mentions.ts';

/** A photo that was chosen for a comment, with an object URL of it. */
export interface ChosenPhoto {
  file: File;
  url: string;
}

/** A photo of a comment that was added without it. */
export interface UnsentPhoto extends FailedPhoto {
  commentId: string;
}

/** What somebody has written and not sent. It survives closing the ticket until the screen is left. */
export interface Draft {
  body: string;
  /** Those who are mentioned: full names by user id. */
  names: Map<string, string>;
  photos: readonly ChosenPhoto[];
  unsent: readonly UnsentPhoto[];
  /** Who is to see the comment besides the team. */
  audience: Audience;
}

export type Audience = 'team' | 'reporter' | 'vendor';

/** Drafts by ticket id. */
export type Drafts = Map<string, Draft>;

/** The draft for a ticket; an empty one if nothing was written. */
export function draftFor(drafts: Drafts, ticketId: string): Draft {
  const draft = drafts.get(ticketId) ?? {
    body: '',
    names: new Map(),
    photos: [],
    unsent: [],
    audience: 'team',
  };
  drafts.set(ticketId, draft);
  return draft;
}

/** What of a draft is kept in the browser when the session ends: files are not. */
export const textOf = ({ body, names, audience }: Draft) => ({
  body,
  names: Object.fromEntries(names),
  audience,
});

/** The draft of what the browser has kept. */
export const textIn = (kept: Readonly<Record<string, unknown>>): Partial<Draft> => ({
  body: typeof kept['body'] === 'string' ? kept['body'] : '',
  names: namesIn(kept['names']),
  audience: kept['audience'] === 'reporter' || kept['audience'] === 'vendor' ? kept['audience'] : 'team',
});
