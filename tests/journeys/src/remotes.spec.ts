import { expect, type Page, test } from '@playwright/test';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { faultyResponses, type Fault } from './faulty-server.ts';
import { signIn } from './people.ts';
import { alter, published, publishEntry, registryDir, unlistManifest } from './registry.ts';

const screens = {
  maintenance: { path: '/tickets', link: 'Maintenance', shows: 'To Acknowledge' },
  locations: { path: '/locations', link: 'Locations', shows: 'Sandwich Co. Locations' },
  employees: { path: '/managers', link: 'Employees', shows: 'Manage employees and their assigned locations' },
  // Its bell is on every page, so that only its screens are missing.
  inbox: { path: '/inbox', link: 'Inbox', shows: 'What changed in your stores' },
  equipment: {
    path: '/equipment',
    link: 'Equipment',
    shows: 'What stands in your stores, and the stickers to report a problem with it',
  },
} as const;
type Remote = keyof typeof screens;
const remotes: Remote[] = ['maintenance', 'locations', 'employees', 'inbox', 'equipment'];

const tickets = z.array(z.object({ title: z.string() }));

type Undo = () => Promise<unknown>;

const open = (page: Page, remote: Remote) =>
  page.getByRole('link', { name: screens[remote].link, exact: true }).first().click();

const shows = (page: Page, remote: Remote) => page.getByText(screens[remote].shows, { exact: true }).first();

const retry = (page: Page) => page.getByRole('button', { name: 'Retry' });

const executed = (page: Page) => page.evaluate((): unknown => Reflect.get(window, 'executed'));

/** Removes all files of a remote. */
async function takeAway(remote: Remote): Promise<Undo> {
  const folder = join(registryDir(), remote);
  await rename(folder, `${folder}.away`);
  return () => rename(`${folder}.away`, folder);
}

test('without the files of a remote the rest works, and Retry loads it without a reload once they are back', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.evaluate(() => Reflect.set(window, 'stayed', true));
  for (const dead of remotes) {
    const bringBack = await takeAway(dead);
    try {
      // The remote must not be loaded yet, or the page would keep using it.
      await open(page, dead);
      await expect(retry(page)).toBeVisible({ timeout: 20_000 });
      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await open(page, dead);
      await expect(retry(page)).toBeVisible({ timeout: 20_000 });
    } finally {
      await bringBack();
    }
    await retry(page).click();
    await expect(shows(page, dead)).toBeVisible({ timeout: 20_000 });
  }
  expect(await page.evaluate((): unknown => Reflect.get(window, 'stayed'))).toBe(true);
});

const entry = /\/remotes\/employees\/[^/]+\/remoteEntry/;
const badly = (fault: Fault, address = entry) => ({
  reason: 'Its files could not be loaded.',
  make: (page: Page) => faultyResponses(page, address, fault),
});
const altered = (file: RegExp) => ({
  reason: 'Its files do not match the published ones, so they were not run.',
  make: () => alter('employees', file, 'globalThis.executed = true;'),
});

/** The same fault in a registry whose publisher does not copy manifests. */
const unlisted = ({ reason, make }: { reason: string; make: (page: Page) => Promise<Undo> }) => ({
  reason,
  make: async (page: Page) => {
    const undos = [await unlistManifest(page, 'employees'), await make(page)];
    return () => Promise.all(undos.map((undo) => undo()));
  },
});

/** Faults of a remote: how to cause each, and the message it shows. */
const faults: Record<string, { reason: string; make: (page: Page) => Promise<Undo> }> = {
  'its entry returns 500': badly('error'),
  'its entry is cut off': badly('cut'),
  'its entry hangs': badly('hang'),
  'its manifest, which the registry does not carry, is cut off': unlisted(
    badly('cut', /employees\/[^/]+\/mf-manifest/),
  ),
  'its entry is another than was published': altered(/^remoteEntry/),
  'its styles are others than were published': altered(/^__federation_expose.*css/),
  'its manifest, which the registry does not carry, is another than was published': unlisted(
    altered(/^mf-manifest/),
  ),
  'it throws on load': {
    reason: 'Its files could not be loaded.',
    make: () => publishEntry('employees', "throw new Error('no employees today');"),
  },
};

test(
  'every fault of a remote is shown in place, runs nothing, and Retry recovers without a reload',
  { tag: '@nightly' },
  async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, 'admin');
    const browser = await page.context().newCDPSession(page);
    for (const [what, { reason, make }] of Object.entries(faults)) {
      await test.step(what, async () => {
        const undo = await make(page);
        try {
          // Valid files are cached for a year, so clear the cache.
          await browser.send('Network.clearBrowserCache');
          // A file that hangs is preloaded, so the page is never loaded whole.
          await page.goto(screens.employees.path, { waitUntil: 'domcontentloaded' });
          await expect(page.getByText(reason)).toBeVisible({ timeout: 20_000 });
          await expect(page.getByText('Everything else keeps working.')).toBeVisible();
          await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
          expect(await executed(page)).toBeUndefined();
          await page.evaluate(() => Reflect.set(window, 'stayed', true));
        } finally {
          await undo();
        }
        await retry(page).click();
        await expect(shows(page, 'employees')).toBeVisible({ timeout: 20_000 });
        expect(await page.evaluate((): unknown => Reflect.get(window, 'stayed'))).toBe(true);
      });
    }
  },
);

test('a chunk that a remote fetches later does not run either if it differs from the published one', async ({
  page,
}) => {
  const fetched = new Set<string | undefined>();
  page.on('response', (response) => fetched.add(response.url().split('/').at(-1)));
  await signIn(page, 'manager');
  await open(page, 'maintenance');
  await expect(shows(page, 'maintenance')).toBeVisible();
  const [ticket] = tickets.parse(
    await (await page.request.get('/api/tickets?status=incoming&limit=1')).json(),
  );
  await page.getByPlaceholder('Search tickets and tasks...').fill(ticket?.title ?? '');
  await page
    .getByRole('link', { name: ticket?.title ?? '' })
    .first()
    .click();

  const { integrity } = await published('maintenance');
  const later = Object.keys(integrity).filter((file) => file.endsWith('.js') && !fetched.has(file));
  expect(later).not.toEqual([]);
  const undo = await alter('maintenance', new RegExp(`^(${later.join('|')})`), 'globalThis.executed = true;');
  try {
    await page.getByRole('button', { name: 'Upload File' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText('Failed to upload file');
    expect(await executed(page)).toBeUndefined();
  } finally {
    await undo();
  }
  await page.getByRole('button', { name: 'Upload File' }).click();
  await expect(page.getByRole('dialog', { name: 'Upload File' })).toBeVisible();
});
