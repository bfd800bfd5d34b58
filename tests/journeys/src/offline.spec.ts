import { expect, type Page } from '@playwright/test';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedShell, shellTexts } from './changed-shell.ts';
import { signIn } from './people.ts';
import { currentVersion, registry, registryDir } from './registry.ts';
import { test } from './temporary-store.ts';

test.use({ serviceWorkers: 'allow' });

const board = (page: Page) => page.getByRole('heading', { name: 'Maintenance', exact: true });
const notice = (page: Page) => page.getByText(/^Offline\. As of \d+:\d\d [AP]M\.$/);

/** Opens the board with the network, until the worker has stored everything. */
async function visitBoard(page: Page): Promise<void> {
  await signIn(page, 'manager', '/tickets');
  await expect(board(page)).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
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

/** The paths of all that the worker has stored. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found;
  });

/** The keys of the data that is kept; undefined for an empty store. */
const keptKeys = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('mainstay');
        opening.onerror = () => reject(new Error('not opened'));
        opening.onupgradeneeded = () => opening.result.createObjectStore('seen');
        opening.onsuccess = () => {
          const keys = opening.result.transaction('seen').objectStore('seen').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.map(String));
          };
        };
      }),
  );

test('a second visit has its files from the worker, which has nothing of the API', async ({ page }) => {
  await visitBoard(page);
  const files = watchFiles(page);
  await page.reload();
  await expect(board(page)).toBeVisible();
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ isFromWorker }) => !isFromWorker)).toEqual([]);
  const stored = await cached(page);
  expect(stored).toContain('/index.html');
  // The worker also stores files of screens that were not opened yet.
  expect(stored.some((address) => address.startsWith('/remotes/locations/'))).toBe(true);
  expect(stored.filter((address) => /^\/(api|r|t)\//.test(address))).toEqual([]);
});

