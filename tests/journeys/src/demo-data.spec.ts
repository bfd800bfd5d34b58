import { expect, type Page, test } from '@playwright/test';
import { z } from 'zod';
import { signIn } from './people.ts';

const person = z.object({ firstName: z.string(), lastName: z.string() });
const ticket = z.object({ id: z.string() });
const inboxItem = z.object({ kind: z.string(), readAt: z.string().nullable(), actor: person.nullable() });

async function read<Schema extends z.ZodType>(
  page: Page,
  path: string,
  schema: Schema,
): Promise<z.infer<Schema>[]> {
  const response = await page.request.get(path);
  expect(response.status(), path).toBe(200);
  return z.array(schema).parse(await response.json());
}

test('some demo tickets are late, some at risk, and some paused', async ({ page }) => {
  await signIn(page, 'admin');
  for (const due of ['overdue', 'at_risk', 'paused'])
    expect(await read(page, `/api/tickets?due=${due}`, ticket), due).not.toEqual([]);
});

test('the demo manager has an inbox with a past, of what others did', async ({ page }) => {
  await signIn(page, 'manager');
  const items = await read(page, '/api/inbox?limit=100', inboxItem);
  expect(items.length).toBeGreaterThan(20);
  expect([...new Set(items.map(({ kind }) => kind))]).toEqual(
    expect.arrayContaining(['mentioned', 'assigned', 'commented', 'status_changed', 'reported']),
  );
  expect(items.filter(({ readAt }) => readAt !== null).length).toBeGreaterThan(15);
  for (const { actor } of items) expect(actor?.firstName).not.toBe('Marcus');
});
