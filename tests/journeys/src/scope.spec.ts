import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { watchNetwork } from './network.ts';
import { signIn } from './people.ts';

const named = z.object({ id: z.string(), name: z.string() });
const ticket = z.object({ id: z.string(), location: named });

async function read<Schema extends z.ZodType>(
  page: Page,
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>[]> {
  const response = await page.request.get(path);
  expect(response.status()).toBe(200);
  return z.array(schema).parse(await response.json());
}

test("a district manager does not see another manager's store", async ({ page, browser }) => {
  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await signIn(other, 'manager2');
  const theirs = await read(other, '/api/locations', named);
  const [theirTicket] = await read(other, '/api/tickets', ticket);
  expect(theirs.length).toBeGreaterThan(0);
  expect(theirTicket).toBeDefined();
  await otherContext.close();

  await signIn(page, 'manager');
  const own = await read(page, '/api/locations', named);
  expect(own.length).toBeGreaterThanOrEqual(2);
  expect(own.map(({ id }) => id)).not.toContain(theirs[0]?.id);

  await page.goto('/locations');
  for (const { name } of own) await expect(page.getByText(name, { exact: true })).toBeVisible();
  for (const { name } of theirs) await expect(page.getByText(name, { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Add Location' })).toHaveCount(0);

  const tickets = await read(page, '/api/tickets', ticket);
  const ownIds = own.map(({ id }) => id);
  expect(tickets.length).toBeGreaterThan(0);
  expect(tickets.filter(({ location }) => !ownIds.includes(location.id))).toEqual([]);
  expect((await page.request.get(`/api/tickets/${theirTicket?.id ?? ''}`)).status()).toBe(404);
});

test('a district manager has no administration', async ({ page }) => {
  const settled = watchNetwork(page);
  await signIn(page, 'manager');
  await expect(page.getByText('Administration')).toHaveCount(0);
  const employeesFiles: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/remotes/employees/')) employeesFiles.push(request.url());
  });
  await page.goto('/managers');
  // By now the shell knows all screens and would have started to load this one.
  await expect(page.getByRole('link', { name: 'Maintenance' })).toBeVisible();
  await settled();
  await expect(page.getByRole('main')).toBeEmpty();
  expect(employeesFiles).toEqual([]);
  expect((await page.request.get('/api/managers')).status()).toBe(403);
});
