import { jest } from '@jest/globals';

interface NoBody {
  responses: { 204: { content?: never } };
}
/** Paths of a client whose responses do not matter. */
export interface TicketPaths {
  '/api/tickets': { get: NoBody; post: NoBody };
}

/** Lets everything that waits for no timer happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

/** Lets milliseconds pass on jest's fake timers, and what they lead to happen. */
export async function pass(milliseconds: number): Promise<void> {
  await settle();
  await jest.advanceTimersByTimeAsync(milliseconds);
  await settle();
}

/** One call of GET /api/events. */
interface FakeStream {
  headers: Headers;
  isOpen: boolean;
  /** Sends text as it stands. */
  send: (text: string) => void;
  /** Sends an event. */
  event: (name: string, data: object, id?: string) => void;
  /** Ends the response, as a server does that stops. */
  end: () => void;
}

function openStream(headers: Headers, signal: AbortSignal | null | undefined): [FakeStream, Response] {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      stream.isOpen = false;
    },
  });
  const stream: FakeStream = {
    headers,
    isOpen: true,
    send: (text) => controller?.enqueue(encoder.encode(text)),
    event: (name, data, id) => {
      const idLine = id === undefined ? '' : `id: ${id}\n`;
      stream.send(`${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end: () => {
      stream.isOpen = false;
      controller?.close();
    },
  };
  signal?.addEventListener('abort', () => {
    if (!stream.isOpen) return;
    stream.isOpen = false;
    controller?.error(signal.reason);
  });
  return [stream, new Response(body, { headers: { 'content-type': 'text/event-stream' } })];
}

/**
 * A server of events: replaces `fetch` until jest restores its mocks. `responses` are for the next attempts: a status
 * with headers, or an error of the network; without one the stream opens. Other addresses are left to `others`.
 */
export function fakeEvents(
  others: (request: Request) => Response = () => new Response(null, { status: 404 }),
) {
  const streams: FakeStream[] = [];
  const attempts: Headers[] = [];
  const responses: (Response | Error)[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (input !== '/api/events') {
      return Promise.resolve(
        others(input instanceof Request ? input : new Request(new URL(String(input), location.origin), init)),
      );
    }
    const headers = new Headers(init?.headers);
    attempts.push(headers);
    const prepared = responses.shift();
    if (prepared instanceof Error) return Promise.reject(prepared);
    if (prepared) return Promise.resolve(prepared);
    const [stream, response] = openStream(headers, init?.signal);
    streams.push(stream);
    return Promise.resolve(response);
  });
  return {
    streams,
    attempts,
    responses,
    /** The only open stream. */
    open: (): FakeStream => {
      const [stream, ...more] = streams.filter(({ isOpen }) => isOpen);
      if (!stream || more.length > 0) throw new Error(`${stream ? more.length + 1 : 0} streams are open`);
      return stream;
    },
  };
}

interface Waiting {
  callback: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

const aborted = () => new DOMException('The lock was taken.', 'AbortError');

/** Web Locks for one name; a lock can be stolen. */
export function fakeLocks() {
  const line: Waiting[] = [];
  let holder: Waiting | undefined;

  const next = () => {
    if (holder) return;
    const first = line.shift();
    if (!first) return;
    holder = first;
    void first.callback().then((value) => {
      first.resolve(value);
      if (holder !== first) return;
      holder = undefined;
      next();
    });
  };
  const request = (
    _name: string,
    { signal, steal = false }: { signal?: AbortSignal; steal?: boolean },
    callback: () => Promise<unknown>,
  ) =>
    new Promise((resolve, reject) => {
      const waiting = { callback, resolve, reject };
      signal?.addEventListener('abort', () => {
        const at = line.indexOf(waiting);
        if (at < 0) return;
        line.splice(at, 1);
        reject(aborted());
      });
      if (steal) {
        line.unshift(waiting);
        holder?.reject(aborted());
        holder = undefined;
      } else line.push(waiting);
      queueMicrotask(next);
    });
  return { request };
}

/** BroadcastChannel between the channels of one page, without a name. `mute` loses what a channel posts. */
export class FakeChannel {
  static readonly all = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  isMuted = false;

  constructor(readonly name: string) {
    FakeChannel.all.add(this);
  }

  postMessage(data: unknown) {
    if (this.isMuted) return;
    const copy: unknown = JSON.parse(JSON.stringify(data));
    for (const other of FakeChannel.all) {
      if (other !== this && other.name === this.name) {
        queueMicrotask(() => FakeChannel.all.has(other) && other.onmessage?.({ data: copy }));
      }
    }
  }

  close() {
    FakeChannel.all.delete(this);
  }
}
