import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { test } from './temporary-store.ts';

async function closeDialog(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog', { name })).toBeHidden();
}

for (const { theme, width, height } of [
  { theme: 'dark', width: 1280, height: 740 },
  // The size of a window of 1280 by 1024 px at a zoom of 400 %.
  { theme: 'light', width: 320, height: 256 },
]) {
  test(
    `no dialog or state of the maintenance screen has an axe violation, ${theme}, ${width} by ${height} px`,
    { tag: '@nightly' },
    async ({ page, store }) => {
      test.setTimeout(400_000);
      const paused = { frequency: 'weekly', nextOccurrence: '2099-01-05T09:00:00Z', active: false };
      await store.create('/api/recurring-tasks', { ...paused, title: `Rest of ${store.name}` });
      await store.create('/api/recurring-tasks', {
        ...paused,
        title: `Filters of ${store.name}`,
        active: true,
      });
      const fryer = { name: 'Fryer 2', category: 'cooking', warrantyUntil: '2099-12-31' };
      await store.create('/api/equipment', fryer);
      const ticketId = await store.create('/api/tickets', {
        title: store.name,
        description: 'It is cold.',
        ticketType: 'repair',
        notes: 'Ask Ada.',
      });
      const commented = await store.api.post(`/api/tickets/${ticketId}/comments`, {
        data: { body: 'See https://example.com/oven.' },
      });
      expect(commented.status()).toBe(201);
      await page.setViewportSize({ width, height });
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
      await signIn(page, 'admin', '/tickets');
      const search = page.getByRole('searchbox');
      await search.fill(store.name);
      // In a menu where there is less room.
      if (width < 1024) await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Recurring Tasks' }).click();
      await page.getByRole('tab', { name: 'Paused' }).click();
      await expect(page.getByRole('button', { name: `Rest of ${store.name}` })).toBeVisible();
      await expectAccessible(page, 'the paused recurring tasks');
      await page.keyboard.press('Escape');

      const newButton = page.getByRole('button', { name: 'New', exact: true });
      await newButton.click();
      await page.getByRole('menuitem', { name: 'Add Ticket' }).click();
      await expectAccessible(page, 'creating a ticket');
      await page.getByLabel('Location').click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page, 'choosing a location');
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: 'Create Ticket' }).click();
      await expect(page.getByText('Title is required')).toBeVisible();
      await expectAccessible(page, 'a ticket without a title');
      await page.getByLabel('Title').fill(store.name);
      await page.getByLabel('Location').fill(store.name);
      await page.getByRole('option', { name: store.name }).click();
      await page.getByLabel('Equipment').click();
      await page.getByRole('option', { name: 'Fryer 2' }).or(page.getByTitle('Fryer 2')).first().click();
      await expect(page.getByText(/^Under warranty until/)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Similar open tickets' })).toBeVisible();
      await expectAccessible(page, 'a ticket that is like another');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('button', { name: 'Keep Editing' })).toBeVisible();
      await expectAccessible(page, 'asking before text is discarded');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(newButton).toBeFocused();

      await newButton.click();
      await page.getByRole('menuitem', { name: 'Add Recurring Task' }).click();
      await expectAccessible(page, 'creating a recurring task');
      await closeDialog(page, 'Create Recurring Task');

      await page.getByRole('link', { name: store.name, exact: true }).click();
      const ticket = page.getByRole('dialog', { name: store.name });
      // Sections are folded where there is less room.
      const folded = ticket.locator('.ant-collapse-header[aria-expanded="false"]');
      if (width < 768) await folded.first().waitFor();
      while ((await folded.count()) > 0) await folded.first().click();
      await expect(ticket.getByText('No attachments yet')).toBeVisible();
      await expect(ticket.getByRole('link', { name: 'https://example.com/oven' })).toBeVisible();
      await expectAccessible(page, 'a ticket');
      await ticket.getByRole('button', { name: 'Set due date' }).click();
      await expectAccessible(page, 'setting a due date');
      await closeDialog(page, 'Due date');
      await ticket.getByRole('button', { name: 'Pause clock' }).click();
      await expectAccessible(page, 'pausing the clock');
      await closeDialog(page, 'Pause clock');
      const activity = ticket.getByRole('region', { name: 'Activity' });
      await ticket.getByLabel('Add a comment').pressSequentially('@');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page, 'mentioning somebody');
      await page.keyboard.press('Escape');
      await ticket.getByLabel('Add a comment').fill('');
      await expect(ticket.getByText('Comment is required')).toBeVisible();
      await expectAccessible(page, 'a comment without a text');
      await activity.getByRole('button', { name: 'Edit' }).click();
      await expectAccessible(page, 'editing a comment');
      await closeDialog(page, 'Edit Comment');
      await activity.getByRole('button', { name: 'Delete' }).click();
      await expectAccessible(page, 'asking before a comment is deleted');
      await closeDialog(page, 'Delete Comment');
      await ticket.getByLabel('Assignee').click();
      await expect(page.getByRole('option', { name: 'Nobody' })).toBeVisible();
      await expectAccessible(page, 'choosing an assignee');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('option')).toHaveCount(0);
      await ticket.getByLabel('Status').click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page, 'choosing a status');
      await page.getByRole('option', { name: 'To Acknowledge' }).click();
      await ticket.getByRole('button', { name: 'Upload File' }).click();
      const upload = page.getByRole('dialog', { name: 'Upload File' });
      await expect(upload.getByRole('button', { name: 'browse files' })).toBeVisible();
      await expectAccessible(page, 'uploading a file');
      const file = { name: 'drain.txt', mimeType: 'text/plain', buffer: Buffer.from('It drips.') };
      await upload.locator('input[type=file]').first().setInputFiles(file);
      await expect(upload.getByRole('button', { name: 'Upload 1 file' })).toBeVisible();
      await expectAccessible(page, 'a file that was chosen');
      await upload.getByRole('button', { name: 'Remove file' }).click();
      await closeDialog(page, 'Upload File');
      const openMenu = () => ticket.getByRole('button', { name: 'More' }).click();
      await openMenu();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await expectAccessible(page, 'the menu of a ticket');
      await page.getByRole('menuitem', { name: 'Delete Ticket' }).click();
      await expectAccessible(page, 'asking before a ticket is deleted');
      await closeDialog(page, 'Delete Ticket');
      const onPhone = width < 560;
      if (onPhone) await openMenu();
      await (
        onPhone
          ? page.getByRole('menuitem', { name: 'Edit' })
          : ticket.getByRole('button', { name: 'Edit' }).last()
      ).click();
      await expectAccessible(page, 'editing a ticket');
      await closeDialog(page, 'Edit Maintenance Ticket');
      await closeDialog(page, store.name);
      await expect(page.getByRole('link', { name: store.name, exact: true })).toBeFocused();

      if (width < 768) await page.getByRole('button', { name: /^Working/ }).click();
      await page.getByRole('button', { name: `Filters of ${store.name}` }).click();
      await expect(page.getByText('No tasks yet')).toBeVisible();
      await expectAccessible(page, 'a recurring task');
      await page.getByRole('button', { name: 'Edit' }).click();
      await expectAccessible(page, 'editing a recurring task');
      await closeDialog(page, 'Edit Recurring Task');
      await closeDialog(page, `Filters of ${store.name}`);

      await page.goto('/tickets?ticket=nonsense');
      await expect(page.getByText(/^This ticket no longer exists/)).toBeVisible();
      await expectAccessible(page, 'a ticket that no longer exists');
      await page.goto('/tickets');
      await page.getByRole('button', { name: 'Mine' }).click();
      await search.fill('nothing is called that');
      await expect(page.getByText('Nothing here is assigned to you.').first()).toBeVisible();
      await expectAccessible(page, 'a filter that leaves nothing');
      await page.getByRole('button', { name: 'Mine' }).click();
      await expect(page.getByText('No items').first()).toBeVisible();
      await page.getByRole('tab', { name: 'Completed' }).click();
      await expect(page.getByText('No completed tickets')).toBeVisible();
      await expectAccessible(page, 'nothing found');
    },
  );
}
