import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LiveHub } from '../remotes/live-hub.ts';
import { type CurrentUser } from '../session/session.queries.ts';
import { type StreamStatus } from './kept-stream.ts';
import { ReconnectingBar } from './reconnecting-bar.tsx';

/** When the code cannot be loaded, it is loaded again after this time. */
const LOAD_AGAIN_MS = 30_000;

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

  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const start = () => {
      import(/* webpackChunkName: "live" */ './connection.ts').then(
        ({ startLive }) => {
          if (!isGone) stop = startLive({ queries, user: first, hub, onStatus: setStatus });
        },
        () => {
          if (!isGone) timer = setTimeout(start, LOAD_AGAIN_MS);
        },
      );
    };
    // The task after the next frame: then the page is painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(start);
    });
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      stop?.();
    };
  }, [queries, first, hub]);

  return <ReconnectingBar lostSince={status?.state === 'lost' ? status.since : undefined} />;
}
