import { expect, type Page } from '@playwright/test';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedShell, shellTexts } from './changed-shell.ts';
import { expectAccessible } from './expect-accessible.ts';
import { fillInSignIn, signIn } from './people.ts';
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

test('a stored file that is corrupt is fetched again, and stored anew', async ({ page }) => {
  await visitBoard(page);
  const entryFile = () =>
    page.evaluate(async () => {
      const cache = await caches.open('mainstay-remotes');
      const all = (await cache.keys()).map(({ url }) => url);
      const entry = all.find((url) => /\/remotes\/maintenance\/.*remoteEntry.*\.js$/.test(url)) ?? '';
      const text = await (await cache.match(entry))?.text();
      return { entry, text };
    });
  const { entry, text } = await entryFile();
  expect(text).toBeTruthy();
  await page.evaluate(async (address) => {
    const headers = { 'content-type': 'text/javascript' };
    await (await caches.open('mainstay-remotes')).put(address, new Response('throw 1;', { headers }));
  }, entry);
  await page.reload();
  await expect(board(page)).toBeVisible();
  await page.reload();
  await expect(board(page)).toBeVisible();
  await expect(async () => expect(await entryFile()).toEqual({ entry, text })).toPass();
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
  await page.getByRole('link', { name: seen }).click();
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

  // A session ends by itself where no network says so.
  await context.setOffline(false);
  await visitBoard(page);
  await expect(async () => expect((await keptKeys(page)).join()).toContain('/api/tickets')).toPass();
  await context.setOffline(true);
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await page.clock.setFixedTime(Date.now() + 13 * 3_600_000);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Mainstay is not responding' })).toBeVisible();
  await expect(async () => expect(await keptKeys(page)).toEqual([])).toPass();
});

const dueSignOut = (page: Page) => page.getByText('You are signed out here.');

test('a sign-out without a network is sent before anything else, by whichever page is opened', async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  await visitBoard(page);
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'mainstay.sid');
  const session = await playwright.request.newContext({
    ...(baseURL !== undefined && { baseURL }),
    extraHTTPHeaders: { cookie: `mainstay.sid=${cookie?.value ?? ''}` },
  });
  const other = await context.newPage();
  await other.goto('/locations');
  await expect(other.getByRole('heading', { name: 'Locations' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(dueSignOut(page)).toBeVisible();
  await expect(dueSignOut(other)).toBeVisible();
  await page.reload();
  await expect(dueSignOut(page)).toBeVisible();
  await expectAccessible(page, 'signed out without a network');
  await page.close();
  await other.close();
  await context.setOffline(false);
  expect((await session.get('/api/user')).status()).toBe(200);

  const next = await context.newPage();
  const calls: string[] = [];
  next.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  // The first attempt fails.
  await next.route('/api/logout', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await next.goto('/tickets');
  await expect(dueSignOut(next)).toBeVisible();
  await expect(next.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(dueSignOut(next)).toHaveCount(0);
  expect(calls.filter((call) => call !== 'GET /api/setup')).toEqual(['POST /api/logout', 'POST /api/logout']);
  expect((await session.get('/api/user')).status()).toBe(401);
  await session.dispose();
});

async function openNewTicket(page: Page) {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add Ticket' }).click();
  const form = page.getByRole('dialog', { name: 'Create Maintenance Ticket' });
  await expect(form).toBeVisible();
  return form;
}

test('what was typed when the session ended is there after signing in again, for the same person alone', async ({
  page,
  context,
  store,
}) => {
  const restored = page.getByText('Restored what you typed before you were signed out.');
  /** Types into the form of a new ticket, and finds that the session has ended. */
  const typeAndLose = async () => {
    const form = await openNewTicket(page);
    await form.getByLabel('Title').fill('Half an hour of work');
    await form.getByLabel('Description').fill('It drips.');
    await form.getByRole('combobox', { name: 'Location' }).click();
    await page.getByRole('option', { name: store.name }).click();
    await context.clearCookies();
    await form.getByRole('button', { name: 'Create Ticket' }).click();
    await expect(page).toHaveURL(/\/auth$/);
  };
  await signIn(page, 'manager', '/tickets');
  await typeAndLose();
  await fillInSignIn(page, 'manager');
  await expect(board(page)).toBeVisible();
  const form = await openNewTicket(page);
  await expect(restored).toBeVisible();
  await expect(form.getByLabel('Title')).toHaveValue('Half an hour of work');
  await expect(form.getByLabel('Description')).toHaveValue('It drips.');
  await expect(form).toContainText(store.name);
  await expectAccessible(page, 'a form that was restored');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(form).toBeHidden();

  await typeAndLose();
  await fillInSignIn(page, 'manager2');
  await expect(board(page)).toBeVisible();
  await openNewTicket(page);
  await expect(form.getByLabel('Title')).toHaveValue('');
  await expect(restored).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem('mainstay.drafts'))).toBeNull();
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
