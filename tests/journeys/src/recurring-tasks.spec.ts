import { expect } from '@playwright/test';
import { signIn } from './people.ts';
import { test } from './temporary-store.ts';

test('tasks of a recurring task are shown and completed; only an administrator deletes the recurring task', async ({
  page,
  store,
}) => {
  const title = `Filters ${store.name}`;
  const id = await store.create('/api/recurring-tasks', {
    title,
    frequency: 'daily',
    nextOccurrence: new Date(Date.now() - 1000).toISOString(),
  });
  // The scheduler creates the task at its next run.
  await expect
    .poll(async () => (await store.api.get(`/api/tasks?recurringTaskId=${id}`)).headers()['x-total-count'], {
      timeout: 60_000,
    })
    .toBe('1');

  await signIn(page, 'manager', '/tickets');
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  const box = dialog.getByRole('checkbox', { name: /^Due / });
  await box.check();
  await expect(dialog.getByText(/^Completed /)).toBeVisible();
  const tasks: unknown = await (await store.api.get(`/api/tasks?recurringTaskId=${id}`)).json();
  expect(tasks).toMatchObject([{ completed: true }]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  await signIn(page, 'admin', '/tickets');
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('button', { name: title }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete Recurring Task' });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Recurring task deleted successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: title })).toHaveCount(0);
});
