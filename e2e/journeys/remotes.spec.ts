import { expect, type Page, test } from '@playwright/test';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from './people.ts';

const registryDir = process.env['MAINSTAY_REGISTRY_DIR'];

const screens = {
  maintenance: { path: '/tickets', link: 'Maintenance', shows: 'To Acknowledge' },
  locations: { path: '/locations', link: 'Locations', shows: 'Sandwich Co. Locations' },
  employees: { path: '/managers', link: 'Employees', shows: 'Manage employees and their assigned locations' },
} as const;
type Remote = keyof typeof screens;
const remotes: Remote[] = ['maintenance', 'locations', 'employees'];

const open = (page: Page, remote: Remote) =>
  page.getByRole('link', { name: screens[remote].link, exact: true }).first().click();

const shows = (page: Page, remote: Remote) => page.getByText(screens[remote].shows, { exact: true }).first();

for (const dead of remotes) {
  test(`the files of ${dead} are taken away: the rest works; they come back: Retry brings it without a reload`, async ({
    page,
  }) => {
    if (!registryDir) throw new Error('MAINSTAY_REGISTRY_DIR is not set');
    const folder = join(registryDir, dead);
    await rename(folder, `${folder}.away`);
    try {
      await signIn(page, 'admin');
      await page.evaluate(() => Reflect.set(window, 'stayed', true));
      await open(page, dead);
      const retry = page.getByRole('button', { name: 'Retry' });
      await expect(retry).toBeVisible({ timeout: 20_000 });

      for (const alive of remotes.filter((remote) => remote !== dead)) {
        await open(page, alive);
        await expect(shows(page, alive)).toBeVisible();
      }
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

      await open(page, dead);
      await expect(retry).toBeVisible({ timeout: 20_000 });
      await rename(`${folder}.away`, folder);
      await retry.click();
      await expect(shows(page, dead)).toBeVisible({ timeout: 20_000 });
      expect(await page.evaluate((): unknown => Reflect.get(window, 'stayed'))).toBe(true);
    } finally {
      await rename(`${folder}.away`, folder).catch(() => undefined);
    }
  });
}
