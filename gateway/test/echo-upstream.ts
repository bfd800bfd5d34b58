import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';

/** What an upstream saw, which it returns as JSON. */
export interface Seen {
  /** The name the upstream was started with. */
  reached: string;
  method: string;
  /** Path and query as they came over the wire. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Length of the body in bytes. */
  bodyLength: number;
}

export interface EchoUpstream {
  /** host:port */
  address: string;
  /** Requests that arrived so far. */
  count: () => number;
  /** Connections that were opened so far. */
  connections: () => number;
  /** Forgets what arrived, and ends otherwise from now on. */
  become: (mood: Mood) => void;
  /** Ends all connections and frees the port: what a killed process does. */
  kill: () => Promise<void>;
  /** Listens again at the same address after `kill`. */
  revive: () => Promise<void>;
}

/** How a replica ends: returns 503, drops the connection of each request, or of one and recovers. */
export type Mood = 'well' | 'draining' | 'dying' | 'fainting';

/**
 * A real server that returns what it saw. The query asks for more: `status` sets the status, `size` pads the response
 * to that many bytes and more, `wait` responds after so many milliseconds, `etag`, `cache` and `file` (where nginx
 * finds what it is to send instead) set headers.
 */
export async function startEcho(reached: string, mood: Mood = 'well'): Promise<EchoUpstream> {
  let count = 0;
  let connections = 0;
  const server = createServer((request, response) => {
    count += 1;
    const query = new URL(request.url ?? '/', 'http://upstream').searchParams;
    let bodyLength = 0;
    request.on('data', (chunk: Buffer) => (bodyLength += chunk.length));
    request.on('end', () => {
      if (mood === 'dying' || (mood === 'fainting' && count === 1)) {
        request.socket.destroy();
        return;
      }
      const seen: Seen = {
        reached,
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        bodyLength,
      };
      response.statusCode = mood === 'draining' ? 503 : Number(query.get('status') ?? 200);
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('X-Powered-By', 'echo');
      if (query.has('etag')) response.setHeader('ETag', `"${query.get('etag') ?? ''}"`);
      if (query.has('cache')) response.setHeader('Cache-Control', query.get('cache') ?? '');
      if (query.has('file')) response.setHeader('X-Accel-Redirect', query.get('file') ?? '');
      const body = JSON.stringify({ ...seen, padding: 'x'.repeat(Number(query.get('size') ?? 0)) });
      setTimeout(() => response.end(body), Number(query.get('wait') ?? 0));
    });
  });
  server.on('connection', () => (connections += 1));
  const address = await listen(server, 0);
  return {
    address,
    become: (next) => {
      mood = next;
      count = 0;
      connections = 0;
    },
    revive: async () => {
      if (!server.listening) await listen(server, Number(address.split(':').at(-1)));
    },
    count: () => count,
    connections: () => connections,
    kill: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * On a free port for 0.
 * @returns host:port
 */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  return `127.0.0.1:${address.port}`;
}
