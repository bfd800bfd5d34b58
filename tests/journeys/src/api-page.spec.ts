import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { password, people } from './people.ts';

const calls = (page: Page) => page.locator('.opblock-summary-path');
const call = (page: Page, path: string) => page.locator(`[data-path="${path}"]`).first();
const tag = (page: Page, name: string) => page.locator(`#operations-tag-${name}`);
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search all calls' });

/** Swagger UI takes long on a busy machine. */
const drawn = { timeout: 45_000 };

test('one document has what every service serves', async ({ request }) => {
  const read = async (name: string) => {
    const response = await request.get(`/api/docs/${name}.json`);
    return z.object({ paths: z.record(z.string(), z.unknown()) }).parse(await response.json()).paths;
  };
  const response = await request.get('/api/docs/services.json');
  const { services } = z.object({ services: z.array(z.string()) }).parse(await response.json());
  const own = await Promise.all(services.map(read));
  expect(Object.keys(await read('all'))).toEqual(own.flatMap((paths) => Object.keys(paths)).sort());
});

test('the API page finds a call of any service, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/api/docs');
  await expect(tag(page, 'Tickets')).toBeVisible(drawn);
  await expect(page.getByRole('status')).toBeEmpty();
  await search(page).fill('attachments upload');
  await expect(call(page, '/api/attachments/upload')).toBeVisible();
  await search(page).fill('createCost');
  await expect(calls(page)).toHaveCount(1);
  await expect(call(page, '/api/tickets/{id}/costs')).toBeVisible();
  await search(page).fill('');
  await expect(calls(page)).toHaveCount(0);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { name: 'Rules for every call' })).toBeVisible(drawn);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('the API page names a service that is down, and shows the others', async ({ page }) => {
  await page.route('/api/docs/core.json', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/api/docs');
  await expect(page.getByRole('status')).toHaveText(
    'svc-core is unavailable. Its calls are not shown; reload the page to try again.',
  );
  await expect(tag(page, 'Tokens')).toBeVisible(drawn);
  await expect(tag(page, 'Tickets')).toHaveCount(0);

  await page.unroute('/api/docs/core.json');
  await page.reload();
  await expect(tag(page, 'Tickets')).toBeVisible(drawn);
  await expect(page.getByRole('status')).toBeEmpty();
});

test('the API page sends calls with the session or with a token, which it keeps, and shows the stream', async ({
  page,
  context,
}) => {
  await page.request.post('/api/login', { data: { email: people.admin, password } });
  const created = await page.request.post('/api/tokens', { data: { name: 'API page', readOnly: true } });
  const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(await created.json());
  await page.goto('/api/docs');
  await expect(tag(page, 'Tickets')).toBeVisible(drawn);
  // What is below is Swagger UI's own.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('header').analyze();
  expect(violations).toEqual([]);

  const signedInBy = async () => {
    await search(page).fill('readCurrentUser');
    await call(page, '/api/user').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse('**/api/user');
    await page.getByRole('button', { name: 'Execute' }).click();
    return z.object({ signedInBy: z.string() }).parse(await (await answered).json()).signedInBy;
  };
  expect(await signedInBy()).toBe('password');
  await page.getByLabel('Token', { exact: true }).fill(token);
  // Without the hash, which would open the call.
  await page.goto('/api/docs');
  await expect(page.getByRole('radio', { name: 'a token' })).toBeChecked();
  await expect(tag(page, 'Tickets')).toBeVisible(drawn);
  expect(await signedInBy()).toBe('token');
  const other = await context.newPage();
  await other.goto('/api/docs');
  await expect(other.getByLabel('Token', { exact: true })).toBeEmpty();

  await page.getByText('Live events').click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('log', { name: 'Events' })).toContainText('retry:');
  await page.request.delete(`/api/tokens/${id}`);
  await expect(page.getByRole('log', { name: 'Events' })).toContainText('(The stream has ended.)');
});
