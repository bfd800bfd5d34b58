import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { expectAccessible, expectAccessibleInBothThemes } from './expect-accessible.ts';
import { openLive } from './open-live.ts';
import { people } from './people.ts';
import { test as base, type TemporaryStore } from './temporary-store.ts';

/** Everybody sees the same board within this time. */
const SOON = { timeout: 2000 };

/** A picture of 8 by 8 pixels. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPgTcnAihiGlgQAHEM2Qd3Zf9YAAAAASUVORK5CYII=',
  'base64',
);

const created = z.object({ id: z.string() });
const madeCode = z.object({ code: z.string() });
const reported = z.object({ number: z.number(), trackingToken: z.string() });
const stickerPage = z.object({ open: z.array(z.object({ join: z.string(), state: z.string() })) });
const tracking = z.object({
  state: z.string(),
  updates: z.array(z.object({ state: z.string().optional(), body: z.string().optional() })),
});
const photoGrant = z.object({ id: z.string(), uploadURL: z.string() });

/** Somebody at a store, who has no account. */
class Reporter {
  private readonly api: APIRequestContext;

  constructor(api: APIRequestContext) {
    this.api = api;
  }

  async report(code: string, report: object): Promise<{ number: number; trackingToken: string }> {
    const response = await this.api.post(`/api/intake/${code}/reports`, { data: { website: '', ...report } });
    expect(response.status(), await response.text()).toBe(201);
    return reported.parse(await response.json());
  }

  /** What the sticker's page says of the open reports, newest first. */
  async openReports(code: string): Promise<{ join: string; state: string }[]> {
    return stickerPage.parse(await (await this.api.get(`/api/intake/${code}`)).json()).open;
  }

  async track(token: string): Promise<z.infer<typeof tracking>> {
    return tracking.parse(await (await this.api.get(`/api/intake/track/${token}`)).json());
  }

  async reply(token: string, body: string): Promise<void> {
    const response = await this.api.post(`/api/intake/track/${token}/replies`, { data: { body } });
    expect(response.status()).toBe(201);
  }

  async addPhoto(token: string): Promise<void> {
    const photos = `/api/intake/track/${token}/photos`;
    const { id, uploadURL } = photoGrant.parse(await (await this.api.post(photos)).json());
    const put = await this.api.put(uploadURL, { data: PHOTO, headers: { 'Content-Type': 'image/png' } });
    expect(put.ok()).toBe(true);
    expect((await this.api.post(`${photos}/${id}/done`)).status()).toBe(200);
  }
}

const test = base.extend<{ reporter: Reporter }>({
  reporter: async ({ playwright, baseURL }, use) => {
    const api = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) });
    await use(new Reporter(api));
    await api.dispose();
  },
});

/** A fryer at the store with a QR code. @returns the code, which stands on the sticker */
async function stickerOf(store: TemporaryStore): Promise<string> {
  const equipmentId = await store.create('/api/equipment', { name: 'Fryer 2', category: 'cooking' });
  const data = { locationId: store.id, equipmentId };
  const response = await store.api.post('/api/intake-codes', { data });
  expect(response.status()).toBe(201);
  return madeCode.parse(await response.json()).code;
}

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
  reporter,
}) => {
  test.setTimeout(180_000);
  const code = await stickerOf(store);
  await openLive(page, 'manager', `/tickets?q=${encodeURIComponent(store.name)}`);
  const before = new Date().toISOString();
  expect((await page.request.post('/api/inbox/read', { data: { before } })).status()).toBe(204);

  const { number, trackingToken } = await reporter.report(code, {
    description: 'The oil stays cold, and the lamp blinks.',
    urgency: 'high',
    reporterName: 'Maria',
    contact: 'maria@example.com',
  });
  const title = 'Fryer 2: The oil stays cold, and the lamp blinks.';
  const card = page.getByRole('region', { name: 'To Acknowledge' }).getByRole('button', { name: title });
  await expect(card).toBeVisible(SOON);
  await expect(page.getByRole('img', { name: 'Reported by QR code' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the board with a report');
  await expect(bell(page, 'Inbox, 1 unread')).toBeVisible();
  await expect.poll(() => mailsAbout(number, people.manager), { timeout: 20_000 }).toHaveLength(1);
  expect((await mailsAbout(number, people.manager))[0]).toContain('A crew member reported a problem');
  expect(await mailsAbout(number, people.admin)).toEqual([]);
  await reporter.addPhoto(trackingToken);

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

  const told = await reporter.track(trackingToken);
  expect(told.state).toBe('working');
  expect(told.updates.flatMap(({ body }) => body ?? [])).toEqual([
    'The oil stays cold, and the lamp blinks.',
    'We are on the way.',
  ]);

  await reporter.reply(trackingToken, 'Thank you, the back door is open.');
  const reply = line(ticket, 'Thank you, the back door is open.');
  await expect(reply).toContainText('The reporter (signed as Maria)', SOON);
  await expectAccessibleInBothThemes(page, 'a ticket with a report');
});

test(
  'who has the same problem joins the open report, which counts them',
  { tag: '@nightly' },
  async ({ page, store, reporter }) => {
    const code = await stickerOf(store);
    const { number } = await reporter.report(code, { description: 'It leaks.', urgency: 'medium' });
    const [open] = await reporter.openReports(code);
    expect(open?.state).toBe('received');
    const found = await store.api.get(`/api/tickets?q=${encodeURIComponent(`#${number}`)}`);
    const [{ id } = { id: '' }] = z.array(created).parse(await found.json());
    await openLive(page, 'manager', `/tickets?ticket=${id}`);
    const ticket = page.getByRole('dialog', { name: 'Fryer 2: It leaks.' });
    await expect(ticket.getByRole('region', { name: 'Reported by QR code' })).toContainText('It works badly');

    const joined = await reporter.report(code, {
      description: 'Here too, on the floor.',
      urgency: 'low',
      reporterName: 'Kim',
      join: open?.join,
    });
    expect(joined.number).toBe(number);
    await expect(ticket.getByText('Reported by 2 people')).toBeVisible(SOON);
    await expect(line(ticket, 'Here too, on the floor.')).toContainText('The reporter (signed as Kim)');
    await reporter.addPhoto(joined.trackingToken);
    await expect(
      line(ticket, 'Here too, on the floor.').getByRole('button', { name: 'Open photo-1.jpg' }),
    ).toBeVisible();
  },
);
