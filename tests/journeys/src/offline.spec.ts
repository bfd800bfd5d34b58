import { type BrowserContext, expect, type Page } from '@playwright/test';
import { signIn } from './people.ts';
import { test } from './temporary-store.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until a worker has stored everything and is active. */
const workerIsReady = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

const board = (page: Page) => page.getByRole('heading', { name: 'Maintenance', exact: true });

/** Opens the board once with the network, and keeps everything for the next time. */
async function visitBoard(page: Page): Promise<void> {
  await signIn(page, 'manager', '/tickets');
  await expect(board(page)).toBeVisible();
  await workerIsReady(page);
}

/** Who responded to the requests for files with a hash in their names, from now on. */
function watchFiles(page: Page) {
  const found: { address: string; isFromWorker: boolean }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/(assets|remotes)\/.*[./-][0-9a-f]{10}\.(js|css)$/.test(pathname)) {
      found.push({ address: pathname, isFromWorker: response.fromServiceWorker() });
    }
  });
  return found;
}

const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found;
  });

test('a second visit has its files from the worker, and without a network the board opens within a second', async ({
  page,
  context,
}) => {
  await visitBoard(page);
  const files = watchFiles(page);
  await page.reload();
  await expect(board(page)).toBeVisible();
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ isFromWorker }) => !isFromWorker)).toEqual([]);
  expect((await cached(page)).filter((address) => address.startsWith('/api/'))).toEqual([]);

  await context.setOffline(true);
  const startedAt = Date.now();
  await page.goto('/tickets');
  await expect(board(page)).toBeVisible();
  expect(Date.now() - startedAt).toBeLessThan(1000);
});
