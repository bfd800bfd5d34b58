import { expect, type Page, test } from '@playwright/test';
import { signIn } from './people.ts';
import { addRemote } from './registry.ts';

const entriesOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();

const content = (page: Page) => page.getByRole('main');

/** The sidebar of an administrator. */
const all = [
  'Dashboard',
  'Maintenance',
  'Checklists',
  'Inbox',
  'Equipment',
  'Vendors',
  'Reports',
  'Locations',
  'Employees',
  'Response targets',
  'Proof of work',
];

/** The screens by role, the specified ones first: sidebar entries and what each address shows. */
const specification = [
  {
    person: 'admin',
    entries: all,
    screens: [
      ['/tickets', 'Maintenance', 'To Acknowledge'],
      ['/checklists', 'Checklists', 'What to check, and what failed'],
      ['/inbox', 'Inbox', 'What changed in your stores'],
      ['/equipment', 'Equipment', 'What stands in your stores, and the stickers to report a problem with it'],
      ['/vendors', 'Vendors', 'Who repairs what in your stores'],
      ['/reports', 'Reports', 'Four questions about your stores'],
      ['/locations', 'Locations', 'Manage all franchise locations'],
      ['/managers', 'Employees', 'Manage employees and their assigned locations'],
      ['/response-targets', 'Response targets', 'How soon tickets are answered and fixed'],
      ['/completion-rules', 'Proof of work', 'What a ticket needs before it is completed'],
    ],
  },
  {
    person: 'manager',
    entries: ['Dashboard', 'Maintenance', 'Checklists', 'Inbox', 'Equipment', 'Vendors', 'Reports'],
    screens: [
      ['/tickets', 'Maintenance', 'To Acknowledge'],
      ['/checklists', 'Checklists', 'What to check, and what failed'],
      ['/inbox', 'Inbox', 'What changed in your stores'],
      ['/equipment', 'Equipment', 'What stands in your stores, and the stickers to report a problem with it'],
      ['/vendors', 'Vendors', 'Who repairs what in your stores'],
      ['/reports', 'Reports', 'Four questions about your stores'],
      ['/locations', 'Locations', 'Manage all franchise locations'],
    ],
  },
] as const;

for (const { person, entries, screens } of specification) {
  test(`${person}: the sidebar and the addresses of the screens on a first visit`, async ({ page }) => {
    await signIn(page, person);
    await expect.poll(() => entriesOf(page)).toEqual(entries);
    for (const [path, title, text] of screens) {
      await page.evaluate(() => localStorage.removeItem('mainstay.screens'));
      await page.goto(path);
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Mainstay`);
    }
  });
}

/** A remote of another team, unknown to the shell's build. */
const costs = {
  name: 'costs',
  contract: 2,
  headerItem: true,
  live: {},
  screens: [
    { path: '/costs', title: 'Costs', icon: 'chart', group: 'insights', order: 20, roles: ['admin'] },
    {
      path: '/trends',
      title: 'A trend',
      icon: 'hologram',
      group: 'insights',
      order: 10,
      roles: ['admin', 'district_manager'],
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
    const at = all.indexOf('Reports');
    await expect.poll(() => entriesOf(page)).toEqual(all.toSpliced(at, 0, 'A trend', 'Costs'));
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

    await page.context().clearCookies();
    await signIn(page, 'manager');
    await page.goto('/costs');
    await expect(page.getByRole('link', { name: 'A trend' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Costs' })).toHaveCount(0);
    await expect(content(page)).toBeEmpty();
  } finally {
    await takeAway();
  }
});
