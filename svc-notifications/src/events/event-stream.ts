import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { endText } from './event-text.ts';
import type { EndReason } from './events.schemas.ts';
import type { Scope } from './scope.ts';
import type { Viewer } from './stream-access.ts';

/** A client for which more bytes are waiting does not read. */
export const MAX_WAITING_BYTES = 256 * 1024;
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // For proxies on the way that would collect events before they pass them on.
  'x-accel-buffering': 'no',
};
/** For a client to read the last event, before its connection is destroyed. */
const LAST_EVENT_MS = 2000;

/** One client's open response. */
export class EventStream {
  readonly id = randomUUID();
  /** Cursor of the change feed: everything before it was sent, or is not for this user. */
  position = '';
  /** At the last check. */
  scope: Scope = new Set();
  /** The last number sent. */
  unread = 0;
  private response: ServerResponse | undefined;
  /** Bytes that may wait in addition: what was missed is written at once, and is more than a client reads at once. */
  private allowance = 0;

  constructor(readonly viewer: Viewer) {}

  /** Sends the headers and the first events. `closed` is called once, however the connection ends. */
  begin(response: ServerResponse, text: string, closed: () => void): void {
    if (response.destroyed) {
      closed();
      return;
    }
    this.response = response;
    response.once('close', closed);
    response.writeHead(200, STREAM_HEADERS);
    this.allowance = Buffer.byteLength(text);
    response.once('drain', () => (this.allowance = 0));
    response.write(text);
  }

  /** Sends events. Closes the connection of a client that does not read them: it can connect again and resume. */
  write(text: string): void {
    if (!this.response || this.response.writableEnded || this.response.destroyed) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_WAITING_BYTES + this.allowance) this.response.destroy();
  }

  /** Sends the last event and closes the connection. */
  end(reason: EndReason): void {
    const { response } = this;
    if (!response || response.writableEnded) return;
    response.end(endText(reason));
    setTimeout(() => response.destroy(), LAST_EVENT_MS).unref();
  }
}
