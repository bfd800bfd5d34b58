import { expect, type Page } from '@playwright/test';
import { fillInSignIn, people } from './people.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

/** Everything the browser stores for this origin where pages can read it. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('the database cannot be read'));
      });
    const recordsOf = async (name: string): Promise<unknown[]> => {
      const database = await resultOf(indexedDB.open(name));
      const tables = [...database.objectStoreNames].map((table) =>
        resultOf<unknown[]>(database.transaction(table).objectStore(table).getAll()),
      );
      return (await Promise.all(tables)).flat();
    };
    const pathsOf = async (name: string): Promise<[string, string[]]> => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => new URL(url).pathname)];
    };
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
    return {
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      records: (await Promise.all(databases.map(recordsOf))).flat(),
      files: Object.fromEntries(await Promise.all((await caches.keys()).map(pathsOf))),
      workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      history: JSON.stringify(history.state),
      cookies: document.cookie,
    };
  });

/** Uses the app, signs out and looks at what is left. */
async function visitAndSignOut(page: Page, store: TemporaryStore) {
  const secret = `Nobody else may know ${store.name}.`;
  await store.create('/api/tickets', { title: store.name, description: secret, ticketType: 'repair' });
  await page.goto('/auth');
  await fillInSignIn(page, 'admin');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.getByRole('button', { name: /theme/i }).click();
  await page.keyboard.press('Control+b');

  await page.getByRole('link', { name: 'Employees' }).click();
  await expect(page.getByText(people.manager)).toBeVisible();
  await page.getByRole('link', { name: 'Locations' }).click();
  await expect(page.getByText(store.name).first()).toBeVisible();
  await page.getByRole('link', { name: 'Maintenance' }).click();
  await page.getByRole('searchbox').fill(store.name);
  await page.getByRole('link', { name: store.name }).click();
  const ticket = page.getByRole('dialog', { name: store.name });
  await expect(ticket).toContainText(secret);
  // The upload dialog stores a chosen file until it is uploaded or removed.
  await ticket.getByRole('button', { name: 'Upload File' }).click();
  const browse = page.getByRole('button', { name: 'browse files' });
  await expect(browse).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(browse).toBeHidden();
  await ticket.getByRole('button', { name: 'Close' }).click();
  await expect(ticket).toBeHidden();

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const kept = await keptBy(page);
  expect(kept.local.map(([name]) => name).sort()).toEqual(['mainstay.screens', 'theme']);
  expect(kept.session).toEqual([]);
  // The id of the ticket whose upload dialog was open, but no file.
  for (const record of kept.records) {
    expect(record).toMatchObject({
      id: expect.stringMatching(/^ticket-[0-9a-f-]{36}$/),
      metadata: expect.stringContaining('"files":{}'),
    });
  }
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name, httpOnly, path }) => [name, httpOnly, path]).sort()).toEqual([
    ['mainstay.device', true, '/api/login'],
    ['sidebar_state', false, '/'],
    ['time_zone', false, '/api'],
  ]);
  for (const text of [store.name, store.id, secret, people.admin, people.manager]) {
    expect(JSON.stringify(kept)).not.toContain(text);
  }
  return kept;
}

test('signing out keeps display settings and nothing else in the browser', async ({ page, store }) => {
  expect(await visitAndSignOut(page, store)).toMatchObject({ files: {}, workers: [] });
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('signing out keeps besides the files of the app, in which nobody has anything', async ({
    page,
    store,
  }) => {
    await page.goto('/auth');
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      await navigator.serviceWorker.ready;
    });
    const { files, workers } = await visitAndSignOut(page, store);
    expect(workers).toHaveLength(1);
    expect(Object.keys(files).sort()).toEqual([
      'mainstay-latest',
      'mainstay-remotes',
      expect.stringMatching(/^workbox-precache-/),
    ]);
    const paths = Object.values(files).flat();
    expect(paths.length).toBeGreaterThan(50);
    const isOfApp = /^\/(index\.html|config\.json|worker\.js|assets\/|remotes\/)/;
    expect(paths.filter((path) => !isOfApp.test(path))).toEqual([]);
  });
});
