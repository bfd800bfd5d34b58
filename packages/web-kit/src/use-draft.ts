import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { keepItem } from './browser-storage.ts';
import { type Draft, type Drafts, DRAFTS_KEY, eraseDrafts, readDrafts } from './drafts.ts';
import { serverNow } from './server-clock.ts';

declare global {
  interface WindowEventMap {
    /**
     * The session has ended without a sign-out. Each remote may have forms of its own copy: the page has this event.
     */
    'mainstay:session-ended': Event;
  }
}

const MOST_CHARACTERS = 200_000;
/** As long as a session lasts without a request, where the server does not say. */
const IDLE_MS = 12 * 3_600_000;

/** The user as the shell has read it, with how long their session lasts. */
const userOf = (queries: QueryClient) =>
  queries.getQueryData<{ id: string; lifetime?: { idleMs: number } } | null>(['/api/user']);

function write(drafts: Drafts): void {
  eraseDrafts();
  for (const left = Object.entries(drafts.forms); left.length > 0; left.shift()) {
    // JSON has no undefined, which is an emptied field.
    const json = JSON.stringify({ ...drafts, forms: Object.fromEntries(left) }, (_name, value: unknown) =>
      value === undefined ? null : value,
    );
    if (json.length > MOST_CHARACTERS) continue;
    keepItem('sessionStorage', DRAFTS_KEY, json);
    return;
  }
}

/**
 * Keeps what was typed into a form when the session ends, for the same user in the same tab, and no longer than a
 * session lasts.
 * The form that is opened next, here and about the same object, gets it once.
 * @param form what this form is called at this path
 * @param current what is to be kept; undefined for nothing. Never a password.
 */
export function useDraft(form: string, objectId: string | undefined, current: () => Draft | undefined) {
  const queries = useQueryClient();
  // The first part of the address is of one remote alone.
  const [key] = useState(() => [location.pathname.split('/')[1], form, objectId].join('\n'));
  const [draft] = useState(() => {
    const user = userOf(queries);
    return user ? readDrafts(user.id)?.forms[key] : undefined;
  });
  const [isRestored, setRestored] = useState(draft !== undefined);

  const take = useEffectEvent(() => {
    const user = userOf(queries);
    const drafts = user && readDrafts(user.id);
    if (!drafts || !(key in drafts.forms)) return;
    const { [key]: _taken, ...forms } = drafts.forms;
    write({ ...drafts, forms });
  });
  const keep = useEffectEvent(() => {
    const user = userOf(queries);
    const typed = current();
    if (!user || !typed) return;
    const { [key]: _before, ...others } = readDrafts(user.id)?.forms ?? {};
    const at = serverNow();
    const ahead = at - Date.now();
    const until = at + (user.lifetime?.idleMs ?? IDLE_MS);
    write({ userId: user.id, at, until, ahead, forms: { ...others, [key]: typed } });
  });
  useEffect(() => {
    take();
    const listener = () => keep();
    window.addEventListener('mainstay:session-ended', listener);
    return () => window.removeEventListener('mainstay:session-ended', listener);
  }, []);

  return { draft, isRestored, dismiss: () => setRestored(false) };
}
