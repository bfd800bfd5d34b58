import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { type TemporaryStore, test } from './temporary-store.ts';

/**
 * A ticket with a limit of $100.00.
 * @returns its id and title
 */
async function limited(store: TemporaryStore): Promise<{ id: string; title: string }> {
  const title = `Cooler at ${store.name}`;
  const body = { title, description: 'It is warm.', ticketType: 'repair', spendingLimit: '100.00' };
  return { id: await store.create('/api/tickets', body), title };
}

const dialogOf = (page: Page, title: string) => page.getByRole('dialog', { name: title });

test('a manager spends more than the limit, and an administrator finds and approves it by keyboard', async ({
  page,
  store,
}) => {
  const { id, title } = await limited(store);
  await signIn(page, 'manager', `/tickets?ticket=${id}`);
  const ticket = dialogOf(page, title);
  await ticket.getByRole('button', { name: 'Add cost' }).click();
  const cost = dialogOf(page, 'Add cost');
  await cost.getByLabel('Amount').fill('120.50');
  await cost.getByLabel('Description').fill('Compressor');
  await cost.getByRole('button', { name: 'Add cost' }).click();
  await expect(ticket.getByText('$120.50 of $100.00 spent')).toBeVisible();
  await expect(ticket.getByText('Needs approval')).toBeVisible();
  await expect(ticket.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessibleInBothThemes(page, 'costs above the limit');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/tickets');
  await expect(page.getByRole('button', { name: 'High' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Needs approval' })).toHaveCount(0);

  await page.context().clearCookies();
  await signIn(page, 'admin', `/tickets?q=${encodeURIComponent(store.name)}`);
  const chip = page.getByRole('button', { name: 'Needs approval' });
  await tabTo(page, chip);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/approval=needed/);
  await tabTo(page, page.getByRole('listitem').getByRole('link', { name: title }));
  await page.keyboard.press('Enter');
  // What others change shows without a reload.
  const costs = ticket.getByRole('region', { name: 'Costs' });
  await expect(costs).toContainText('Compressor');
  const [compressor] = z
    .array(z.object({ id: z.string() }))
    .parse(await (await store.api.get(`/api/tickets/${id}/costs`)).json());
  await store.api.patch(`/api/costs/${compressor?.id}`, { data: { description: 'Capacitor' } });
  await expect(costs).toContainText('Capacitor');
  await tabTo(page, ticket.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  const approval = dialogOf(page, 'Approve');
  await expect(approval).toContainText('$120.50 of $100.00 spent');
  await expectAccessibleInBothThemes(page, 'Approve');
  await tabTo(page, approval.getByLabel('Note'));
  await page.keyboard.type('It is worth it.');
  await tabTo(page, approval.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  await expect(approval).toHaveCount(0);
  await expect(ticket.getByText('Needs approval')).toHaveCount(0);
  await expect(ticket.getByRole('region', { name: 'Activity' })).toContainText(
    'approved $120.50: It is worth it.',
  );
  await page.setViewportSize({ width: 800, height: 420 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  const times = await ticket
    .getByRole('region', { name: 'Activity' })
    .evaluate((activity) => (activity instanceof HTMLElement ? activity.innerText : ''));
  expect(times).toMatch(/\d:\d\d [AP]M/);
  expect(times).not.toMatch(/just now| ago/);
  const end = await ticket
    .getByRole('region', { name: 'Activity' })
    .evaluate((activity) => activity.getBoundingClientRect().bottom);
  const heights = await page.evaluate(() => [
    document.body.clientHeight,
    document.documentElement.scrollHeight,
  ]);
  expect(
    heights.map((height) => height >= Math.floor(end)),
    'the ticket is printed whole',
  ).toEqual([true, true]);
  await page.emulateMedia({ media: null });
});
