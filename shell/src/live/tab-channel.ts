import { isRecord } from '@mainstay/remote-contract';
import { type StreamStatus } from './kept-stream.ts';
import { type StreamEvent } from './stream-event.ts';

/** What the tabs of one user in one browser say to each other. The leader is the tab that has the stream. */
export type TabMessage =
  /** From the leader, with the position after the event. */
  | { kind: 'event'; event: StreamEvent; cursor: string | undefined }
  /** From the leader, at least every 15 s. `isNew`: there may have been events before that no tab has heard. */
  | { kind: 'status'; status: StreamStatus; cursor: string | undefined; isNew: boolean }
  /**
   * From a tab that joins or becomes visible: the leader posts its status, and connects at once if the stream is
   * lost.
   */
  | { kind: 'wake' }
  /** The session may have ended. */
  | { kind: 'ended' };

/**
 * A channel to the other tabs; undefined where the browser has none, or allows none as it keeps nothing. Tabs may run
 * different versions of the shell: what cannot be read is ignored.
 */
export function openTabChannel(
  name: string,
  receive: (message: TabMessage) => void,
): BroadcastChannel | undefined {
  let channel: BroadcastChannel;
  try {
    channel = new BroadcastChannel(name);
  } catch {
    return undefined;
  }
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data);
    if (message) receive(message);
  };
  return channel;
}

const readEvent = (value: unknown): StreamEvent | undefined =>
  isRecord(value) && typeof value['name'] === 'string' && typeof value['data'] === 'string'
    ? { name: value['name'], data: value['data'] }
    : undefined;

function readStatus(value: unknown): StreamStatus | undefined {
  if (!isRecord(value)) return undefined;
  const { state, since } = value;
  if (state !== 'open' && state !== 'lost' && state !== 'none') return undefined;
  return typeof since === 'number' ? { state, since } : undefined;
}

function readMessage(value: unknown): TabMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, isNew } = value;
  const cursor = typeof value['cursor'] === 'string' ? value['cursor'] : undefined;
  const event = readEvent(value['event']);
  const status = readStatus(value['status']);
  if (kind === 'event' && event) return { kind, event, cursor };
  if (kind === 'status' && status) return { kind, status, cursor, isNew: isNew === true };
  return kind === 'wake' || kind === 'ended' ? { kind } : undefined;
}
