import { expect, type Locator, type Page } from '@playwright/test';
import { type Fault, faultyResponses } from './faulty-server.ts';
import { test as base } from './intake-api.ts';
import { watchNetwork } from './network.ts';
import { signIn } from './people.ts';

/** The browser reports each lost file. */
const test = base.extend({ silence: async ({ page: _page }, use) => use(null) });

/** What is opened from another place, and what it shows then. */
interface Step {
  press: Locator;
  shows: Locator;
  /** Closes it again. */
  key?: 'Escape';
}
interface Visit {
  shows: Locator;
  steps?: Step[];
}

const screen = (page: Page, link: string, shows: Locator): Step => ({
  press: page.getByRole('link', { name: link, exact: true }).first(),
  shows,
});
const button = (page: Page, name: string, shows: Locator): Step => ({
  press: page.getByRole('button', { name, exact: true }).first(),
  shows,
  key: 'Escape',
});
const card = (page: Page) => page.getByRole('tabpanel').getByRole('listitem').first();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

const board = (page: Page): Visit => ({
  shows: page.locator(':not([inert]) > * > main').filter({ has: card(page) }),
  steps: [
    button(page, 'New', page.getByRole('menuitem').first()),
    {
      press: card(page).getByRole('link').first(),
      shows: page
        .getByRole('dialog')
        .filter({
          has: page.getByLabel('Add a comment'),
          hasNot: page.locator('.ant-skeleton'),
          hasNotText: 'could not be loaded',
        })
        .getByRole('button', { name: 'Add cost' }),
      key: 'Escape',
    },
    button(page, 'Profile', dialog(page, 'Profile')),
    screen(page, 'Locations', page.getByRole('button', { name: 'Edit' }).first()),
  ],
});
const inbox = (page: Page): Visit => ({
  shows: page.getByRole('heading', { name: 'Inbox', level: 1 }),
  steps: [
    screen(page, 'Locations', page.getByRole('button', { name: 'Edit' }).first()),
    {
      press: page.getByRole('button', { name: 'Edit', exact: true }).first(),
      shows: page.getByRole('tab', { name: 'Opening hours' }),
    },
    {
      press: page.getByRole('tab', { name: 'Opening hours' }),
      shows: page.getByRole('button', { name: 'Add hours on Monday' }),
      key: 'Escape',
    },
    screen(page, 'Employees', page.getByRole('row').nth(1)),
    screen(page, 'Reports', page.locator('main svg.recharts-surface').first()),
  ],
});

/** What a visit does without, or requests again half a minute later: of a dialog, while it is open. */
const DISPENSABLE =
  /\/(start|request-again|picture|dragging|live|late-toasts|vendor-section|checklist-section|late-tokens)\./;

const fileOf = (url: string) => {
  const { pathname } = new URL(url);
  return /\.[a-z0-9]+$/.test(pathname) ? pathname : undefined;
};

/** Waits for what is to be shown. What fails is tried again, by Retry where there is one. */
async function reach(page: Page, shows: Locator, tryAgain: () => Promise<unknown>): Promise<void> {
  const retry = page.getByRole('button', { name: 'Retry' }).first();
  const failure = retry.or(page.getByText(/could not be (opened|loaded)\./)).first();
  await expect(shows.or(failure).first()).toBeVisible();
  if (await shows.isVisible()) return;
  if (await retry.isVisible()) {
    await retry.click();
  } else {
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await tryAgain();
  }
  await expect(shows).toBeVisible();
}

/** Opens a page and what it leads to. */
async function visit(page: Page, path: string, { shows, steps = [] }: Visit): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await reach(page, shows, () => Promise.reject(new Error('there is no Retry')));
  for (const { press, shows: then, key } of steps) {
    await press.click();
    await reach(page, then, () => press.click());
    if (key) {
      await page.keyboard.press(key);
      await expect(then).toBeHidden();
    }
  }
}

/** Loses each file of a visit once, by turn. */
async function loseEach(page: Page, path: string, visited: Visit, fault: Fault, which = /./): Promise<void> {
  const requested: string[] = [];
  let documents = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1;
    const file = fileOf(request.url());
    if (file !== undefined) requested.push(file);
  });
  const settled = watchNetwork(page);
  await visit(page, path, visited);
  await settled();
  const files = [...new Set(requested)].filter((file) => which.test(file));
  let lost = 0;
  for (const file of files) {
    await test.step(`${file} (${fault})`, async () => {
      await page.goto('about:blank');
      requested.length = 0;
      documents = 0;
      const end = await faultyResponses(page, new RegExp(`${file.replaceAll('.', '\\.')}$`), fault, {
        times: 1,
      });
      await visit(page, path, visited);
      // What the visit needed is there. What only an idle page requests may not have been lost at all.
      if (requested.includes(file) && !DISPENSABLE.test(file)) {
        lost += 1;
        await expect
          .poll(() => requested.filter((each) => each === file).length, { timeout: 40_000 })
          .toBeGreaterThan(1);
      }
      expect(documents).toBe(1);
      const unstyled = () =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
            .filter(({ sheet }) => !sheet)
            .map(({ href }) => href),
        );
      await expect.poll(unstyled).toEqual([]);
      await end();
    });
  }
  expect(lost).toBeGreaterThan(files.length / 2);
}

const KINDS = /\/(main|late-pressed)\.[^/]+js$|\/signed-in\..*css$|\/maintenance\/.*\/remoteEntry\..*js$/;

test('a file of each kind is lost once, and is requested again without a reload', async ({ page }) => {
  await signIn(page, 'admin');
  await loseEach(page, '/tickets', board(page), 'error', KINDS);
});

test.describe('each file is lost once', { tag: '@nightly' }, () => {
  for (const fault of ['error', 'cut'] as const) {
    test(`of the board, the inbox and the screens after them: ${fault}`, async ({ page }) => {
      test.setTimeout(1_200_000);
      await signIn(page, 'admin');
      await loseEach(page, '/tickets', board(page), fault);
      await loseEach(page, '/inbox', inbox(page), fault);
    });

    test(`of the public page: ${fault}`, async ({ page, sticker }) => {
      await loseEach(page, sticker.address, { shows: page.getByText(sticker.place) }, fault);
    });
  }
});
