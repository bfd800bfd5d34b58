import type { Page, Request } from 'playwright-core';

const QUIET_MS = 500;
const LIMIT_MS = 60_000;

/**
 * Follows a page's requests from now on. Playwright's `networkidle` never comes while the event stream is open.
 * @returns a function that waits until no other request has been in flight for half a second; after a minute it throws
 *   with what is still asked for
 */
export function watchNetwork(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let changedAt = Date.now();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') return;
    running.add(request);
    changedAt = Date.now();
  });
  const ended = (request: Request) => {
    if (running.delete(request)) changedAt = Date.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    const end = Date.now() + LIMIT_MS;
    while (running.size > 0 || Date.now() - changedAt < QUIET_MS) {
      if (Date.now() > end)
        throw new Error(
          `The network is not quiet: ${[...running].map((request) => request.url()).join(', ')}`,
        );
      await page.waitForTimeout(50);
    }
  };
}
