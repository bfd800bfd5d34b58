import { expect, type Page, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { signIn } from './people.ts';
import { published, registry, registryDir } from './registry.ts';

const repository = join(import.meta.dirname, '../..');

const before = 'Manage all franchise locations';
const after = 'Manage every location of the chain';

/** Builds mf-locations with another subtitle, out of nothing but its folder and the installed packages; its dist. */
async function buildChanged(folder: string): Promise<string> {
  const room = join(folder, 'mf-locations');
  await cp(join(repository, 'mf-locations'), room, {
    recursive: true,
    filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
  });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const strings = join(room, 'src/strings.ts');
  const text = await readFile(strings, 'utf8');
  expect(text).toContain(before);
  await writeFile(strings, text.replace(before, after));
  await promisify(execFile)('npm', ['run', 'build'], { cwd: room });
  return join(room, 'dist');
}

/** The hash of every file that the gateway serves, but for the registry and the versions of `name`. */
async function hashesWithout(name: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const others = (await registry('list')).matchAll(/^(\w+) +[0-9a-f]{12}/gm);
  const remotes = [...others].flatMap(([, remote]) => (remote && remote !== name ? [remote] : []));
  expect(remotes).toEqual(['employees', 'maintenance']);
  for (const folder of [
    join(registryDir(), '../shell'),
    ...remotes.map((each) => join(registryDir(), each)),
  ]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile())
        hashes[file] = createHash('sha256')
          .update(await readFile(file))
          .digest('hex');
    }
  }
  return hashes;
}

const openLocations = (page: Page) => page.getByRole('link', { name: 'Locations', exact: true }).click();

test('one remote is changed, built and published alone: nothing else changes, open tabs go on, new pages have it', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-independence-'));
  const { version } = await published('locations');
  const hashes = await hashesWithout('locations');
  const others = await Promise.all(['employees', 'maintenance'].map(published));
  await signIn(page, 'admin');
  await openLocations(page);
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const typed = page.getByRole('dialog', { name: 'Add Location' }).getByLabel('Location Name');
  await typed.fill('Half a na');

  try {
    await registry('publish', 'locations', await buildChanged(folder));
    expect(await hashesWithout('locations')).toEqual(hashes);
    expect(await Promise.all(['employees', 'maintenance'].map(published))).toEqual(others);

    // What the browser says when somebody comes back to the tab; the page does not ask each time.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(page.getByText('There is a new version of Locations')).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 15_000 });
    await expect(typed).toHaveValue('Half a na');
    const reload = page.getByRole('button', { name: 'Reload' });
    // The dialog lies over the offer.
    await expect(reload.click({ trial: true, timeout: 1000 })).rejects.toThrow(/intercepts pointer events/);
    await typed.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText(before)).toBeVisible();

    const other = await page.context().newPage();
    await other.goto('/locations');
    await expect(other.getByText(after)).toBeVisible();
    await reload.click();
    await expect(page.getByText(after)).toBeVisible();

    await registry('rollback', 'locations');
    await other.goto('/locations');
    await expect(other.getByText(before)).toBeVisible();
  } finally {
    await registry('current', 'locations', version);
    await rm(folder, { recursive: true });
  }
});
