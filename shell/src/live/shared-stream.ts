import { type KeptStream, keepStream, type StreamStatus } from './kept-stream.ts';
import { forgetPosition, recallPosition, rememberPosition } from './position.ts';
import { type StreamEvent } from './stream-event.ts';
import { openTabChannel, type TabMessage } from './tab-channel.ts';

const TICK_MS = 5000;
/** The leader tells its status at least this often. */
const BEAT_MS = 15_000;
/** A visible tab takes over from a leader that has been silent for this long. */
const SILENT_MS = 45_000;

export interface SharedStreamOptions {
  userId: string;
  /** When this page requested its first data (ms since 1970). */
  since: number;
  onEvent: (event: StreamEvent) => void;
  /** There may have been events that this tab has not heard. */
  onGap: () => void;
  onStatus: (status: StreamStatus) => void;
  /** The session may have ended. */
  checkSession: () => void;
}

export interface SharedStream {
  /** @param isSignedOut the other tabs are told to check the session */
  leave: (isSignedOut: boolean) => void;
}

const canShare = () => 'locks' in navigator && 'BroadcastChannel' in globalThis;

/**
 * The user's events in this tab, from one stream per browser. The tab that has a lock leads: it has the stream, and passes
 * each event on. It releases the lock when it closes, and before it is frozen or kept for going back; the next tab in
 * line continues after the last event that it received. A leader that is silent nevertheless loses the lock to a visible tab.
 * Without locks or channels, which need a secure context, each tab has a stream.
 *
 * No change is missed: a tab that joins calls `onGap` once there is a stream, because its data may be older than that. Only
 * the first page after all others continues where the last one stopped. When the stream itself cannot continue, every tab
 * calls it.
 */
export function shareStream({
  userId,
  since,
  onEvent,
  onGap,
  onStatus,
  checkSession,
}: SharedStreamOptions): SharedStream {
  const name = `mainstay.live.2.${userId}`;
  let cursor: string | undefined;
  let status: StreamStatus = { state: 'lost', since: Date.now() };
  /** There may have been changes since this tab read its data, and there is no stream yet. */
  let isBehind = true;
  let isJoined = false;
  /** The session may have ended: then nothing is stored. */
  let isDoubted = false;
  let heardAt = 0;
  let postedAt = 0;
  let channel: BroadcastChannel | undefined;
  let stream: KeptStream | undefined;
  let stepDown: () => void = () => undefined;
  let waiting = new AbortController();
  let ticking: ReturnType<typeof setInterval> | undefined;

  const tell = (news: StreamStatus) => {
    if (news.state === status.state && news.since === status.since) return;
    status = news;
    onStatus(status);
  };
  const post = (message: TabMessage) => channel?.postMessage(message);
  const postStatus = (isNew = false) => {
    postedAt = Date.now();
    post({ kind: 'status', status, cursor, isNew });
  };
  const catchUp = () => {
    isBehind = false;
    onGap();
  };

  const doubt = () => {
    isDoubted = true;
    forgetPosition();
  };

  /** Has the stream. @returns a promise that resolves when the tab leaves */
  const lead = () => {
    if (!isJoined) return Promise.resolve();
    const last = cursor === undefined ? recallPosition(userId) : undefined;
    if (last) {
      cursor = last.cursor;
      isBehind = last.at > since;
    }
    stream = keepStream({
      cursor: () => cursor,
      lostSince: status.state === 'lost' ? status.since : Date.now(),
      onOpen: (isResumed) => {
        isDoubted = false;
        if (isBehind || !isResumed) catchUp();
        postStatus(!isResumed);
      },
      onAlive: () => {
        if (Date.now() - postedAt >= TICK_MS) postStatus();
      },
      onCursor: (id) => {
        cursor = id;
      },
      onEvent: (event) => {
        post({ kind: 'event', event, cursor });
        onEvent(event);
      },
      onStatus: (news) => {
        tell(news);
        postStatus();
      },
      onUnauthorized: () => {
        doubt();
        post({ kind: 'ended' });
        checkSession();
      },
    });
    return new Promise<void>((resolve) => {
      stepDown = resolve;
    });
  };
  const endLeading = () => {
    stream?.close();
    stream = undefined;
    stepDown();
  };

  const queue = (isStolen: boolean) => {
    waiting.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    navigator.locks.request(name, isStolen ? { steal: true } : { signal }, lead).catch((error: unknown) => {
      // This tab has left, or asked again.
      if (signal.aborted || !isJoined) return;
      const isTakenOver = error instanceof DOMException && error.name === 'AbortError';
      endLeading();
      heardAt = Date.now();
      if (isTakenOver) queue(false);
      // Where locks are not allowed, as where there are none: a stream of its own.
      else void lead();
    });
  };

  const remember = () => {
    if (stream && !isDoubted && status.state === 'open' && cursor !== undefined) {
      rememberPosition(userId, { cursor, at: Date.now() });
    }
  };

  const tick = () => {
    if (stream) {
      remember();
      if (Date.now() - postedAt >= BEAT_MS) postStatus();
    } else if (document.visibilityState === 'visible' && Date.now() - heardAt >= SILENT_MS) {
      heardAt = Date.now();
      queue(true);
    }
  };

  const receive = (message: TabMessage) => {
    if (message.kind === 'ended') {
      doubt();
      checkSession();
    }
    if (stream) {
      if (message.kind === 'wake') {
        stream.retry();
        postStatus();
      }
      return;
    }
    if (message.kind === 'event' || message.kind === 'status') {
      heardAt = Date.now();
      cursor = message.cursor ?? cursor;
    }
    if (message.kind === 'event') onEvent(message.event);
    if (message.kind === 'status') {
      tell(message.status);
      if (message.isNew || (isBehind && status.state === 'open')) catchUp();
    }
  };

  const join = () => {
    if (isJoined) return;
    isJoined = true;
    heardAt = Date.now();
    tell({ state: 'lost', since: Date.now() });
    if (canShare()) {
      channel = openTabChannel(name, receive);
      post({ kind: 'wake' });
      queue(false);
    } else void lead();
    ticking = setInterval(tick, TICK_MS);
  };
  const part = () => {
    if (!isJoined) return;
    isJoined = false;
    remember();
    isBehind = true;
    clearInterval(ticking);
    waiting.abort();
    endLeading();
    channel?.close();
    channel = undefined;
  };

  const rejoin = () => {
    if (isJoined) return;
    join();
    // Whatever happened meanwhile: another user may have signed in.
    checkSession();
  };
  const reconnect = () => stream?.reconnect();
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    if (stream) stream.retry();
    else post({ kind: 'wake' });
  };

  const listeners: [EventTarget, string, () => void][] = [
    [window, 'pagehide', part],
    [window, 'pageshow', rejoin],
    [document, 'freeze', part],
    [document, 'resume', rejoin],
    [document, 'visibilitychange', wake],
    [window, 'online', reconnect],
    [window, 'offline', reconnect],
  ];
  for (const [target, event, listener] of listeners) target.addEventListener(event, listener);
  onStatus(status);
  join();

  return {
    leave: (isSignedOut) => {
      for (const [target, event, listener] of listeners) target.removeEventListener(event, listener);
      if (isSignedOut) {
        doubt();
        post({ kind: 'ended' });
      }
      part();
    },
  };
}
