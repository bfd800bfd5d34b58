import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Page } from '@playwright/test';

export type Fault = 'error' | 'hang' | 'cut';

const respond: Record<Fault, (response: ServerResponse) => void> = {
  error: (response) => response.writeHead(500).end('no'),
  hang: () => undefined,
  cut: (response) => {
    response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': '10000' });
    response.write('globalThis.executed = true;\n', () => response.destroy());
  },
};

/**
 * Routes matching requests, or only the first, to a server with a real fault.
 * @returns a function that ends it
 */
export async function faultyResponses(
  page: Page,
  address: RegExp,
  fault: Fault,
  { times = Infinity }: { times?: number } = {},
): Promise<() => Promise<void>> {
  const server = createServer((_, response) => respond[fault](response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let left = times;
  await page.route(address, (route) =>
    route.continue(left-- > 0 ? { url: `http://127.0.0.1:${port}/` } : undefined),
  );
  return async () => {
    // First the responses end: a route whose request still waits may not be taken away.
    server.closeAllConnections();
    server.close();
    await page.unroute(address);
  };
}
