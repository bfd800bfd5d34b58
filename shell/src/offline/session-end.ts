import { readDrafts } from '@mainstay/web-kit';
import { type QueryClient } from '@tanstack/react-query';
import { rememberAskedAddress } from '../session/asked-address.ts';
import { endOf, type Lifetime, now } from '../session/lifetime.ts';
import { sessionQuery, setUser } from '../session/session.queries.ts';
import { type KeptStore, scopeOf } from './kept-data.ts';
import { respondsInTime } from './response-wait.ts';

/** The longest timer of browsers. */
const LONGEST_MS = 2 ** 31 - 1;

/** Watches when the session ends: nothing more of it is shown then, whether or not there is a network. */
export function watchSessionEnd(queries: QueryClient, store: KeptStore) {
  /** Until when the session goes on without another response of the server. */
  let end = Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lifetime: Lifetime | undefined;
  let usedAt = 0;
  const user = () => queries.getQueryData(sessionQuery.queryKey);

  const watch = (until: number) => {
    end = until;
    clearTimeout(timer);
    timer = setTimeout(() => void check(), Math.min(end - now(), LONGEST_MS));
  };
  const check = async () => {
    readDrafts(user()?.id);
    if (!user()) return;
    if (now() >= end) {
      const kept = await store.readUser();
      // Another tab may have heard from the server.
      if (kept && kept.scope === scopeOf(user())) watch(Math.max(end, endOf(kept.at, kept.user.lifetime)));
    }
    if (now() < end) {
      watch(end);
      return;
    }
    await respondsInTime(queries.refetchQueries({ queryKey: sessionQuery.queryKey, exact: true }));
    if (!user() || now() < end) return;
    rememberAskedAddress(user()?.id);
    setUser(queries, null);
  };
  for (const event of ['visibilitychange', 'pageshow']) window.addEventListener(event, () => void check());

  return {
    /** When a person last used the session. */
    usedAt: () => usedAt,
    /** The session goes on from `at`, as long as the server has said last. */
    goesOnFrom: (at: number, said?: Lifetime) => {
      usedAt = at;
      lifetime = said ?? lifetime;
      watch(endOf(usedAt, lifetime));
    },
  };
}

export type SessionEnd = ReturnType<typeof watchSessionEnd>;
