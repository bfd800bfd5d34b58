import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
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
