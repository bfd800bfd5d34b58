import { expect, type Locator, type Page, type Request, test } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { isEventStream, watchNetwork } from './network.ts';
import { fillInSignIn, signIn } from './people.ts';

/** Size of JavaScript in kilobytes (1,000 bytes) after gzip -9. */
const budgets = {
  signIn: 150,
  // With two icons of wave 3's screens, and what remembers presses (decision 72).
  dashboard: 278,
  pressed: 130,
  maintenance: 41,
  locations: 19,
  employees: 40,
  reports: 20,
  charts: 130,
  // With all other dialogs of the screen, and proof, checklists and the undo of many changes of wave 3.
  ticket: 58.5,
  // With Select and Views above the lists, and what a card requests ahead.
  picture: 11.1,
  dragging: 6,
  bell: 10.2,
  inbox: 15,
  // With the vendors of wave 2.
  equipment: 26,
};

/**
 * The files of a remote, without the libraries for dragging, which is fetched after the first paint, and of charts, and
 * without the picture of a screen.
 * @param more the chunk of others that do not count
 */
const filesOf = (remote: string, more = 'dragging') =>
  new RegExp(`/remotes/${remote}/(?!.*(dragging|${more}|charts|picture)\\.)`);
const charts = /\/charts\./;

const remotes = {
  maintenance: { link: 'Maintenance', shows: 'To Acknowledge' },
  locations: { link: 'Locations', shows: 'Manage all franchise locations' },
  employees: { link: 'Employees', shows: 'Manage employees and their assigned locations' },
  reports: { link: 'Reports', shows: 'Four questions about your stores' },
} as const;
type Remote = keyof typeof remotes;
const names: Remote[] = ['maintenance', 'locations', 'employees', 'reports'];

/**
 * Records the scripts that a page fetches.
 * @returns a function that returns the size of those whose URL matches
 */
function watchScripts(page: Page) {
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const weight = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    scripts.set(response.url(), weight);
  });
  return {
    kilobytes: async (address = /./) => {
      const weights = [...scripts].filter(([url]) => address.test(url)).map(([, weight]) => weight);
      return (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0) / 1000;
    },
    fetched: (remote: string) => [...scripts.keys()].some((url) => url.includes(`/remotes/${remote}/`)),
  };
}

/** The events, whose code is fetched after the first paint, belong to every screen. */
const isLive = (request: Request) => isEventStream(request) || /\/live\.[^/]+\.js$/.test(request.url());

/** What is first pressed is fetched when the page is idle: dialogs, menus, forms and toasts. */
const PRESSED = /\/(late-pressed|late-toasts|dialogs)\.[^/]+$/;
const notPressed = /^(?!.*\/(late-pressed|late-toasts|dialogs)\.)/;
const isPressed = (url: string) => PRESSED.test(url);

/** The header's items are loaded beside the screen, whichever it is. */
const isOfHeader = (url: string) => /\/remotes\/inbox\/|\/api\/inbox\/summary$/.test(url);

async function login(page: Page): Promise<void> {
  await fillInSignIn(page, 'admin');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
}

test('scripts stay within their budgets, and no remote loads before its route', async ({ page }) => {
  const settled = watchNetwork(page);
  const scripts = watchScripts(page);
  const runtime: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('federation-runtime')) runtime.push(request.url());
  });
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await settled();
  expect(runtime).toEqual([]);
  expect(await scripts.kilobytes(), 'before the sign-in page can be used').toBeLessThanOrEqual(
    budgets.signIn,
  );

  await login(page);
  await settled();
  expect(await scripts.kilobytes(notPressed), 'before the dashboard').toBeLessThanOrEqual(budgets.dashboard);
  const pressed = await scripts.kilobytes(PRESSED);
  expect(pressed).toBeGreaterThan(0);
  expect(pressed, 'once it is idle').toBeLessThanOrEqual(budgets.pressed);
  expect(names.filter(scripts.fetched)).toEqual([]);
  // That of the bell, the first remote.
  expect(runtime).toHaveLength(1);

  for (const [at, name] of names.entries()) {
    await page.getByRole('link', { name: remotes[name].link, exact: true }).first().click();
    await expect(page.getByText(remotes[name].shows, { exact: true }).first()).toBeVisible();
    await settled();
    // What is pressed first is fetched ahead.
    const own = await scripts.kilobytes(filesOf(name, 'dialogs'));
    expect(own, name).toBeGreaterThan(0);
    expect(own, name).toBeLessThanOrEqual(budgets[name]);
    const chartsOwn = await scripts.kilobytes(charts);
    if (name === 'reports') expect(chartsOwn).toBeGreaterThan(0);
    expect(chartsOwn, `charts, ${name}`).toBeLessThanOrEqual(name === 'reports' ? budgets.charts : 0);
    // Only this entry is hovered.
    expect(names.slice(at + 1).filter(scripts.fetched)).toEqual([]);
  }
  expect(runtime).toHaveLength(1);
});

/** What a remote has loaded for its first part, and after something more is opened, in kilobytes. */
async function loadedBy(remote: string, page: Page, path: string, open: Locator, then: Locator) {
  const settled = watchNetwork(page);
  const scripts = watchScripts(page);
  const own = () => scripts.kilobytes(filesOf(remote));
  await signIn(page, 'admin', path);
  await expect(open).toBeVisible();
  await settled();
  const before = await own();
  expect(before).toBeGreaterThan(0);
  await open.click();
  await expect(then).toBeVisible();
  await settled();
  expect(await own()).toBeGreaterThan(before);
  return { before, after: await own(), kilobytes: scripts.kilobytes };
}

