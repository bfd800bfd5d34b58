import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { withoutEvents } from './network.ts';
import { signIn } from './people.ts';
import { test, type TemporaryStore } from './temporary-store.ts';

/** The uploaded file. */
const DRAIN = Buffer.alloc(2048, 'drain ');

const column = (page: Page, name: string): Locator => page.getByRole('region', { name });

const attachments = (dialog: Locator): Locator => dialog.getByRole('region', { name: 'Attachments' });

/** The visible toast. */
async function expectToast(page: Page, title: string, text: string | RegExp): Promise<void> {
  const region = page.getByRole(title === 'Success' ? 'status' : 'alert').filter({ hasText: title });
  await expect(region).toContainText(text);
}

async function openBoard(page: Page): Promise<void> {
  await signIn(page, 'manager', '/tickets');
  for (const name of ['To Acknowledge', 'Working']) {
    await expect(column(page, name)).toHaveAttribute('aria-busy', 'false');
  }
}

async function openForm(
  page: Page,
  item: string,
  dialogTitle: string,
  store: TemporaryStore,
): Promise<Locator> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
  const dialog = page.getByRole('dialog', { name: dialogTitle });
  await dialog.getByLabel('Title').fill(`Oven at ${store.name}`);
  await dialog.getByLabel('Description').fill('It is cold.');
  await dialog.getByLabel('Location').fill(store.name);
  await page.getByRole('option', { name: store.name }).click();
  return dialog;
}

const openTicketForm = (page: Page, store: TemporaryStore): Promise<Locator> =>
  openForm(page, 'Add Ticket', 'Create Maintenance Ticket', store);
const openRecurringTaskForm = (page: Page, store: TemporaryStore): Promise<Locator> =>
  openForm(page, 'Add Recurring Task', 'Create Recurring Task', store);

/** Opens the card with this title. */
async function openCard(page: Page, title: string): Promise<Locator> {
  await page.getByRole('searchbox').fill(title);
  // The card that is pressed is that of the search, which comes a moment later.
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === title);
  await page.getByRole('button', { name: title }).click();
  return page.getByRole('dialog', { name: title });
}

async function setStatus(page: Page, dialog: Locator, status: string): Promise<void> {
  await dialog.getByLabel('Status').click();
  await page.getByRole('option', { name: status }).click();
}

const newTicket = { title: 'Journey ticket', description: 'It is cold.', ticketType: 'repair' };

