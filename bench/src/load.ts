import { connect, type Socket } from 'node:net';

export interface Target {
  port: number;
  /** A whole request as it goes over the wire; the same each time. */
  request: string;
  /** The status every answer must have. */
  status: number;
}

export interface Round {
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

/** Sends the request again and again on a number of connections at once. @throws when an answer is not as expected. */
export async function run(target: Target, connections: number, forMs: number): Promise<Round> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + forMs;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await Client.open(target.port);
      try {
        while (performance.now() < end) {
          const sent = performance.now();
          const { status } = await client.send(target.request);
          if (status !== target.status) throw new Error(`answered ${status} instead of ${target.status}`);
          times.push(performance.now() - sent);
        }
      } finally {
        client.close();
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return { requestsPerSecond: times.length / seconds, medianMs: median(times) };
}

/** One answer, for looking at it. */
export async function fetchOnce({ port, request }: Target): Promise<Answer> {
  const client = await Client.open(port);
  try {
    return await client.send(request);
  } finally {
    client.close();
  }
}

/** The middle one of the values, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

interface Answer {
  status: number;
  head: string;
  body: string;
}

/**
 * A connection that sends one request at a time. It reads no more of HTTP than answers with a Content-Length, so that
 * the measuring costs little of the processors that the measured share with it.
 */
class Client {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined;

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

  send(request: string): Promise<Answer> {
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
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (Number.isNaN(length)) {
      this.waiting?.reject(new Error(`an answer without Content-Length: ${head}`));
      return;
    }
    const end = headEnd + 4 + length;
    if (this.received.length < end) return;
    const body = this.received.toString('utf8', headEnd + 4, end);
    this.received = this.received.subarray(end);
    this.waiting?.resolve({ status: Number(head.slice(9, 12)), head, body });
  }
}
