import { afterEach } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

interface ReceivedEvent {
  event: string;
  data: Record<string, unknown>;
  id: string | undefined;
}

/** Resolves once it is so; the test's own limit says when that takes too long. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10);
}

/** `GET /api/events` of a running service, as soon as its headers are there. */
export async function askForStream(
  app: INestApplication<Server>,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const address = app.getHttpServer().address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const request = get({ host: '127.0.0.1', port: address.port, path: '/api/events', headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** Reads an event stream as a browser does. */
export class StreamClient {
  /** Without those of `inbox`. */
  readonly events: ReceivedEvent[] = [];
  /** The numbers of unread items, in their order. */
  readonly unread: unknown[] = [];
  /** What a browser would send to resume. */
  lastEventId = '';
  /** All that was received. */
  text = '';
  isClosed = false;
  private rest = '';

  private constructor(readonly response: IncomingMessage) {
    response.setEncoding('utf8').on('data', (chunk: string) => this.take(chunk));
    response.on('error', () => undefined);
    response.once('close', () => (this.isClosed = true));
  }

  /** @throws Error for a response other than 200 */
  static async open(
    app: INestApplication<Server>,
    { cookie, authorization, lastEventId }: { cookie?: string; authorization?: string; lastEventId?: string },
  ): Promise<StreamClient> {
    const response = await askForStream(app, {
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    });
    if (response.statusCode !== 200) {
      response.resume();
      throw new Error(`no stream: ${response.statusCode}`);
    }
    const client = new StreamClient(response);
    // The first event.
    await until(() => client.unread.length > 0 || client.isClosed);
    return client;
  }

  /** The ids of the rows that changed, in the order of the events. */
  get changed(): unknown[] {
    return this.events.filter(({ event }) => event === 'change').map(({ data }) => data['id']);
  }

  /** The names of the events. */
  get names(): string[] {
    return this.events.map(({ event }) => event);
  }

  /** Resolves once a row's change was received, or the stream is closed. */
  async receive(id: string): Promise<void> {
    await until(() => this.isClosed || this.changed.includes(id));
  }

  close(): void {
    this.response.destroy();
  }

  private take(chunk: string): void {
    this.text += chunk;
    const blocks = (this.rest + chunk).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line): [string, string] => {
          const [name = '', ...value] = line.split(': ');
          return [name, value.join(': ')];
        }),
      );
      this.lastEventId = fields.get('id') ?? this.lastEventId;
      const data = fields.get('data');
      if (data === undefined) continue;
      const received: ReceivedEvent = {
        event: fields.get('event') ?? '',
        data: JSON.parse(data) as Record<string, unknown>,
        id: fields.get('id'),
      };
      if (received.event === 'inbox') this.unread.push(received.data['unread']);
      else this.events.push(received);
    }
  }
}

/** Opens streams, which are closed after each test. Registers Jest's hook. */
export function useStreams(): typeof StreamClient.open {
  const opened: StreamClient[] = [];
  afterEach(() => {
    for (const client of opened.splice(0)) client.close();
  });
  return async (...at) => {
    const client = await StreamClient.open(...at);
    opened.push(client);
    return client;
  };
}
