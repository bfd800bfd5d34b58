import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from './people.ts';
import { expectTab } from './tabs.ts';
import { test } from './temporary-store.ts';

/** The scripts of the app, but not the page's first and that of the picture. */
const APP = /\/assets\/(?!as-is\/start)[^?]*\.js$/;
const PICTURE = /\/picture\.[^/]+\.js$/;
const hostile = `<img src=x onerror="document.title='broken in'"><script>document.title='broken in'</script>`;

/**
 * Opens the board without the scripts of the app.
 * @returns a function that lets them go on, and waits for React
 */
async function openPicture(page: Page, person: 'admin' | 'manager', path = '/tickets') {
  const scripts = Promise.withResolvers<undefined>();
  await page.route(APP, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.request.post('/api/login', {
    data: { email: `${person}@example.com`, password: 'mainstay-demo' },
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    scripts.resolve(undefined);
    await expect(page.getByRole('tab', { name: 'Board' })).toBeVisible();
  };
}

const picture = (page: Page) => page.locator('[inert]');

/** The markup and the place of what the picture has, by element. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const placeOf = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map((size) => Math.round(size * 10) / 10).join(' ');
    };
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const isSeen = (element: Element) => element.getBoundingClientRect().width > 0;
    return {
      // Dragging begins later.
      cards: all('[data-card]').map((card) => card.outerHTML.replace(' draggable="true"', '')),
      places: all(
        '[data-card], h1, h1 + p, h2, header button, .ant-btn, input, .ant-tabs-tab, section, main, aside',
      )
        .filter(isSeen)
        .map((element) => `${element.textContent.trim().slice(0, 8)} ${placeOf(element)}`),
    };
  });

for (const person of ['admin', 'manager'] as const) {
  for (const width of [1280, 360]) {
    test(`the board is drawn before React, which puts the same in the same place: ${person}, ${width} px`, async ({
      page,
      store,
    }) => {
      const ticket = { description: hostile, ticketType: 'repair', priority: 'high' };
      await store.create('/api/tickets', { ...ticket, title: `Oven ${hostile}` });
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Reflect.set(globalThis, 'shifts', shifts);
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      const go = await openPicture(page, person);
      await expect(picture(page).getByText(`Oven ${hostile}`)).toBeVisible();
      const before = await shown(page);
      expect(before.cards.length).toBeGreaterThan(4);
      await go();
      await expect(picture(page)).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Inbox' }).first()).toBeAttached();
      const after = await shown(page);
      expect(after.cards).toEqual(expect.arrayContaining(before.cards));
      expect(before.places.filter((p) => !after.places.includes(p))).toEqual([]);
      expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'shifts'))).toEqual([]);
      expect(await page.title()).not.toContain('broken');
      const data = requested.filter((url) => /\/api\/(user|tickets|recurring-tasks)/.test(url));
      expect(data.length).toBe(new Set(data).size);
    });
  }
}

for (const hours of [-3, 3]) {
  test(`what is late is late on a device whose clock is off by ${hours} h, already in the picture`, async ({
    page,
    store,
  }) => {
    const now = Date.now();
    const due = (inHours: number) => new Date(now + inHours * 3_600_000).toISOString();
    const ticket = { description: 'It is cold.', ticketType: 'repair' };
    await store.create('/api/tickets', { ...ticket, title: `Late at ${store.name}`, dueAt: due(-1.5) });
    await store.create('/api/tickets', { ...ticket, title: `Due at ${store.name}`, dueAt: due(1.5) });
    await page.clock.setFixedTime(now + hours * 3_600_000);
    const card = (title: string) =>
      page.locator('[data-card]').filter({ hasText: `${title} at ${store.name}` });
    const expectRight = async () => {
      await expect(card('Late')).toContainText('Overdue 1 h');
      await expect(card('Due')).not.toContainText('Overdue');
    };
    const go = await openPicture(page, 'admin');
    await expect(picture(page)).toHaveCount(1);
    await expectRight();
    await go();
    await expect(picture(page)).toHaveCount(0);
    await expectRight();
  });
}

const isNoticed = (page: Page) => page.evaluate(() => 'pressed' in document.documentElement.dataset);
const columnOf = (page: Page, isPicture: boolean) =>
  page.locator(isPicture ? '[inert] section' : ':not([inert]) > * > main section').first();

test('a card that is pressed in the picture, even twice, is noticed at once and opens once React is there', async ({
  page,
}) => {
  const go = await openPicture(page, 'admin');
  const card = picture(page).locator('[data-card] h3').first();
  const title = await card.textContent();
  const length = await page.evaluate(() => history.length);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await card.dblclick({ force: true });
  expect(await isNoticed(page)).toBe(true);
  await expect(page.locator('.opening')).toContainText(/#\d+/);
  // Nothing of it has the focus.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[inert]'))).toBeNull();
  await go();
  const dialog = page.getByRole('dialog', { name: title ?? '' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Add a comment')).toBeVisible();
  const ofTicket = requested.filter((url) => /\/api\/tickets\/[\da-f]{8}-/.test(url));
  expect(ofTicket.length).toBeGreaterThan(3);
  expect(ofTicket.length, ofTicket.join('\n')).toBe(new Set(ofTicket).size);
  expect(await page.evaluate(() => history.length)).toBe(length + 1);
  await expect.poll(() => isNoticed(page)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/tickets$/);
});

test('a button that is pressed in the picture is pressed in the app, and of several presses the last', async ({
  page,
}) => {
  const go = await openPicture(page, 'admin');
  await picture(page).locator('[data-card]').first().click({ force: true });
  await picture(page).getByText('New', { exact: false }).last().click({ force: true });
  await picture(page).getByRole('button', { name: 'New', includeHidden: true }).click({ force: true });
  await go();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a card opens in tabs by Ctrl and the middle button in the picture too', async ({ page }) => {
  await openPicture(page, 'admin');
  const title = picture(page).locator('[data-card] h3').first();
  for (const how of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
    await expectTab(page, () => title.click({ force: true, ...how }), {
      url: expect.stringMatching(/\/tickets\?ticket=/),
    });
  }
  expect(await isNoticed(page)).toBe(false);
});

test('a column that is scrolled in the picture is scrolled in the app', async ({ page }) => {
  const go = await openPicture(page, 'admin');
  await expect(picture(page)).toHaveCount(1);
  const scrolled = (column: Locator) =>
    column.evaluate((element) => element.querySelector('[role=list]')?.parentElement?.scrollTop);
  const place = await columnOf(page, true).boundingBox();
  await page.mouse.move((place?.x ?? 0) + 100, (place?.y ?? 0) + 200);
  await page.mouse.wheel(0, 40);
  await expect.poll(() => scrolled(columnOf(page, true))).toBe(40);
  await go();
  await expect.poll(() => scrolled(columnOf(page, false))).toBe(40);
});

test('what is typed into the search before the app is there is searched', async ({ page }) => {
  const go = await openPicture(page, 'admin');
  await expect(picture(page)).toHaveCount(1);
  await page.keyboard.type('/overn');
  await page.keyboard.press('Backspace');
  await go();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue('over');
});

for (const [key, name] of [
  ['c', 'Create Maintenance Ticket'],
  ['?', 'Keyboard shortcuts'],
] as const) {
  test(`the key ${key} before the app is there opens its dialog once it is`, async ({ page }) => {
    const go = await openPicture(page, 'admin');
    await expect(picture(page)).toHaveCount(1);
    await page.keyboard.press(key);
    expect(await isNoticed(page)).toBe(true);
    await go();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expect.poll(() => isNoticed(page)).toBe(false);
  });
}

test('with files that come at 400 kbit/s, a card that is pressed as soon as it can be seen opens', async ({
  page,
}) => {
  await signIn(page, 'admin', '/auth');
  const devtools = await page.context().newCDPSession(page);
  const network = { offline: false, latency: 100, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', network);
  await page.goto('/tickets', { waitUntil: 'commit' });
  const card = page.locator('[data-card] h3').first();
  await expect(card).toBeVisible({ timeout: 60_000 });
  await expect(picture(page)).toHaveCount(1);
  const title = (await card.textContent()) ?? '';
  await card.click({ force: true });
  expect(await isNoticed(page)).toBe(true);
  await expect(page.getByRole('dialog', { name: title })).toBeVisible({ timeout: 60_000 });
});

test('a picture with another hash is not drawn, and the board is there all the same', async ({ page }) => {
  await page.route(PICTURE, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'mainstayPicture = () => "<h1>altered</h1>"' }),
  );
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[inert]')) Reflect.set(globalThis, 'drawn', true);
    }).observe(document, { childList: true, subtree: true });
  });
  const isDrawn = () => page.evaluate(() => Reflect.get(globalThis, 'drawn') === true);
  await signIn(page, 'admin', '/tickets');
  await expect(page.locator('[data-card]').first()).toBeVisible();
  expect(await isDrawn()).toBe(false);
  // It would have been seen.
  await page.unroute(PICTURE);
  await openPicture(page, 'admin');
  await expect(picture(page)).toHaveCount(1);
  expect(await isDrawn()).toBe(true);
});
