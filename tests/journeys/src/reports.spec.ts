import { expect, type Locator, type Page } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible, expectAccessibleInBothThemes } from './expect-accessible.ts';
import { test } from './intake-api.ts';
import { openLive } from './open-live.ts';
import { people } from './people.ts';

/** The mails to a person about a ticket: without a mail server they are files. */
async function mailsAbout(number: number, address: string): Promise<string[]> {
  const folder = join(process.env['MAINSTAY_STATE_DIR'] ?? '', 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`#${number} `) && mail.includes(address));
}

const bell = (page: Page, name: string): Locator =>
  page.getByRole('banner').getByRole('link', { name, exact: true });
/** The line of the activity with this text. */
const line = (ticket: Locator, text: string): Locator =>
  ticket.getByRole('list', { name: 'Activity' }).locator('> li').filter({ hasText: text });

test('a report from a store is on the board at once, is told to its manager, and the answer returns to the reporter', async ({
  page,
  store,
  sticker,
}) => {
  test.setTimeout(180_000);
  await openLive(page, 'manager', `/tickets?q=${encodeURIComponent(store.name)}`);
  const before = new Date().toISOString();
  expect((await page.request.post('/api/inbox/read', { data: { before } })).status()).toBe(204);

  const token = await sticker.report({
    description: 'The oil stays cold, and the lamp blinks.',
    urgency: 'high',
    reporterName: 'Maria',
    contact: 'maria@example.com',
  });
  const { number } = await sticker.ticket();
  const title = 'Fryer 2: The oil stays cold, and the lamp blinks.';
  const card = page.getByRole('region', { name: 'To Acknowledge' }).getByRole('link', { name: title });
  await expect(card).toBeVisible();
  await expect(page.getByRole('img', { name: 'Reported by QR code' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the board with a report');
  await expect(bell(page, 'Inbox, 1 unread')).toBeVisible();
  await expect.poll(() => mailsAbout(number, people.manager), { timeout: 20_000 }).toHaveLength(1);
  expect((await mailsAbout(number, people.manager))[0]).toContain('A crew member reported a problem');
  expect(await mailsAbout(number, people.admin)).toEqual([]);
  await sticker.addPhoto(token);

  await bell(page, 'Inbox, 1 unread').click();
  const item = page.getByRole('listitem').filter({ hasText: title });
  await expect(item).toContainText('A crew member reported a problem');
  await expect(item).toContainText(store.name);
  await item.getByRole('link').click();
  const ticket = page.getByRole('dialog', { name: title });
  await expect(ticket).toContainText('EquipmentFryer 2');
  await expect(ticket).toContainText('The oil stays cold, and the lamp blinks.');
  const report = ticket.getByRole('region', { name: 'Reported by QR code' });
  await expect(report).toContainText('It does not work');
  await expect(report).toContainText('Maria');
  await expect(report.getByRole('link', { name: 'maria@example.com' })).toBeVisible();
  await expect(ticket.getByRole('region', { name: 'Attachments' })).toContainText('photo-1.jpg');
  await expect(line(ticket, 'created the ticket with a QR code')).toContainText('The reporter');

  await ticket.getByLabel('Add a comment').fill('Order the thermostat.');
  await ticket.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(line(ticket, 'Order the thermostat.')).toBeVisible();
  await ticket.getByText('Visible to the reporter').click();
  await ticket.getByLabel('Add a comment').fill('We are on the way.');
  await expectAccessible(page, 'a comment for the reporter');
  await ticket.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(line(ticket, 'We are on the way.')).toContainText('Visible to the reporter');
  await expect(ticket.getByRole('switch', { name: 'Visible to the reporter' })).not.toBeChecked();
  await ticket.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Working' }).click();
  await expect(line(ticket, 'Status to Working')).toBeVisible();

  const told = await sticker.track(token);
  expect(told.state).toBe('working');
  expect(told.updates.flatMap(({ body }) => body ?? [])).toEqual([
    'The oil stays cold, and the lamp blinks.',
    'We are on the way.',
  ]);

  await sticker.reply(token, 'Thank you, the back door is open.');
  const reply = line(ticket, 'Thank you, the back door is open.');
  await expect(reply).toContainText('The reporter (signed as Maria)');
  await expectAccessibleInBothThemes(page, 'a ticket with a report');
});
