import { readEventStream, type StreamCallbacks, type StreamEnd } from './event-stream.ts';

/** Until the server has said how long to wait. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** A stream that lasted this long was no failure. */
const STABLE_MS = 5000;
/** Before the next attempt after a refusal. */
const REST_MS = 300_000;

/**
 * `open`: events arrive. `lost`: they will again. `none`: this system has no events for this browser; there is no
 * service, or the user has too many streams.
 */
export interface StreamStatus {
  state: 'open' | 'lost' | 'none';
  /** When the state began (ms since 1970). */
  since: number;
}

export interface KeptStream {
  /** Connects at once if the stream is lost. */
  retry: () => void;
  /** Connects at once, also if the stream seems open. */
  reconnect: () => void;
  close: () => void;
}

interface KeptStreamOptions extends Pick<StreamCallbacks, 'onAlive' | 'onEvent' | 'onCursor'> {
  /** Where to resume now; undefined to start with what happens from now on. */
  cursor: () => string | undefined;
  /** @param isResumed the server sends what happened since the cursor, or `resync` */
  onOpen: (isResumed: boolean) => void;
  onStatus: (status: StreamStatus) => void;
  /** The session may have ended. */
  onUnauthorized: () => void;
  /** When there was a stream for the last time. */
  lostSince: number;
  random?: () => number;
}

/** Keeps an event stream open: connects again when it ends, after the server's time and then ever later, up to 30 s. */
export function keepStream({
  cursor,
  onOpen,
  onStatus,
  onUnauthorized,
  lostSince,
  random = Math.random,
  ...callbacks
}: KeptStreamOptions): KeptStream {
  let status: StreamStatus = { state: 'lost', since: lostSince };
  let firstWaitMs = FIRST_WAIT_MS;
  let failures = 0;
  const closing = new AbortController();
  let attempt = new AbortController();
  let wake: () => void = () => undefined;

  const enter = (state: StreamStatus['state']) => {
    if (state === status.state) return;
    status = { state, since: Date.now() };
    onStatus(status);
  };

  /**
   * What the end of an attempt means.
   * @returns milliseconds until the next one
   */
  const after = ({ kind, retryAfterMs }: StreamEnd): number => {
    if (status.state === 'open' && Date.now() - status.since >= STABLE_MS) failures = 0;
    enter(kind === 'refused' ? 'none' : 'lost');
    if (kind === 'unauthorized') onUnauthorized();
    if (kind === 'refused') return Math.max(REST_MS, retryAfterMs) * (1 + random() / 5);
    if (kind === 'drained') return random() * FIRST_WAIT_MS;
    const grown = Math.min(MAX_WAIT_MS, firstWaitMs * 2 ** failures);
    const wait = failures === 0 ? grown : grown * (1 - random() / 2);
    failures += 1;
    return Math.max(wait, retryAfterMs);
  };

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const isClosed = () => closing.signal.aborted;
  const run = async () => {
    while (!isClosed()) {
      attempt = new AbortController();
      const from = cursor();
      const end = await readEventStream(from, attempt.signal, {
        ...callbacks,
        onOpen: () => {
          enter('open');
          onOpen(from !== undefined);
        },
        onRetry: (milliseconds) => (firstWaitMs = Math.min(MAX_WAIT_MS, milliseconds)),
      });
      if (isClosed()) return;
      if (!attempt.signal.aborted) await pause(after(end));
    }
  };

  onStatus(status);
  void run();
  return {
    retry: () => {
      if (status.state === 'lost') wake();
    },
    reconnect: () => {
      enter('lost');
      attempt.abort();
      wake();
    },
    close: () => {
      closing.abort();
      attempt.abort();
      wake();
    },
  };
}
