import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port of 127.0.0.1 below the range of outgoing connections: the system could take a port of that range before
 * the process under test listens on it.
 */
export const freePort = (port = randomInt(10_000, 32_000)): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(freePort()));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
