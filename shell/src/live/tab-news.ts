import { type EventPosition } from './event-position.ts';
import { type StreamStatus } from './kept-stream.ts';
import { openTabChannel, type TabMessage } from './tab-channel.ts';

/**
 * What this tab knows of the stream, and says to the other tabs.
 * @param name of the channel
 * @param onStatus called when the status is another one
 */
export function createTabNews(
  name: string,
  position: EventPosition,
  onStatus: (status: StreamStatus) => void,
) {
  let status: StreamStatus = { state: 'lost', since: Date.now() };
  let postedAt = 0;
  let channel: BroadcastChannel | undefined;
  const post = (message: TabMessage) => channel?.postMessage(message);
  return {
    status: () => status,
    enter: (next: StreamStatus) => {
      if (next.state === status.state && next.since === status.since) return;
      status = next;
      onStatus(status);
    },
    post,
    postStatus: (hasGap = false) => {
      postedAt = Date.now();
      post({ kind: 'status', status, cursor: position.cursor(), isNew: hasGap });
    },
    /** How long ago the status was posted, in ms. */
    silentFor: () => Date.now() - postedAt,
    /** @returns whether there can be other tabs: without locks or channels, each has a stream */
    open: (receive: (message: TabMessage) => void): boolean => {
      channel = 'locks' in navigator ? openTabChannel(name, receive) : undefined;
      return channel !== undefined;
    },
    close: () => {
      channel?.close();
      channel = undefined;
    },
  };
}

export type TabNews = ReturnType<typeof createTabNews>;
