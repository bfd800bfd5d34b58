import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';

const definitions = (page: Page) => page.getByLabel('Select a definition').locator('option');
const operation = (page: Page, path: string) => page.locator(`[data-path="${path}"]`).first();

/** Swagger UI draws more than a hundred calls in one piece, which takes long on a busy machine. */
const drawn = { timeout: 45_000 };

test('the API page lists what every service serves, the largest first', async ({ page, request }) => {
  const response = await request.get('/api/docs/services.json');
  const { services } = z.object({ services: z.array(z.string()) }).parse(await response.json());
  await page.goto('/api/docs');
  await expect(operation(page, '/api/tickets')).toBeVisible(drawn);
  await expect(page.getByRole('status')).toBeEmpty();
  const listed = await definitions(page).allTextContents();
  expect(listed[0]).toBe('svc-core');
  expect(listed.sort()).toEqual(services.map((name) => `svc-${name}`).sort());
});

test('the API page names a service that is down, and shows the others', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('/api/docs/core.json', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/api/docs');
  await expect(page.getByRole('status')).toHaveText(
    'svc-core is unavailable. Its calls are not shown; reload the page to try again.',
  );
  await expect(operation(page, '/api/login')).toBeVisible(drawn);
  await expect(definitions(page).filter({ hasText: 'svc-core' })).toHaveCount(0);
  await page.getByLabel('Select a definition').selectOption({ label: 'svc-attachments' });
  await expect(operation(page, '/api/attachments/upload')).toBeVisible();

  await page.unroute('/api/docs/core.json');
  await page.reload();
  await expect(definitions(page).filter({ hasText: 'svc-core' })).toHaveCount(1);
  await expect(page.getByRole('status')).toBeEmpty();
});
