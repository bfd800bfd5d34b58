import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { signIn } from '../src/people.ts';

const names = ['maintenance', 'locations', 'employees', 'inbox', 'equipment'] as const;
/** Also those that a shell may refuse, without a screen that every version has. */
const all = [...names, 'reports'] as const;

/** The remotes of this combination whose contract the shell does not support. */
const refused = z
  .array(z.object({ remote: z.enum(all), contract: z.number() }))
  .parse(JSON.parse(process.env['MAINSTAY_REFUSED'] ?? '[]'));

/** The remotes that the shell does not know. */
const hidden = z.array(z.enum(all)).parse(JSON.parse(process.env['MAINSTAY_HIDDEN'] ?? '[]'));

const links = {
  maintenance: 'Maintenance',
  locations: 'Locations',
  employees: 'Employees',
  inbox: 'Inbox',
  equipment: 'Equipment',
  reports: 'Reports',
};

/** What every version supports, with any other screens and services: no text here is newer than the specification. */
const open = (page: Page, link: string) =>
  page.getByRole('link', { name: link, exact: true }).first().click();

/** Collects script errors and failed API calls. */
function watch(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  page.on('response', (response) => {
    const isNew = /\/api\/(remote-loads|events)$/.test(response.url());
    if (
      !isNew &&
      (response.status() >= 500 || (response.status() >= 400 && response.request().method() !== 'GET'))
    )
      failures.push(`${response.status()} ${response.url()}`);
  });
  return failures;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
}

const screens = {
  maintenance: async (page: Page, title: string) => {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Add Ticket' }).click();
    const create = page.getByRole('dialog', { name: 'Create Maintenance Ticket' });
    await create.getByLabel('Title').fill(title);
    await create.getByLabel('Description').fill('It hangs to the left.');
    await create.getByLabel('Location').click();
    await page.getByRole('option').first().click();
    await create.getByRole('button', { name: 'Create Ticket' }).click();
    await expect(create).toBeHidden();
    await page.getByText(title).click();
    const detail = page.getByRole('dialog', { name: title });
    await detail.getByLabel('Status').click();
    await page.getByRole('option', { name: 'Completed' }).click();
    await expect(page.getByText('Ticket updated successfully').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: /Completed/ }).click();
    await expect(page.getByText(title)).toBeVisible();
  },

  locations: async (page: Page, title: string) => {
    await page.getByRole('button', { name: 'Add Location' }).first().click();
    const add = page.getByRole('dialog', { name: 'Add Location' });
    const fields = {
      'Location Name': title,
      'Store Number': `S-${Date.now()}`,
      'Street Address': '1 Pier',
      City: 'Bath',
      State: 'ME',
      'ZIP Code': '04530',
    };
    for (const [label, text] of Object.entries(fields))
      await add.getByLabel(label, { exact: true }).fill(text);
    await add.getByRole('button', { name: 'Add Location' }).click();
    await expect(page.getByText('Location created successfully')).toBeVisible();
  },

  employees: async (page: Page) => {
    await expect(page.getByRole('row').filter({ hasText: 'manager2@example.com' })).toBeVisible();
  },

  inbox: async (page: Page) => {
    await page.getByRole('tab', { name: 'All' }).click();
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
  },

  // Services of the version before do not have its data.
  equipment: async (page: Page) => {
    await expect(page.getByRole('heading', { name: 'Equipment', level: 1 })).toBeVisible();
  },
};

const accepted = names.filter(
  (name) => !hidden.includes(name) && refused.every(({ remote }) => remote !== name),
);

if (accepted.length > 0) {
  test(`${accepted.join(', ')}: work`, async ({ page }) => {
    const failures = watch(page);
    await signIn(page, 'admin');
    for (const name of hidden) {
      await expect(page.getByRole('link', { name: links[name], exact: true })).toHaveCount(0);
    }
    const title = `Skewed shelf ${Date.now()}`;
    for (const name of accepted) {
      await open(page, links[name]);
      await screens[name](page, title);
    }
    await signOut(page);
    expect(failures).toEqual([]);
  });
}

if (refused.length > 0) {
  test(`${refused.map(({ remote }) => remote).join(', ')}: refused in words, and the rest works`, async ({
    page,
  }) => {
    const failures = watch(page);
    await signIn(page, 'admin');
    for (const { remote, contract } of refused) {
      await open(page, links[remote]);
      await expect(page.getByRole('heading', { name: `${links[remote]} could not be loaded` })).toBeVisible();
      await expect(page.getByRole('alert')).toContainText(
        // Shells before this version show the first sentence.
        new RegExp(
          `It was built for version ${contract} of the contract|isn't compatible with the loaded app version`,
        ),
      );
      await expect(page.getByRole('alert')).toContainText('Reload the page.');
    }
    await open(page, 'Dashboard');
    await expect(page.getByText('Overview of your district operations')).toBeVisible();
    await page.getByRole('button', { name: 'Profile' }).click();
    const profile = page.getByRole('dialog', { name: 'Profile' });
    await expect(profile).toContainText('admin@example.com');
    await page.keyboard.press('Escape');
    await expect(profile).toBeHidden();
    await signOut(page);
    expect(failures).toEqual([]);
  });
}
