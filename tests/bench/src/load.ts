import { connect, type Socket } from 'node:net';
import { median } from './row.ts';

export interface Target {
  port: number;
  /** The next request, whole, as it goes over the wire. */
  next(): string;
  /** The status every response must have. */
  status: number;
}

export interface Round {
  requests: number;
  requestsPerSecond: number;
  /** Median time of a request in milliseconds. */
  medianMs: number;
}

/** One request as text, for a connection that stays open. */
export function httpRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** When to stop: after so many milliseconds, or so many requests. */
export type Until = { ms: number } | { requests: number };

/** Sends requests on a number of connections at once, on each at least one. @throws when a response is not as expected. */
export async function run(target: Target, connections: number, until: Until): Promise<Round> {
  const times: number[] = [];
  const clients = await Promise.all(Array.from({ length: connections }, () => Client.open(target.port)));
  let sentSoFar = 0;
  const started = performance.now();
  const isOver = (): boolean =>
    'ms' in until ? performance.now() >= started + until.ms : sentSoFar >= until.requests;
  try {
    await Promise.all(
      clients.map(async (client) => {
        do {
          sentSoFar += 1;
          const sent = performance.now();
          const { status, body } = await client.send(target.next());
          if (status !== target.status) throw new Error(`returned ${status}, not ${target.status}: ${body}`);
          times.push(performance.now() - sent);
        } while (!isOver());
      }),
    );
  } finally {
    for (const client of clients) client.close();
  }
  const seconds = (performance.now() - started) / 1000;
  return { requests: times.length, requestsPerSecond: times.length / seconds, medianMs: median(times) };
}

/** How often a round is tried. */
const ATTEMPTS = 3;

/**
 * Measures a round again when a response was not as expected: a service that gets no processor for a second returns 503,
 * and one of those among many thousands is no reason to lose all.
 * @throws when the third attempt fails, too
 */
export async function again<Result>(round: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await round();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      console.error(`A round is measured again: ${String(error)}`);
    }
  }
}

/** One response, to look at it. */
export async function fetchOnce(target: Target): Promise<HttpResponse> {
  const client = await Client.open(target.port);
  try {
    return await client.send(target.next());
  } finally {
    client.close();
  }
}

export interface HttpResponse {
  status: number;
  head: string;
  body: string;
}

/**
 * A connection that sends one request at a time. It reads no more of HTTP than responses with a Content-Length, so that
 * the measuring costs little of the processors that the measured share with it.
 */
class Client {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private waiting: { resolve: (response: HttpResponse) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (data) => this.receive(data));
    socket.on('error', (error) => this.waiting?.reject(error));
    socket.on('close', () => this.waiting?.reject(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<Client> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new Client(socket)));
      socket.once('error', reject);
    });
  }

  send(request: string): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private receive(data: Buffer): void {
    this.received = this.received.length === 0 ? data : Buffer.concat([this.received, data]);
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const status = Number(head.slice(9, 12));
    const length = status === 204 ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (Number.isNaN(length)) {
      this.waiting?.reject(new Error(`a response without Content-Length: ${head}`));
      return;
    }
    const end = headEnd + 4 + length;
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', headEnd + 4, end);
    this.received = this.received.subarray(end);
    this.waiting?.resolve({ status, head, body });
  }
}
