import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { tabTo } from './tab-to.ts';
import { test } from './temporary-store.ts';

const HOUR_MS = 3_600_000;

test('a manager finds what is late, and pauses and resumes its clock by keyboard', async ({
  page,
  store,
}) => {
  const title = `Oven at ${store.name}`;
  await store.create('/api/tickets', {
    title,
    description: 'It is cold.',
    ticketType: 'repair',
    dueAt: new Date(Date.now() - 3.5 * HOUR_MS).toISOString(),
  });
  await signIn(page, 'manager', `/tickets?q=${encodeURIComponent(store.name)}`);
  const card = page.getByRole('listitem').filter({ hasText: title });
  await expect(card).toContainText('Overdue 3 h');
  const overdue = page.getByRole('button', { name: /^Overdue \d+$/ });
  await tabTo(page, overdue);
  await page.keyboard.press('Enter');
  await expect(overdue).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/due=overdue/);
  await expect(card).toBeVisible();

  await tabTo(page, card.getByRole('button', { name: title }));
  await page.keyboard.press('Enter');
  const ticket = page.getByRole('dialog', { name: title });
  await tabTo(page, ticket.getByRole('button', { name: 'Pause clock' }));
  await page.keyboard.press('Enter');
  const pause = page.getByRole('dialog', { name: 'Pause clock' });
  await expect(pause).toBeVisible();
  await expectAccessibleInBothThemes(page, 'Pause clock');
  await tabTo(page, pause.getByLabel('Note'));
  await page.keyboard.type('The element comes on Friday.');
  await tabTo(page, pause.getByRole('button', { name: 'Pause clock' }));
  await page.keyboard.press('Enter');
  await expect(ticket.getByText('Paused: waiting for a vendor')).toBeVisible();
  await tabTo(page, ticket.getByRole('button', { name: 'Resume clock' }));
  await page.keyboard.press('Enter');
  await expect(ticket.getByText('Overdue 3 h')).toBeVisible();
  await expect(ticket.getByRole('region', { name: 'Activity' })).toContainText(
    'paused the clock: waiting for a vendor',
  );
});

test('an administrator sets a response target and the hours of a store', async ({ page, store }) => {
  await signIn(page, 'admin', '/response-targets');
  const low = page.getByRole('region', { name: 'Low' });
  await expect(low).toContainText(
    'Low: somebody responds within 8 hours, fixed within 60 hours, while the store is open.',
  );
  await expectAccessibleInBothThemes(page, 'Response targets');
  await low.getByLabel('At risk after (% of the time)').fill('80');
  await low.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Response target saved.' })).toBeVisible();
  // Until the form shows what was stored, a reload asks whether to discard it.
  const asks = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(asks).toBe(false);
  await page.reload();
  await expect(low.getByLabel('At risk after (% of the time)')).toHaveValue('80');

  await page.goto('/locations');
  await page.getByRole('searchbox').fill(store.name);
  const card = page.getByRole('listitem').filter({ hasText: store.name });
  await card.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Location' });
  await dialog.getByRole('tab', { name: 'Opening hours' }).click();
  await dialog.getByRole('button', { name: 'Add hours on Monday' }).click();
  await dialog.getByLabel('Monday opens').fill('06:00');
  await dialog.getByLabel('Monday closes').fill('22:00');
  await dialog.getByRole('button', { name: 'Copy to all days from Monday' }).click();
  await dialog.getByRole('button', { name: 'Add closure' }).click();
  await dialog.getByLabel('First day of closure').fill('2099-12-24');
  await dialog.getByLabel('Last day of closure').fill('2099-12-26');
  await expectAccessibleInBothThemes(page, 'Opening hours');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  const hours: unknown = await (await store.api.get(`/api/locations/${store.id}/hours`)).json();
  expect(hours).toMatchObject({
    hours: { length: 7 },
    closures: [{ firstDay: '2099-12-24', lastDay: '2099-12-26' }],
  });
});

test('a manager does not see the response targets', async ({ page }) => {
  await signIn(page, 'manager2', '/response-targets');
  await expect(page.getByRole('link', { name: 'Maintenance' })).toBeVisible();
  await expect(page.getByText('Response targets')).toHaveCount(0);
});
