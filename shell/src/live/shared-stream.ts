import { type StreamStart } from '../session/session.queries.ts';
import { createEventPosition, type EventPosition } from './event-position.ts';
import { type KeptStream, keepStream, type StreamStatus } from './kept-stream.ts';
import { leadershipOf } from './leadership.ts';
import { watchPage } from './page-watch.ts';
import { type StreamEvent } from './stream-event.ts';
import { type TabMessage } from './tab-channel.ts';
import { createTabNews, type TabNews } from './tab-news.ts';

const TICK_MS = 5000;
/** The leader sends its status at least this often. */
const BEAT_MS = 15_000;
/** A visible tab takes over from a leader that has been silent for this long. */
const SILENT_MS = 45_000;

interface SharedStreamOptions {
  userId: string;
  /** The position of the events before this page requested any other data; undefined if the server did not send it. */
  start: StreamStart | undefined;
  onEvent: (event: StreamEvent) => void;
  /** There may have been events that this tab has not heard. */
  onGap: () => void;
  onStatus: (status: StreamStatus) => void;
  /** The session may have ended. */
  checkSession: () => void;
}

interface SharedStream {
  /** @param isSignedOut the other tabs check the session, too */
  leave: (isSignedOut: boolean) => void;
}

/**
 * The user's events in this tab, from one stream per browser. The tab that has a lock leads: it has the stream, and
 * passes each event on. It releases the lock when it closes, and before it is frozen or kept for going back; the next
 * tab in line continues after the last event that it received. A leader that is silent nevertheless loses the lock to
 * a visible tab. Without locks or channels, which need a secure context, each tab has a stream.
 *
 * No change is missed: the stream of the first tab starts where the events stood when its page began. A tab that
 * joins calls `onGap` if the events stand elsewhere by now, as every tab does when the stream itself cannot continue.
 */
export function shareStream({
  userId,
  start,
  onEvent,
  onGap,
  onStatus,
  checkSession,
}: SharedStreamOptions): SharedStream {
  const name = `mainstay.live.2.${userId}`;
  const position = createEventPosition(start?.cursor);
  const news = createTabNews(name, position, onStatus);
  let isJoined = false;
  let heardAt = 0;
  let stream: KeptStream | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;

  const catchUp = () => {
    position.catchUp();
    onGap();
  };
  const lead = () => {
    stream = leadTabs(position, news, { onEvent, catchUp, checkSession });
  };
  const closeStream = () => {
    stream?.close();
    stream = undefined;
  };
  const leadership = leadershipOf(name, {
    lead,
    onLost: () => {
      closeStream();
      heardAt = Date.now();
    },
  });

  const tick = () => {
    if (stream) {
      if (news.silentFor() >= BEAT_MS) news.postStatus();
    } else if (document.visibilityState === 'visible' && Date.now() - heardAt >= SILENT_MS) {
      heardAt = Date.now();
      position.steal();
      leadership.queue(true);
    }
  };

  const follow = (message: TabMessage) => {
    if (message.kind !== 'event' && message.kind !== 'status') return;
    heardAt = Date.now();
    position.follow(message.cursor);
    if (message.kind === 'event') {
      onEvent(message.event);
      return;
    }
    news.enter(message.status);
    if (message.isNew || (position.isBehind() && message.status.state === 'open')) catchUp();
  };
  const receive = (message: TabMessage) => {
    if (message.kind === 'ended') checkSession();
    else if (!stream) follow(message);
    else if (message.kind === 'wake') {
      stream.retry();
      news.postStatus();
    }
  };

  const join = () => {
    if (isJoined) return;
    isJoined = true;
    heardAt = Date.now();
    news.enter({ state: 'lost', since: Date.now() });
    if (news.open(receive)) {
      news.post({ kind: 'wake' });
      leadership.queue(false);
    } else lead();
    ticking = setInterval(tick, TICK_MS);
  };
  const part = () => {
    if (!isJoined) return;
    isJoined = false;
    position.leave();
    clearInterval(ticking);
    closeStream();
    leadership.leave();
    news.close();
  };

  const stopWatching = watchPage({
    onLeave: part,
    onReturn: () => {
      if (isJoined) return;
      join();
      // Whatever happened meanwhile: another user may have signed in.
      checkSession();
    },
    onVisible: () => {
      if (stream) stream.retry();
      else news.post({ kind: 'wake' });
    },
    onNetwork: () => stream?.reconnect(),
  });
  onStatus(news.status());
  join();

  return {
    leave: (isSignedOut) => {
      stopWatching();
      if (isSignedOut) news.post({ kind: 'ended' });
      part();
    },
  };
}

/** Has the stream for all tabs: passes on each event, and where the stream stands. */
function leadTabs(
  position: EventPosition,
  news: TabNews,
  {
    onEvent,
    catchUp,
    checkSession,
  }: Pick<SharedStreamOptions, 'onEvent' | 'checkSession'> & { catchUp: () => void },
): KeptStream {
  position.lead();
  const { state, since } = news.status();
  return keepStream({
    cursor: position.cursor,
    lostSince: state === 'lost' ? since : Date.now(),
    onOpen: (isResumed) => {
      if (position.isBehind() || !isResumed) catchUp();
      news.postStatus(!isResumed);
    },
    onAlive: () => {
      if (news.silentFor() >= TICK_MS) news.postStatus();
    },
    onCursor: position.moveTo,
    onEvent: (event) => {
      news.post({ kind: 'event', event, cursor: position.cursor() });
      onEvent(event);
    },
    onStatus: (status) => {
      news.enter(status);
      news.postStatus();
    },
    onUnauthorized: () => {
      news.post({ kind: 'ended' });
      checkSession();
    },
  });
}
