import { expect, type Page, test } from '@playwright/test';
import { signIn } from './people.ts';
import { addRemote, publishEntry } from './registry.ts';

const entriesOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();

const content = (page: Page) => page.getByRole('main');

/** The sidebar of an administrator. */
const all = [
  'Dashboard',
  'Maintenance',
  'Inbox',
  'Equipment',
  'Vendors',
  'Reports',
  'Locations',
  'Employees',
  'Response targets',
];

/** The screens by role, the specified ones first: sidebar entries and what each address shows. */
const specification = [
  {
    person: 'admin',
    entries: all,
    screens: [
      ['/tickets', 'Maintenance', 'To Acknowledge'],
      ['/inbox', 'Inbox', 'What changed in your stores'],
      ['/equipment', 'Equipment', 'What stands in your stores, and the stickers to report a problem with it'],
      ['/vendors', 'Vendors', 'Who repairs what in your stores'],
      ['/reports', 'Reports', 'Four questions about your stores'],
      ['/locations', 'Locations', 'Manage all franchise locations'],
      ['/managers', 'Employees', 'Manage employees and their assigned locations'],
      ['/response-targets', 'Response targets', 'How soon tickets are answered and fixed'],
    ],
  },
  {
    person: 'manager',
    entries: ['Dashboard', 'Maintenance', 'Inbox', 'Equipment', 'Vendors', 'Reports'],
    screens: [
      ['/tickets', 'Maintenance', 'To Acknowledge'],
      ['/inbox', 'Inbox', 'What changed in your stores'],
      ['/equipment', 'Equipment', 'What stands in your stores, and the stickers to report a problem with it'],
      ['/vendors', 'Vendors', 'Who repairs what in your stores'],
      ['/reports', 'Reports', 'Four questions about your stores'],
      ['/locations', 'Locations', 'Manage all franchise locations'],
    ],
  },
] as const;

for (const { person, entries, screens } of specification) {
  test(`${person}: the sidebar and the addresses of the screens, on the first visit and on the next`, async ({
    page,
  }) => {
    await signIn(page, person);
    await expect.poll(() => entriesOf(page)).toEqual(entries);
    for (const visit of ['first', 'next']) {
      for (const [path, title, text] of screens) {
        await test.step(`${visit} visit of ${path}`, async () => {
          if (visit === 'first') await page.evaluate(() => localStorage.removeItem('mainstay.screens'));
          await page.goto(path);
          await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
          await expect(page).toHaveTitle(`${title} · Mainstay`);
        });
      }
    }
  });
}

test('a district manager sees nothing at /managers, and nothing of the remote is loaded', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await signIn(page, 'manager');
  await expect
    .poll(() => entriesOf(page))
    .toEqual(['Dashboard', 'Maintenance', 'Inbox', 'Equipment', 'Vendors', 'Reports']);
  await page.addInitScript(() => {
    const texts: string[] = [];
    Reflect.set(window, 'texts', texts);
    new MutationObserver(() => texts.push(document.getElementById('content')?.textContent ?? '')).observe(
      document,
      { childList: true, subtree: true },
    );
  });
  await page.goto('/managers');
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Maintenance' })).toBeVisible();
  await expect(content(page)).toBeEmpty();
  const texts = await page.evaluate((): unknown => Reflect.get(window, 'texts'));
  expect(new Set(Array.isArray(texts) ? texts : null)).toEqual(new Set(['']));
  expect(loaded.filter((url) => url.includes('/remotes/employees/'))).toEqual([]);
  await expect(page.getByText('Administration')).toHaveCount(0);
  expect((await page.request.get('/api/managers')).status()).toBe(403);
});

