import { late } from '@mainstay/ui/base';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LiveHub } from '../remotes/live-hub.ts';
import { type CurrentUser } from '../session/session.queries.ts';
import { type StreamStatus } from './kept-stream.ts';
import { ReconnectingBar } from './reconnecting-bar.tsx';

const connection = late(() => import(/* webpackChunkName: "live" */ './connection.ts'));

/**
 * Keeps the page up to date with what others change, from the first paint until the user signs out, and says when it
 * is not. The code is fetched after the first paint.
 */
export function LiveUpdates({ user, hub }: { user: CurrentUser; hub: LiveHub }) {
  const queries = useQueryClient();
  const [status, setStatus] = useState<StreamStatus>();
  // A change of the user's name is no reason to start again.
  const [first, setFirst] = useState(user);
  if (first.id !== user.id) setFirst(user);

  const live = connection.useAfterPaint();
  useEffect(
    () => live?.startLive({ queries, user: first, hub, onStatus: setStatus }),
    [live, queries, first, hub],
  );

  return <ReconnectingBar lostSince={status?.state === 'lost' ? status.since : undefined} />;
}
