import { isRecord, type LiveChange } from '@mainstay/remote-contract';
import { isRefreshable } from '@mainstay/web-kit';
import { type Query, type QueryClient } from '@tanstack/react-query';
import { type LiveHub } from '../remotes/live-hub.ts';
import { registryQuery } from '../remotes/registry.ts';
import { type CurrentUser, sessionQuery, type User } from '../session/session.queries.ts';
import { affectedBy, shellPaths } from './affected-queries.ts';
import { type StreamStatus } from './kept-stream.ts';
import { recordOwnWrites } from './own-writes.ts';
import { createRefresher } from './refresher.ts';
import { sessionCheckQuery } from './session-check.ts';
import { shareStream } from './shared-stream.ts';
import { readChange, readInbox, type StreamEvent } from './stream-event.ts';

/** A sign-out of this tab is done by then, and needs no check. */
const SIGN_OUT_MS = 300;
/** After a gap every query is refetched: its requests are spread over this time. */
const SPREAD_MS = 1000;

interface Options {
  queries: QueryClient;
  user: CurrentUser;
  hub: LiveHub;
  onStatus: (status: StreamStatus) => void;
  reload?: () => void;
}

/**
 * Whether a query of the inbox has this number of unread items: the stream begins with it, and says it again after the
 * tab's own reads. A list that failed on load says so, and offers Retry.
 */
function showsUnread({ queryKey, state: { data, fetchStatus } }: Query, unread: number | undefined): boolean {
  if (unread === undefined || fetchStatus !== 'idle') return false;
  const [, filter] = queryKey;
  if (!isRecord(data)) return isRecord(filter);
  if (data['unread'] === unread) return true;
  const pages: unknown[] = Array.isArray(data['pages']) ? data['pages'] : [];
  return (
    isRecord(filter) && filter['unread'] === 'true' && isRecord(pages[0]) && pages[0]['total'] === unread
  );
}

/**
 * Refreshes what this tab shows when somebody else changes it, and notifies the subscribers in the hub. When the
 * session ends elsewhere, the page leads to the sign-in page as after any unauthorized query.
 * @returns a function that stops it
 */
export function startLive({
  queries,
  user,
  hub,
  onStatus,
  reload = () => location.reload(),
}: Options): () => void {
  const refresher = createRefresher(queries);
  const own = recordOwnWrites();
  let isStopped = false;
  let check: ReturnType<typeof setTimeout> | undefined;
  let isRefreshedAfterCheck = false;

  const { streamStart } = user;
  /** Some data was read before the response that has the position of the events. */
  const isOlderShown = queries
    .getQueryCache()
    .findAll({ predicate: isRefreshable })
    .some(({ state }) => state.data !== undefined && state.dataUpdatedAt < (streamStart?.at ?? 0));

  /** It may be older than a change. */
  const forgetAhead = () => globalThis.mainstayAhead?.clear();
  const refreshAll = () => {
    forgetAhead();
    refresher.refresh(isRefreshable, SPREAD_MS);
  };

  const onSession = (current: User) => {
    if (isStopped) return;
    // Another user has signed in in another tab: nothing on this page is theirs.
    if (current.id !== user.id) {
      reload();
      return;
    }
    queries.setQueryData(sessionQuery.queryKey, current);
    if (isRefreshedAfterCheck) refreshAll();
    isRefreshedAfterCheck = false;
  };
  const checkSession = () => {
    check ??= setTimeout(() => {
      check = undefined;
      // If it has ended, the query client leads away. Any other error meets the stream too, which checks again.
      queries.query(sessionCheckQuery).then(onSession, () => undefined);
    }, SIGN_OUT_MS);
  };

  const declared = () => [
    shellPaths,
    ...(queries.getQueryData(registryQuery.queryKey)?.remotes ?? []).map(({ live }) => live),
  ];

  const apply = (change: LiveChange) => {
    if (isStopped || (change.requestId !== null && own.has(change.requestId))) return;
    // How many items are unread is in nothing that is requested ahead, and comes with each stream.
    if (change.entity !== 'inbox') forgetAhead();
    const affects = affectedBy(change, declared());
    refresher.refresh(
      (query) => isRefreshable(query) && affects(query) && !showsUnread(query, change.unread),
    );
    if (change.entity === 'user' && change.id === user.id) checkSession();
    hub.publish(change);
  };

  const onChange = (change: LiveChange) => {
    // The change of a write may be here before the response that has its id.
    const pending = change.actorId === user.id ? own.pending() : undefined;
    if (pending) void pending.then(() => apply(change));
    else apply(change);
  };

  const onEvent = ({ name, data }: StreamEvent) => {
    if (name === 'resync') {
      refreshAll();
      // Perhaps with the role.
      checkSession();
      return;
    }
    const change =
      name === 'change' ? readChange(data) : name === 'inbox' ? readInbox(data, user.id) : undefined;
    if (change) onChange(change);
  };

  const shared = shareStream({
    userId: user.id,
    start: isOlderShown ? undefined : streamStart,
    onEvent,
    onGap: refreshAll,
    onStatus,
    checkSession: () => {
      // The user may see other things than before.
      isRefreshedAfterCheck = true;
      checkSession();
    },
  });

  return () => {
    isStopped = true;
    clearTimeout(check);
    shared.leave(queries.getQueryData(sessionQuery.queryKey) === null);
    refresher.stop();
    own.stop();
  };
}