test('the bell and the inbox stay within their budgets, and the bell loads no screen', async ({ page }) => {
  const bell = page.getByRole('banner').getByRole('link', { name: /^Inbox/ });
  const title = page.getByRole('heading', { name: 'Inbox', level: 1 });
  const { before, after } = await loadedBy('inbox', page, '/', bell, title);
  expect(before).toBeLessThanOrEqual(budgets.bell);
  expect(after).toBeLessThanOrEqual(budgets.inbox);
});

test('the equipment stays within its budget, and loads what prints stickers when it is opened', async ({
  page,
}) => {
  const print = page.getByRole('button', { name: 'Print stickers', exact: true });
  const store = page.getByRole('dialog').getByRole('combobox', { name: 'Store' });
  const { after } = await loadedBy('equipment', page, '/equipment', print, store);
  expect(after).toBeLessThanOrEqual(budgets.equipment);
});

test('a ticket stays within its budget, and its activity loads with it', async ({ page }) => {
  const card = page.getByRole('tabpanel').getByRole('listitem').first().getByRole('link');
  const comment = page.getByRole('dialog').getByLabel('Add a comment');
  const { after, kilobytes } = await loadedBy('maintenance', page, '/tickets', card, comment);
  expect(after).toBeLessThanOrEqual(budgets.ticket);
  expect(await kilobytes(/\/dragging\./)).toBeLessThanOrEqual(budgets.dragging);
  const picture = await kilobytes(/\/picture\./);
  expect(picture).toBeGreaterThan(0);
  expect(picture).toBeLessThanOrEqual(budgets.picture);
});

test('the page of a signed-in user preloads all that the dashboard needs', async ({ page }) => {
  const settled = watchNetwork(page);
  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (isOfHeader(pathname) || isLive(request)) return;
    // The header's items, and what is pressed, need these once the dashboard is there.
    if (/federation-runtime|\/screens\./.test(pathname) || isPressed(pathname)) return;
    if (request.resourceType() === 'script' || pathname === '/api/user') fetched.push(pathname);
  });
  await signIn(page, 'admin');
  await settled();
  const named = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('link[rel=preload], script[src]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src'),
    ),
  );
  // The page's first script requests the user.
  expect([...named, '/api/user']).toEqual(expect.arrayContaining(fetched));
  expect(new Set(fetched).size, 'nothing is fetched twice').toBe(fetched.length);
  expect(fetched).toContain('/api/user');
});

test("the board's files and first data are requested once, in at most 20 requests beside the bell, and then the library for dragging", async ({
  page,
}) => {
  const settled = watchNetwork(page);
  await signIn(page, 'manager');
  await settled();
  const requested: string[] = [];
  page.on('request', (request) => {
    if (!isLive(request)) requested.push(request.url());
  });
  await page.goto('/tickets');
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
  await settled();
  const twice = requested.filter((url, at) => requested.indexOf(url) !== at);
  expect(twice.filter((url) => !isOfHeader(url))).toEqual([]);
  const isDragging = (url: string) => /\/dragging\.[^/]+\.js$/.test(url);
  // A load is reported later.
  const isReport = (url: string) => url.endsWith('/api/remote-loads');
  const isBeside = (url: string) => isDragging(url) || isPressed(url) || isOfHeader(url) || isReport(url);
  const needed = requested.filter((url) => !isBeside(url));
  expect(needed.length, needed.join('\n')).toBeLessThanOrEqual(20);
  expect(requested.filter(isDragging)).toHaveLength(1);
});

test('a card is visible before 870 KB of scripts and 170 KB of styles, and before what is pressed is fetched', async ({
  page,
}) => {
  const settled = watchNetwork(page);
  await signIn(page, 'manager');
  await settled();
  const shownAt = page.waitForEvent('console', (message) => message.text().startsWith('card shown at '));
  // Within the page: Playwright would see the card later.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('[data-card] h3')) return;
      observer.disconnect();
      console.info(`card shown at ${performance.now()}`);
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/tickets');
  const time = Number((await shownAt).text().replace('card shown at ', ''));
  await settled();
  const files = await page.evaluate(
    (before) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.startTime < before)
        .map((entry) => ({
          url: entry.name,
          size: 'decodedBodySize' in entry ? Number(entry.decodedBodySize) : 0,
        })),
    time,
  );
  const kilobytes = (kind: RegExp) =>
    files.filter(({ url }) => kind.test(url)).reduce((sum, { size }) => sum + size, 0) / 1000;
  expect(files.filter(({ url }) => isPressed(url))).toEqual([]);
  expect(kilobytes(/\.js$/)).toBeGreaterThan(300);
  expect(kilobytes(/\.js$/)).toBeLessThanOrEqual(870);
  expect(kilobytes(/\.css$/)).toBeLessThanOrEqual(170);
});

test('a menu that is pressed before its file is there opens once it is, with the focus in it', async ({
  page,
}) => {
  const file = Promise.withResolvers<undefined>();
  await page.route('**/late-pressed.*.js', async (route) => {
    await file.promise;
    await route.continue();
  });
  await signIn(page, 'manager', '/tickets');
  const button = page.getByRole('button', { name: 'New', exact: true });
  await button.click();
  await expect(page.getByRole('menu')).toHaveCount(0);
  file.resolve(undefined);
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});