test('creates a ticket, moves it, and finds it after a reload', async ({ page, store }) => {
  await openBoard(page);
  const title = `Oven at ${store.name}`;
  const form = await openTicketForm(page, store);
  await form.getByRole('button', { name: 'Create Ticket' }).click();
  await expectToast(page, 'Success', 'Ticket created successfully');
  await expect(form).toBeHidden();
  await expect(column(page, 'To Acknowledge').getByText(title)).toBeVisible();

  const dialog = await openCard(page, title);
  await setStatus(page, dialog, 'Completed');
  await expectToast(page, 'Success', 'Ticket updated successfully');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(column(page, 'To Acknowledge').getByText(title)).toBeHidden();
  await page.reload();
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('tab', { name: 'Completed' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Completed' }).getByText(title)).toBeVisible();
});

test('creates a recurring task, edits it, pauses it and resumes it', async ({ page, store }) => {
  await openBoard(page);
  const title = `Oven at ${store.name}`;
  const form = await openRecurringTaskForm(page, store);
  await form.getByLabel('Next Occurrence').fill('2099-07-04T09:30');
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expectToast(page, 'Success', 'Recurring task created successfully');

  const dialog = await openCard(page, title);
  await expect(dialog).toContainText('July 4, 2099 9:30 AM');
  await dialog.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Recurring Task' });
  await edit.getByLabel('Description').fill('Every corner.');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Success', 'Recurring task updated successfully');
  await expect(edit).toBeHidden();
  await expect(dialog).toContainText('Every corner.');

  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog.getByRole('button', { name: 'Resume' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  const working = column(page, 'Working');
  await expect(working.getByRole('list', { name: 'Working' })).toBeHidden();
  const list = page.getByRole('dialog', { name: 'Recurring Tasks', exact: true });
  await page.getByRole('button', { name: 'Recurring tasks' }).click();
  await list.getByRole('button', { name: title }).click();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await list.getByRole('button', { name: 'Close' }).click();
  await expect(working.getByRole('list', { name: 'Working' }).getByText(title)).toBeVisible();
});

test('uploads a file to a ticket and deletes it', async ({ page, store }) => {
  await store.create('/api/tickets', { ...newTicket, title: store.name });
  await openBoard(page);
  const dialog = await openCard(page, store.name);
  await expect(dialog).toContainText('No attachments yet');
  await upload(page, dialog);
  await expectToast(page, 'Success', 'File uploaded successfully');
  await expect(attachments(dialog).getByRole('listitem')).toContainText('drain.txt');
  await expect(attachments(dialog).getByRole('listitem')).toContainText('2.0 KB');
  // The tab is there before the response of a slow network is, after which some browsers open none.
  const opened = page.waitForEvent('popup');
  let proceed: () => void = () => undefined;
  const isOpened = new Promise<void>((resolve) => (proceed = resolve));
  await page.route('**/download', (route) => isOpened.then(() => route.continue()));
  await attachments(dialog).getByRole('button', { name: 'Download', exact: true }).click();
  const tab = await opened;
  const downloaded = tab.waitForEvent('download');
  proceed();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe('drain.txt');
  expect(await readFile(await file.path())).toEqual(DRAIN);
  await attachments(dialog).getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'Success', 'Attachment deleted successfully');
  await expect(dialog).toContainText('No attachments yet');
});

test('sees a chosen picture 200 pixels wide, in 80 percent', async ({ page, store }) => {
  await store.create('/api/tickets', { ...newTicket, title: store.name });
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
  await openBoard(page);
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 300 });
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const dialog = await openCard(page, store.name);
  await choose(page, dialog, 'drain.png', 'image/png', Buffer.from(picture, 'base64'));
  const preview = page.getByRole('dialog', { name: 'Upload File' }).locator('img');
  await expect(preview).toHaveJSProperty('naturalWidth', 200);
  // The first number of the first table of a JPEG: 6 with 80 percent, 3 with the browser's default.
  await expect(page.locator('html')).toHaveAttribute('data-quantized', '6');
});

test('sees what failed', async ({ page, store }) => {
  const ticketId = await store.create('/api/tickets', { ...newTicket, title: store.name });
  const attachmentsPath = `/api/tickets/${ticketId}/attachments`;
  await withoutEvents(page);
  await openBoard(page);
  const dialog = await openCard(page, store.name);
  await upload(page, dialog);
  await expect(attachments(dialog).getByRole('listitem')).toContainText('drain.txt');

  // Another user deletes, one after the other, what the screen still shows.
  const [attachment] = (await (await store.api.get(attachmentsPath)).json()) as { id: string }[];
  await store.api.delete(`/api/attachments/${attachment?.id ?? ''}`);
  await attachments(dialog).getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'Error', /404: \S/);

  await store.api.delete(`/api/tickets/${ticketId}`);
  await setStatus(page, dialog, 'Working');
  await expectToast(page, 'Error', /404: \S/);
  await upload(page, dialog);
  await expectToast(page, 'Error', /404: \S/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Upload File' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox').fill('');

  const ticketForm = await openTicketForm(page, store);
  await store.remove();
  await ticketForm.getByRole('button', { name: 'Create Ticket' }).click();
  await expectToast(page, 'Error', 'Failed to create ticket');
  await expect(ticketForm.getByText('There is no such location.')).toBeVisible();
  await expect(ticketForm.getByLabel('Title')).toHaveValue(`Oven at ${store.name}`);
});

test(
  'an upload is retried after 0, 1, 3 and 5 seconds, and by Retry with the same grant',
  { tag: '@timed' },
  async ({ page, store }) => {
    await store.create('/api/tickets', { ...newTicket, title: store.name });
    await openBoard(page);
    const dialog = await openCard(page, store.name);
    const grants: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/api/attachments/upload') grants.push(request.method());
    });
    const tries: number[] = [];
    const objects = '**/api/attachments/objects/**';
    await page.route(objects, async (route) => {
      tries.push(Date.now());
      await route.fulfill({ status: 500, contentType: 'text/plain', body: 'An error.' });
    });
    await upload(page, dialog);
    await expectToast(page, 'Error', 'Non 2xx');
    const gaps = tries.slice(1).map((time, index) => time - (tries[index] ?? 0));
    expect(gaps).toHaveLength(4);
    for (const [index, delay] of [0, 1000, 3000, 5000].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(delay - 5);
      // Allows for a busy machine.
      expect(gaps[index]).toBeLessThan(delay + 900);
    }
    await page.unroute(objects);
    await page
      .getByRole('dialog', { name: 'Upload File' })
      .getByRole('button', { name: /^Retry/ })
      .first()
      .click();
    await expectToast(page, 'Success', 'File uploaded successfully');
    expect(grants).toEqual(['POST']);
  },
);

test('a cancelled upload returns its grant', { tag: '@nightly' }, async ({ page, store }) => {
  await store.create('/api/tickets', { ...newTicket, title: store.name });
  await openBoard(page);
  const dialog = await openCard(page, store.name);
  await page.route('**/api/attachments/objects/**', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'Later.' }),
  );
  await upload(page, dialog);
  const dashboard = page.getByRole('dialog', { name: 'Upload File' });
  await expectToast(page, 'Error', 'Non 2xx');
  const cancelled = page.waitForResponse(
    (response) =>
      response.request().method() === 'DELETE' && response.url().includes('/api/attachments/upload?'),
  );
  await dashboard.getByRole('button', { name: 'Cancel' }).first().click();
  expect((await cancelled).status()).toBe(204);
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
