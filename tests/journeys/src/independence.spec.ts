import { expect, type Page, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { isEventStream } from './network.ts';
import { signIn } from './people.ts';
import { changedShell, shellTexts } from './changed-shell.ts';
import { currentVersion, published, registry, registryDir } from './registry.ts';
import { runningProcesses } from './running-processes.ts';

const repository = join(import.meta.dirname, '../../..');

const before = 'Manage all franchise locations';
const after = 'Manage every location of the chain';

/**
 * Builds mf-locations with another subtitle from a copy of its folder and the installed packages alone.
 * @returns its dist folder
 */
async function buildChanged(folder: string): Promise<string> {
  const copy = join(folder, 'mf-locations');
  await cp(join(repository, 'mf-locations'), copy, {
    recursive: true,
    filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
  });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const strings = join(copy, 'src/strings.ts');
  const text = await readFile(strings, 'utf8');
  expect(text).toContain(before);
  await writeFile(strings, text.replace(before, after));
  await promisify(execFile)('npm', ['run', 'build'], { cwd: copy });
  return join(copy, 'dist');
}

/** The hashes of all files that the gateway serves for the shell and the remotes, except those of `name`. */
async function hashesWithout(name: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  const listed = (await registry('list')).matchAll(/^(\w+) +[0-9a-f]{12}/gm);
  const others = [...listed].flatMap(([, other]) => (other && other !== name ? [other] : []));
  expect(others).toEqual(['shell', 'intake', 'employees', 'equipment', 'inbox', 'maintenance', 'reports']);
  for (const other of others) {
    const folder = join(registryDir(), other);
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

test('one remote is changed, built and published alone: nothing else changes, open tabs keep working, new pages use it', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-independence-'));
  const { version } = await published('locations');
  const hashes = await hashesWithout('locations');
  const others = await Promise.all(['employees', 'equipment', 'inbox', 'maintenance'].map(published));
  await signIn(page, 'admin');
  await openLocations(page);
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const typed = page.getByRole('dialog', { name: 'Add Location' }).getByLabel('Location Name');
  await typed.fill('Half a na');

  try {
    await registry('publish', 'locations', await buildChanged(folder));
    expect(await hashesWithout('locations')).toEqual(hashes);
    expect(await Promise.all(['employees', 'equipment', 'inbox', 'maintenance'].map(published))).toEqual(
      others,
    );

    // The event of a user returning to the tab; the page does not check every time.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(page.getByText('There is a new version of Locations')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(typed).toHaveValue('Half a na');
    const reload = page.getByRole('button', { name: 'Reload' });
    // The dialog covers the notice.
    await expect(reload.click({ trial: true, timeout: 3000 })).rejects.toThrow(/intercepts pointer events/);
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

test(
  'the shell is released and rolled back alone: open tabs keep their files, new pages use it, nothing restarts',
  { tag: '@nightly' },
  async ({ page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'mainstay-release-'));
    const version = await currentVersion('shell');
    const processes = await runningProcesses();
    const remotes = await Promise.all(
      ['employees', 'equipment', 'inbox', 'locations', 'maintenance'].map(published),
    );
    const asked: string[] = [];
    const failed: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/assets/')) asked.push(pathname);
      if (response.status() >= 400) failed.push(`${response.status()} ${pathname}`);
    });
    page.on('requestfailed', (request) => {
      if (!isEventStream(request)) failed.push(request.url());
    });
    await signIn(page, 'admin');
    await expect(page.getByText(shellTexts.before)).toBeVisible();

    try {
      const dist = await changedShell(folder);
      await registry('publish', 'shell', dist);
      asked.length = 0;
      // Chunks that the tab has not fetched yet still come from its own version.
      await page.getByRole('button', { name: 'Profile' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Show Remotes' }).click();
      await expect(page.getByRole('heading', { name: 'Remotes' })).toBeVisible();
      expect(asked).not.toEqual([]);
      const files = await readdir(dist, { recursive: true });
      expect(asked.filter((path) => files.includes(path.slice(1)))).toEqual([]);
      await openLocations(page);
      await expect(page.getByRole('button', { name: 'Add Location' }).first()).toBeVisible();

      const other = await page.context().newPage();
      await other.goto('/');
      await expect(other.getByText(shellTexts.after)).toBeVisible();
      const visitor = await fetch(new URL('/', page.url()));
      expect(await visitor.text()).toContain(shellTexts.afterSignedOut);
      await page.goto('/');
      await expect(page.getByText(shellTexts.after)).toBeVisible();

      await registry('rollback', 'shell');
      await other.goto('/');
      await expect(other.getByText(shellTexts.before)).toBeVisible();
      expect(failed).toEqual([]);
      expect(await runningProcesses()).toEqual(processes);
      expect(
        await Promise.all(['employees', 'equipment', 'inbox', 'locations', 'maintenance'].map(published)),
      ).toEqual(remotes);
    } finally {
      await registry('current', 'shell', version);
      await rm(folder, { recursive: true });
    }
  },
);
