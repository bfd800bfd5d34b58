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
