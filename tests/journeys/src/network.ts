import type { Page, Request } from '@playwright/test';

const QUIET_MS = 500;

/** Whether a request is the event stream, which stays open and is aborted when its page is left. */
export const isEventStream = (request: Request): boolean => new URL(request.url()).pathname === '/api/events';

/**
 * Follows a page's requests from now on. Playwright's `networkidle` never comes while the event stream is open.
 * @returns a function that waits until, for half a second from then on, no other request is in flight
 */
export function watchNetwork(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let changedAt = Date.now();
  page.on('request', (request) => {
    if (isEventStream(request)) return;
    running.add(request);
    changedAt = Date.now();
  });
  const end = (request: Request) => {
    if (running.delete(request)) changedAt = Date.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    // What was just shown may be about to request more, however long ago the last request was.
    changedAt = Date.now();
    while (running.size > 0 || Date.now() - changedAt < QUIET_MS) await page.waitForTimeout(50);
  };
}
