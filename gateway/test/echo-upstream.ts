import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';

/** What an upstream saw, as it answers it in JSON. */
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
  /** Ends all connections and frees the port: what a killed process does. */
  kill: () => Promise<void>;
}

/**
 * A real server that answers what it saw. The query asks for more: `status` sets the status, `size` pads the answer
 * to that many bytes and more, `etag` and `cache` set those headers, `hangup` ends the connection instead.
 */
export async function startEcho(reached: string, port = 0): Promise<EchoUpstream> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    const query = new URL(request.url ?? '/', 'http://upstream').searchParams;
    let bodyLength = 0;
    request.on('data', (chunk: Buffer) => (bodyLength += chunk.length));
    request.on('end', () => {
      if (query.has('hangup')) {
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
      response.statusCode = Number(query.get('status') ?? 200);
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('X-Powered-By', 'echo');
      if (query.has('etag')) response.setHeader('ETag', `"${query.get('etag') ?? ''}"`);
      if (query.has('cache')) response.setHeader('Cache-Control', query.get('cache') ?? '');
      response.end(JSON.stringify({ ...seen, padding: 'x'.repeat(Number(query.get('size') ?? 0)) }));
    });
  });
  return { address: await listen(server, port), count: () => count, kill: () => kill(server) };
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  return `127.0.0.1:${address.port}`;
}

async function kill(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
