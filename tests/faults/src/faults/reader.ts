import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What identifies a change, in an event and in the feed. */
export interface Change {
  entity: string;
  id: string;
  action: string;
  version: number | null;
}
export const changeKey = ({ entity, id, action, version }: Change): string =>
  `${entity} ${id} ${action} ${version ?? ''}`;

/** An open page: reads `GET /api/events` through the gateway, and connects again as a browser does. */
export class Reader {
  /** When each change arrived, in milliseconds since 1970. */
  readonly arrivals = new Map<string, number>();
  /** Changes that arrived a second time. */
  twice = 0;
  /** How often it had to read everything again. */
  resyncs = 0;
  /** How often it connected. */
  connections = 0;
  private lastEventId = '';
  private retryMs = 3000;
  private rest = '';
  private isOver = false;
  private response: IncomingMessage | undefined;
  private readonly url: string;
  private readonly authorization: string;

  constructor(url: string, authorization: string) {
    this.url = url;
    this.authorization = authorization;
  }

  /** Resolves once the stream is open; goes on until {@link stop}. */
  async start(): Promise<void> {
    const first = await this.connect();
    if (!first) throw new Error('there is no stream');
    void this.goOn(first);
  }

  stop(): void {
    this.isOver = true;
    this.response?.destroy();
  }

  private async goOn(first: IncomingMessage): Promise<void> {
    let open: IncomingMessage | undefined = first;
    for (;;) {
      const response: IncomingMessage | undefined = open;
      if (response) await new Promise((resolve) => response.once('close', resolve));
      this.rest = '';
      await sleep(this.retryMs);
      if (this.isOver) return;
      open = await this.connect();
    }
  }

  private connect(): Promise<IncomingMessage | undefined> {
    return new Promise((resolve) => {
      const request = get(`${this.url}/api/events`, {
        agent: false,
        headers: {
          Accept: 'text/event-stream',
          Authorization: this.authorization,
          ...(this.lastEventId !== '' && { 'Last-Event-ID': this.lastEventId }),
        },
      });
      request.on('error', () => resolve(undefined));
      request.on('response', (response) => {
        response.on('error', () => undefined);
        if (response.statusCode !== 200) {
          response.resume();
          resolve(undefined);
          return;
        }
        this.connections += 1;
        this.response = response;
        response.setEncoding('utf8').on('data', (chunk: string) => this.take(chunk));
        resolve(response);
      });
    });
  }

  private take(chunk: string): void {
    const blocks = (this.rest + chunk).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      this.lastEventId = field('id') ?? this.lastEventId;
      this.retryMs = Number(field('retry') ?? this.retryMs);
      const event = field('event');
      if (event === 'resync') this.resyncs += 1;
      if (event !== 'change') continue;
      const key = changeKey(JSON.parse(field('data') ?? '') as Change);
      if (this.arrivals.has(key)) this.twice += 1;
      else this.arrivals.set(key, Date.now());
    }
  }
}
