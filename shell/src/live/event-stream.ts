import { createParser } from 'eventsource-parser';
import { readReason, type StreamEvent } from './stream-event.ts';

const ADDRESS = '/api/events';

/** Until the response; the server sends it at once. */
const CONNECT_MS = 10_000;

/** The server sends at least a comment every 20 s: a connection that is silent for longer is dead. */
const SILENT_MS = 30_000;

/** How a stream ended, or why it did not begin. */
export interface StreamEnd {
  /**
   * `lost`: the network or the service failed. `drained`: the server asked to connect again. `unauthorized`: the
   * session has ended, or should be checked. `refused`: another attempt would not help soon (404, 429 and the like).
   */
  kind: 'lost' | 'drained' | 'unauthorized' | 'refused';
  /** The least time to wait before the next attempt, from Retry-After. */
  retryAfterMs: number;
}

export interface StreamCallbacks {
  onOpen: () => void;
  /** Called for each sign of life, comments too. */
  onAlive: () => void;
  /** A position to resume from, before the event that has it. */
  onCursor: (cursor: string) => void;
  onEvent: (event: StreamEvent) => void;
  /** The server's wish for the time before the next attempt. */
  onRetry: (milliseconds: number) => void;
}

/**
 * Reads the event stream until it ends. Not by EventSource, which can send no `Last-Event-ID` of another connection
 * and does not show the status.
 * @param cursor where to resume; undefined to start now
 * @param signal ends the stream as `lost`
 */
export async function readEventStream(
  cursor: string | undefined,
  signal: AbortSignal,
  callbacks: StreamCallbacks,
): Promise<StreamEnd> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), CONNECT_MS);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_MS);
    callbacks.onAlive();
  };
  try {
    const response = await fetch(ADDRESS, {
      headers: { Accept: 'text/event-stream', ...(cursor !== undefined && { 'Last-Event-ID': cursor }) },
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!response.ok || !isStream || !response.body) {
      await response.body?.cancel();
      return refusalOf(response);
    }
    callbacks.onOpen();
    alive();
    return await readEvents(response.body, { ...callbacks, onAlive: alive });
  } catch {
    // The network failed, the connection was silent for too long, or the caller has ended it: there is no stream.
    return { kind: 'lost', retryAfterMs: 0 };
  } finally {
    clearTimeout(timer);
  }
}

function refusalOf({ status, headers }: Response): StreamEnd {
  const retryAfterMs = 1000 * (Number(headers.get('retry-after')) || 0);
  if (status === 401) return { kind: 'unauthorized', retryAfterMs };
  return { kind: status >= 500 ? 'lost' : 'refused', retryAfterMs };
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onAlive, onCursor, onEvent, onRetry }: Omit<StreamCallbacks, 'onOpen'>,
): Promise<StreamEnd> {
  const ends: StreamEnd[] = [];
  const parser = createParser({
    onId: onCursor,
    onRetry,
    onEvent: ({ event: name = 'message', data }) => {
      if (name === 'end') ends.push({ kind: kindOf(readReason(data)), retryAfterMs: 0 });
      else onEvent({ name, data });
    },
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { kind: 'lost', retryAfterMs: 0 };
    onAlive();
    parser.feed(decoder.decode(value, { stream: true }));
    const [end] = ends;
    if (end) {
      await reader.cancel();
      return end;
    }
  }
}

function kindOf(reason: unknown): StreamEnd['kind'] {
  if (reason === 'session') return 'unauthorized';
  return reason === 'drain' ? 'drained' : 'lost';
}
