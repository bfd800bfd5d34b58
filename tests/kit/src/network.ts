import type { Page, Request } from 'playwright-core';

const QUIET_MS = 500;

/**
 * Follows a page's requests from now on. Playwright's `networkidle` never comes while the event stream is open.
 * @returns a function that waits until no other request has been in flight for half a second
 */
export function watchNetwork(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let changedAt = Date.now();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/events') return;
    running.add(request);
    changedAt = Date.now();
  });
  const end = (request: Request) => {
    if (running.delete(request)) changedAt = Date.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    while (running.size > 0 || Date.now() - changedAt < QUIET_MS) await page.waitForTimeout(50);
  };
}
