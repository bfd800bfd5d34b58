import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const returned = new Set<number>();

/**
 * A port for a process that starts next; within this process, never the same twice. Random, because processes that
 * count up from the same number find the same port. Below the range of outgoing connections, because the system could
 * give a port of that range to one of them before the process listens on it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  if (returned.has(port)) return freePort();
  returned.add(port);
  return (await isFree(port)) ? port : freePort();
}

/** Whether a server can listen on this port of 127.0.0.1 and of all interfaces. */
export const isFree = async (port: number): Promise<boolean> =>
  (await canListen(port, '127.0.0.1')) && (await canListen(port, '0.0.0.0'));

const canListen = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host }, () => server.close(() => resolve(true)));
  });
