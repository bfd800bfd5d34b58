import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from './expect-accessible.ts';
import { signIn } from './people.ts';
import { PHOTO, test } from './temporary-store.ts';

const RULE = '/api/completion-rules/cleaning';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
test.afterEach(({ store }) => store.api.patch(RULE, { data: { afterPhoto: false, note: false } }));

test('shows on a phone that the work is done, and keeps the photo of it', async ({ page, store }) => {
  await store.api.patch(RULE, { data: { afterPhoto: true, note: true } });
  const ticket = { title: store.name, description: 'Grease.', ticketType: 'cleaning' };
  const id = await store.create('/api/tickets', ticket);
  await signIn(page, 'manager', `/tickets?ticket=${id}`);
  const detail = page.getByRole('dialog', { name: store.name });
  const choose = async (field: string, option: string) => {
    await detail.getByRole('combobox', { name: field }).tap();
    await page.getByRole('option', { name: option, exact: true }).tap();
  };
  await choose('Status', 'Completed');

  const proof = page.getByRole('dialog', { name: 'Show that it is done' });
  await expect(proof).toContainText('Add a photo of the finished work first. Say what was done first.');
  await expectAccessibleInBothThemes(page, 'the dialog that asks for proof');
  await proof.getByLabel('What was done').fill('Cleaned the hood.');
  const photo = { name: 'hood.png', mimeType: 'image/png', buffer: PHOTO };
  await proof.getByLabel('Photo of the finished work').setInputFiles(photo);
  await proof.getByRole('button', { name: 'Complete', exact: true }).tap();
  await expect(proof).toBeHidden();
  await expect(detail).toContainText('What was doneCleaned the hood.');

  // On a phone the section is folded.
  await detail.getByRole('button', { name: /^Attachments/ }).tap();
  const after = detail.getByRole('group', { name: 'After' });
  await expect(after.getByRole('listitem')).toContainText('hood.png');
  await expectAccessibleInBothThemes(page, 'a picture in its group');
  await choose('Purpose', 'None');
  await expect(page.getByText('409: Reopen the ticket first.')).toBeVisible();
  await expect(after.getByRole('listitem')).toContainText('hood.png');
});
