import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from './people.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

/** The uploaded file. */
const DRAIN = Buffer.alloc(2048, 'drain ');

const attachments = (dialog: Locator): Locator => dialog.getByRole('region', { name: 'Attachments' });

/** Opens the dialog of a new ticket. */
async function openTicket(page: Page, store: TemporaryStore): Promise<Locator> {
  const ticket = { title: store.name, description: 'It is cold.', ticketType: 'repair' };
  const id = await store.create('/api/tickets', ticket);
  await signIn(page, 'manager', `/tickets?ticket=${id}`);
  return page.getByRole('dialog', { name: store.name });
}

test('uploads a file to a ticket and deletes it', async ({ page, store }) => {
  const dialog = await openTicket(page, store);
  await expect(dialog).toContainText('No attachments yet');
  await upload(page, dialog);
  await expect(page.getByRole('status').filter({ hasText: 'File uploaded successfully' })).toBeVisible();
  await expect(attachments(dialog).getByRole('listitem')).toContainText('drain.txt');
  await expect(attachments(dialog).getByRole('listitem')).toContainText('2.0 KB');
  const downloaded = page.waitForEvent('download');
  await attachments(dialog).getByRole('button', { name: 'Download', exact: true }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe('drain.txt');
  expect(await readFile(await file.path())).toEqual(DRAIN);
  await attachments(dialog).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toContainText('No attachments yet');
});

test('sees a chosen picture 200 pixels wide, in 80 percent', async ({ page, store }) => {
  await page.addInitScript(() => {
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file) => {
      if (file instanceof Blob && file.type === 'image/jpeg') {
        void file.arrayBuffer().then((buffer) => {
          const bytes = new Uint8Array(buffer);
          const table = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xdb);
          document.documentElement.dataset.quantized = String(bytes[table + 5]);
        });
      }
      return create(file);
    };
  });
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 300 });
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const dialog = await openTicket(page, store);
  await choose(page, dialog, 'drain.png', 'image/png', Buffer.from(picture, 'base64'));
  const preview = page.getByRole('dialog', { name: 'Upload File' }).locator('img');
  await expect(preview).toHaveJSProperty('naturalWidth', 200);
  // The first number of the first table of a JPEG: 6 with 80 percent, 3 with the browser's default.
  await expect(page.locator('html')).toHaveAttribute('data-quantized', '6');
});

async function choose(
  page: Page,
  dialog: Locator,
  name: string,
  mimeType: string,
  buffer: Buffer,
): Promise<Locator> {
  await dialog.getByRole('button', { name: 'Upload File' }).click();
  const dashboard = page.getByRole('dialog', { name: 'Upload File' });
  const chooser = page.waitForEvent('filechooser');
  await dashboard.getByRole('button', { name: 'browse files' }).click();
  await (await chooser).setFiles({ name, mimeType, buffer });
  return dashboard;
}

async function upload(page: Page, dialog: Locator): Promise<void> {
  const dashboard = await choose(page, dialog, 'drain.txt', 'text/plain', DRAIN);
  await dashboard.getByRole('button', { name: 'Upload 1 file' }).click();
}