/** A remote of another team, unknown to the shell's build. */
const costs = {
  name: 'costs',
  contract: 2,
  headerItem: true,
  live: {},
  screens: [
    {
      path: '/costs',
      title: 'Costs',
      icon: 'chart',
      roles: ['admin'],
      group: 'insights',
      order: 20,
    },
    {
      path: '/trends',
      title: 'A trend',
      icon: 'hologram',
      group: 'insights',
      order: 10,
      roles: ['admin', 'district_manager'],
    },
    {
      path: '/audits',
      title: 'Audits',
      icon: 'safety',
      roles: ['admin'],
      group: 'administration',
      order: 0,
    },
    {
      path: '/agenda',
      title: 'Agenda',
      icon: 'calendar',
      roles: ['admin'],
      group: 'main',
      order: 0,
    },
  ],
};
const costsCode = `
  const text = (text) => ({ host }) => text + ' for ' + host.user.role + ' in ' + host.timeZone;
  const screens = { '/costs': text('Costs'), '/costs/2026': text('2026'), '/trends': text('Trends') };
  globalThis.remote_costs = {
    init() {},
    get: async () => () => ({ default: { contract: 2, name: 'costs', screens, HeaderItem: text('Budget') } }),
  };`;

test("a remote unknown to the shell's build has its entries, screens and header item", async ({ page }) => {
  const takeAway = await addRemote(page, costs, costsCode);
  try {
    await signIn(page, 'admin');
    const withCosts = [
      'Dashboard',
      'Maintenance',
      'Agenda',
      'Inbox',
      'Equipment',
      'Vendors',
      'A trend',
      'Costs',
      'Reports',
      'Locations',
      'Employees',
      'Audits',
      'Response targets',
    ];
    await expect.poll(() => entriesOf(page)).toEqual(withCosts);
    const insights = page.getByRole('group', { name: 'Insights' });
    await expect(insights.getByRole('link')).toHaveText(['A trend', 'Costs', 'Reports']);
    await expect(page.getByRole('banner')).toContainText('Budget for admin in America/New_York');

    await insights.getByRole('link', { name: 'Costs' }).click();
    await expect(content(page)).toHaveText('Costs for admin in America/New_York');
    await expect(page).toHaveTitle('Costs · Mainstay');
    await page.goto('/costs/2026');
    await expect(content(page)).toHaveText('2026 for admin in America/New_York');
    await page.goto('/costs/2027');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await page.goto('/agenda');
    await expect(page.getByText('It is not a Mainstay screen.')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Budget');

    await page.context().clearCookies();
    await signIn(page, 'manager');
    await expect
      .poll(() => entriesOf(page))
      .toEqual(['Dashboard', 'Maintenance', 'Inbox', 'Equipment', 'Vendors', 'A trend', 'Reports']);
    await page.goto('/costs');
    await expect(page.getByRole('link', { name: 'A trend' })).toBeVisible();
    await expect(content(page)).toBeEmpty();
  } finally {
    await takeAway();
  }
});

test(
  'a remote of contract 1, which declares nothing, runs at its specified path',
  { tag: '@nightly' },
  async ({ page }) => {
    const code = `globalThis.remote_locations = {
    init() {},
    get: async () => () => ({
      default: { contract: 1, name: 'locations', Screen: ({ host }) => 'Built before for ' + host.user.role },
    }),
  };`;
    const undo = await publishEntry('locations', code, {
      declared: { contract: 1, screens: undefined, headerItem: undefined, live: undefined },
    });
    try {
      await signIn(page, 'admin');
      await expect.poll(() => entriesOf(page)).toEqual(all);
      await page.getByRole('link', { name: 'Locations', exact: true }).click();
      await expect(content(page)).toHaveText('Built before for admin');
      await expect(page).toHaveTitle('Locations · Mainstay');
    } finally {
      await undo();
    }
  },
);

test('without the registry the rest works, screens show an error, and Retry needs no reload', async ({
  page,
}) => {
  await page.route('**/remotes/registry.json', (route) => route.abort());
  await signIn(page, 'admin');
  await expect.poll(() => entriesOf(page)).toEqual(['Dashboard']);
  await page.goto('/tickets');
  await expect(page.getByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible();
  await expect(page.getByText('The list of screens could not be read.')).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'stayed', true));
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('To Acknowledge', { exact: true })).toBeVisible();
  await expect.poll(() => entriesOf(page)).toEqual(all);

  // From now on this browser knows the screens.
  await page.route('**/remotes/registry.json', (route) => route.abort());
  await page.goto('/locations');
  await expect.poll(() => entriesOf(page)).toEqual(all);
  await expect(page.getByRole('heading', { name: 'Locations could not be loaded' })).toBeVisible();
  await expect(page.getByText('The list of screens could not be read.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Manage all franchise locations')).toBeVisible();
});
