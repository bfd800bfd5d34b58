import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of 127.0.0.1 nobody listens on, below those the system gives to outgoing connections: one of these would
 * be taken again before a process that starts can listen on it.
 */
export const freePort = (port = randomInt(10_000, 32_000)): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
