import { launchChromium } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { signIn } from './board.ts';

const photo = join(
  import.meta.dirname,
  '../../../tools/local-stack/src/demo-data/photos',
  'ceiling-tile.jpg',
);

const open = (page: Page, link: string): Promise<void> =>
  page.getByRole('link', { name: link, exact: true }).first().click();
const press = (page: Page, button: string): Promise<void> =>
  page.getByRole('button', { name: button, exact: true }).first().click();

/** Opens each screen, and on it each dialog that has files of its own. */
async function openEverything(page: Page, url: string): Promise<void> {
  const settled = watchNetwork(page);
  await signIn(page, url);
  await press(page, 'Profile');
  await press(page, 'Show Remotes');
  await page.getByRole('heading', { name: 'Remotes' }).waitFor();
  await open(page, 'Locations');
  await page.getByPlaceholder('Search locations...').waitFor();
  await open(page, 'Employees');
  await page.getByRole('cell').first().waitFor();
  await open(page, 'Inbox');
  await page.getByRole('tab', { name: 'All' }).waitFor();
  await open(page, 'Settings');
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await open(page, 'Equipment');
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  await press(page, 'Print stickers');
  await page.getByRole('dialog', { name: 'Print stickers' }).waitFor();
  await press(page, 'Cancel');
  await open(page, 'Maintenance');
  await page.getByRole('tabpanel').getByRole('listitem').getByRole('button').first().click();
  await commentWithPhoto(page);
  await press(page, 'Upload File');
  await page.getByRole('dialog', { name: 'Upload File' }).waitFor();
  await settled();
  await page.goto(`${url}/tickets`);
  await press(page, 'New');
  await page.getByRole('menuitem', { name: 'Add Ticket' }).click();
  await page.getByRole('dialog', { name: 'Create Maintenance Ticket' }).waitFor();
}

async function commentWithPhoto(page: Page): Promise<void> {
  const field = page.getByLabel('Add a comment');
  await field.fill('It looks like this.');
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Add photos');
  await (await chooser).setFiles(photo);
  await press(page, 'Comment');
  await page.getByText('It looks like this.', { exact: true }).waitFor();
  await page.getByRole('img', { name: basename(photo) }).waitFor();
}

/**
 * What a page fetches of the front ends over all screens, by its place in this workspace: `shell/dist/assets/main.js`,
 * `mf-locations/dist/remoteEntry.js`.
 */
export async function filesOfEveryScreen(url: string): Promise<Set<string>> {
  const files = new Set<string>();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.ok()) files.add(placeOf(pathname));
    });
    await openEverything(page, url);
  } finally {
    await browser.close();
  }
  return files;
}

function placeOf(pathname: string): string {
  const [, name, file] = /^\/remotes\/([^/]+)\/[^/]+\/(.+)$/.exec(pathname) ?? [];
  return name && file ? `mf-${name}/dist/${file}` : `shell/dist${pathname}`;
}
