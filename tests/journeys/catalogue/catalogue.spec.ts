import { expect, type Page, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expectAccessible, expectReadable } from '../src/expect-accessible.ts';

const dist = join(import.meta.dirname, '../../../tools/catalogue/dist');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Serves the built files to the page without a server; it requests nothing else. */
async function serveBuild(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname === '/' ? 'index.html' : pathname.slice(1);
    const body = await readFile(join(dist, file)).catch(() => undefined);
    // What the gateway states about the system.
    if (file === 'config.json') await route.fulfill({ json: {} });
    else if (body === undefined) await route.fulfill({ status: 404 });
    else await route.fulfill({ body, contentType: types[extname(file)] ?? 'application/octet-stream' });
  });
}

/** The pages to check: the stories that share a page, and each story that covers one. */
async function pagesOf(page: Page): Promise<string[]> {
  await page.goto('/');
  const links = page.getByRole('navigation').locator('[data-entry="everything"], [data-alone]');
  await expect(links.first()).toBeVisible();
  return links.evaluateAll((found) => found.map((link) => link.getAttribute('data-entry') ?? ''));
}

async function open(page: Page, canvas: string, theme: string): Promise<void> {
  await page.goto(`/?${new URLSearchParams({ canvas, theme })}`);
  await expect(page.locator('html[data-ready]'), `${canvas}: its story plays to its end`).toHaveCount(1);
}

// Each page loads in a moment: a trace would cost more than another run.
test.use({ trace: 'off' });

test.describe('the catalogue', () => {
  let faults: string[];
  test.beforeEach(async ({ page }) => {
    faults = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await serveBuild(page);
  });
  test.afterEach(() => expect(faults).toEqual([]));

  test('shows each story in both themes, on a desktop and a phone, without an axe violation', async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const canvases = await pagesOf(page);
    expect(canvases.length).toBeGreaterThan(15);
    for (const canvas of canvases) {
      await page.setViewportSize(DESK);
      await open(page, canvas, 'light');
      await expect(page.locator('[data-failed]')).toHaveCount(0);
      await expectAccessible(page, `${canvas}, light, 1280 px`);
      // Contrast depends on the theme alone, overflow and target sizes on the width alone.
      await page.setViewportSize(PHONE);
      await open(page, canvas, 'dark');
      await expectReadable(page, `${canvas}, dark, 360 px`);
    }
  });

  test('lists all stories beside it, at the width of a desktop and of a phone', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Badge', exact: true }).click();
    await page.getByRole('link', { name: '360 px' }).click();
    await page.getByRole('link', { name: 'Dark', exact: true }).click();
    const frame = page.frameLocator('iframe[title="Badge"]');
    await expect(frame.getByText('Urgent')).toBeVisible();
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect((await page.locator('iframe').boundingBox())?.width).toBe(360);
    await expectAccessible(page, 'its list');
  });
});