test('without a network the board and an opened ticket show what was seen last, and with one what there is now', async ({
  page,
  context,
  store,
}) => {
  const seen = `Seen at ${store.name}`;
  const id = await store.create('/api/tickets', { title: seen, description: 'Cold.', ticketType: 'repair' });
  const commented = await store.api.post(`/api/tickets/${id}/comments`, { data: { body: 'Two days now.' } });
  expect(commented.ok()).toBe(true);
  await visitBoard(page);
  const dialog = page.getByRole('dialog', { name: seen });
  await page.getByRole('button', { name: seen }).click();
  await expect(dialog.getByText('Two days now.')).toBeVisible();
  // The list shows the ticket before it has been read itself.
  await expect.poll(() => keptKeys(page)).toContainEqual(expect.stringContaining(`"/api/tickets","${id}"]`));
  await context.setOffline(true);
  await page.reload();
  await expect(dialog.getByText('Cold.')).toBeVisible();
  await expect(dialog.getByText('Two days now.')).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await page.goto('/tickets');
  await expect(page.getByText(seen)).toBeVisible();
  await expect(notice(page)).toBeVisible();

  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem').first().click();
  await expect(page.getByText('You are offline. This needs a connection.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const missed = `Missed at ${store.name}`;
  await store.create('/api/tickets', { title: missed, description: 'Cold.', ticketType: 'repair' });
  await context.setOffline(false);
  await expect(page.getByText(missed)).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('without a network the board opens within a second', { tag: '@timed' }, async ({ page, context }) => {
  await visitBoard(page);
  await context.setOffline(true);
  const times: number[] = [];
  for (let visit = 0; visit < 5; visit += 1) {
    const startedAt = Date.now();
    await page.goto('/tickets');
    await expect(board(page)).toBeVisible();
    times.push(Date.now() - startedAt);
  }
  expect(times.sort((one, other) => one - other)[2]).toBeLessThan(1000);
});

test('nothing is left for the next user of the browser, after a sign-out or with a session that has ended', async ({
  page,
  context,
}) => {
  await visitBoard(page);
  await expect(async () => expect((await keptKeys(page)).join()).toContain('/api/tickets')).toPass();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(async () => expect(await keptKeys(page)).toEqual([])).toPass();

  await visitBoard(page);
  await expect(async () => expect((await keptKeys(page)).join()).toContain('/api/tickets')).toPass();
  await context.clearCookies();
  await page.goto('/tickets');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(async () => expect(await keptKeys(page)).toEqual([])).toPass();
  await context.setOffline(true);
  await page.goto('/tickets');
  await expect(page.getByRole('heading', { name: 'Mainstay is not responding' })).toBeVisible();
});

/** The version of the shell that a page shows. */
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard' }).locator('xpath=..');

test('a release and a roll-back take effect with the next visit, also one that happened while offline', async ({
  page,
  context,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-offline-'));
  const before = await currentVersion('shell');
  await visitBoard(page);
  try {
    await context.setOffline(true);
    await page.goto('/');
    await expect(dashboard(page)).toContainText(shellTexts.before);
    await registry('publish', 'shell', await changedShell(folder));
    await context.setOffline(false);
    await page.goto('/');
    await expect(dashboard(page)).toContainText(shellTexts.after);
    // The worker of the version before still serves this page.
    await page.reload();
    await expect(dashboard(page)).toContainText(shellTexts.after);
    await registry('current', 'shell', before);
    await page.reload();
    await expect(dashboard(page)).toContainText(shellTexts.before);
  } finally {
    await registry('current', 'shell', before);
    await rm(folder, { recursive: true });
  }
});

test('a disabled remote does not run, whatever the worker has stored', async ({ page }) => {
  await visitBoard(page);
  await registry('disable', 'maintenance');
  try {
    await page.reload();
    await expect(page.getByText('It is disabled.')).toBeVisible();
  } finally {
    await registry('enable', 'maintenance');
  }
  await page.reload();
  await expect(board(page)).toBeVisible();
});

test('a stored file that is corrupt is fetched again, and stored anew', async ({ page }) => {
  await visitBoard(page);
  const stored = () =>
    page.evaluate(async () => {
      const cache = await caches.open('mainstay-remotes');
      const all = (await cache.keys()).map(({ url }) => url);
      const entry = all.find((url) => /\/remotes\/maintenance\/.*remoteEntry.*\.js$/.test(url)) ?? '';
      const text = await (await cache.match(entry))?.text();
      return { entry, text };
    });
  const { entry, text } = await stored();
  expect(text).toBeTruthy();
  await page.evaluate(async (address) => {
    const headers = { 'content-type': 'text/javascript' };
    await (await caches.open('mainstay-remotes')).put(address, new Response('throw 1;', { headers }));
  }, entry);
  await page.reload();
  await expect(board(page)).toBeVisible();
  await page.reload();
  await expect(board(page)).toBeVisible();
  await expect(async () => expect(await stored()).toEqual({ entry, text })).toPass();
});

test('without room for them the page works without a worker', async ({ page, context, baseURL }) => {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: baseURL ?? '', quotaSize: 200_000 });
  const worker = context.waitForEvent('serviceworker');
  await signIn(page, 'manager', '/tickets');
  await expect(board(page)).toBeVisible();
  await worker;
  await expect(async () => {
    const states = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.state),
    );
    expect(states).toEqual([]);
  }).toPass();
  await page.reload();
  await expect(board(page)).toBeVisible();
});

const isControlled = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.controller !== null);

/** Runs something while the gateway's settings turn it off. */
async function turnedOff(run: () => Promise<void>): Promise<void> {
  const file = join(registryDir(), '../gateway/public/config.json');
  const settings = await readFile(file, 'utf8');
  await writeFile(file, settings.replace('"offline": true', '"offline": false'));
  try {
    await run();
  } finally {
    await writeFile(file, settings);
  }
}

test('turned off at the gateway, the worker and all that is kept are removed', async ({ page }) => {
  await visitBoard(page);
  await page.reload();
  await expect(board(page)).toBeVisible();
  expect(await isControlled(page)).toBe(true);
  await turnedOff(async () => {
    await page.reload();
    await expect(board(page)).toBeVisible();
    await page.reload();
    await expect(board(page)).toBeVisible();
    expect(await isControlled(page)).toBe(false);
    await expect(async () => expect(await cached(page)).toEqual([])).toPass();
    await expect(async () => expect(await keptKeys(page)).toEqual([])).toPass();
  });
});

test('the app can be installed', async ({ page, context }) => {
  await signIn(page, 'manager');
  const session = await context.newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect({ errors, path: new URL(url).pathname }).toEqual({ errors: [], path: '/manifest.webmanifest' });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
});
