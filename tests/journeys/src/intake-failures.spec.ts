import { expect } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { breakCalls, test } from './intake-api.ts';
import { choose, fillIn, phone, photos, send, turnedPhoto, what } from './intake-form.ts';

test.use({ ...phone, callsFail: true });

test('without a network a report is saved, outlives the page, and arrives once with its photos', async ({
  page,
  context,
  sticker,
}) => {
  await page.goto(sticker.address);
  await fillIn(page);
  await choose(page, [{ name: 'fryer.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) }]);
  await expect(photos(page)).toHaveCount(1);
  const connect = await breakCalls(page, '/reports', (route) => route.abort('internetdisconnected'));
  await send(page).click();
  await expect(page.getByText('Saved on this phone. It will be sent when there is a network.')).toBeVisible();
  await expectAccessible(page, 'saved');
  expect(await sticker.tickets()).toEqual([]);
  await connect();
  // The service has it, but its response is lost.
  await breakCalls(page, '/reports', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => sticker.tickets()).toHaveLength(1);
  await page.close();

  const next = await context.newPage();
  await next.goto(sticker.address);
  await expect(next.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  await expect(next.getByText('1 of 1 photos sent')).toBeVisible();
  const { id } = await sticker.ticket();
  expect(await sticker.attachments(id)).toHaveLength(1);
  await next.reload();
  await expect(send(next)).toBeVisible();
  await expect(photos(next)).toHaveCount(0);
});

test('a report is sent by itself when the network comes back', async ({ page, context, sticker }) => {
  await page.goto(sticker.address);
  await expect(page.getByText('Fryer 2')).toBeVisible();
  await fillIn(page);
  await context.setOffline(true);
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'Saved on this phone' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  await sticker.ticket();
});

test('too many reports and an unavailable service are said in words', async ({ page, sticker }) => {
  await page.goto(sticker.address);
  await fillIn(page);
  const allow = await breakCalls(page, '/reports', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '600' } }),
  );
  await send(page).click();
  await expect(page.getByText(/will be sent at \d+:\d\d [AP]M\./)).toBeVisible();
  await allow();
  const respond = await breakCalls(page, '/reports', (route) => route.fulfill({ status: 503 }));
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByText('The service is busy, and it will be sent in a moment.')).toBeVisible();
  await respond();
  // What is refused comes back, and stays on this phone until it is deleted.
  await breakCalls(page, '/reports', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 400, detail: 'Too short.' }),
    }),
  );
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByText('This could not be sent: Too short.')).toBeVisible();
  await expect(what(page)).not.toHaveValue('');
  await page.getByRole('button', { name: 'Delete this report' }).click();
  await expect(what(page)).toHaveValue('');
  await page.reload();
  await expect(send(page)).toBeEnabled();
  await expect(what(page)).toHaveValue('');
  await expect(page.getByText('This could not be sent')).toBeHidden();
});

test(
  'a report of a problem that is fixed in the meantime comes back with its words',
  { tag: '@nightly' },
  async ({ page, sticker }) => {
    await sticker.report({ description: 'The oil stays cold.' });
    const { id } = await sticker.ticket();
    await page.goto(sticker.address);
    await what(page).fill('It smells, too.');
    await choose(page, [{ name: 'fryer.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) }]);
    await expect(photos(page)).toHaveCount(1);
    await sticker.change(id, { status: 'solved' });
    await page.getByRole('button', { name: 'It is the same problem' }).click();
    await expect(page.getByText('That report was closed in the meantime.')).toBeVisible();
    await expect(what(page)).toHaveValue('It smells, too.');
    await expect(photos(page)).toHaveCount(1);
  },
);

test('a code that is not in use, and a report that is gone, say so in words', async ({ page }) => {
  await page.goto('/r/nothing');
  await expect(page.getByRole('heading', { name: 'This sticker is not in use' })).toBeVisible();
  await expectAccessible(page, 'an unknown code');
  await page.goto('/t/nothing');
  await expect(page.getByRole('heading', { name: 'This report is no longer here' })).toBeVisible();
});

test('a report is read again while it is looked at, and keeps what it shows without a network', async ({
  page,
  sticker,
}) => {
  await page.clock.install();
  const token = await sticker.report({ description: 'The oil stays cold.' });
  const { id } = await sticker.ticket();
  await sticker.comment(id, 'Is the red light on?');
  await page.goto(`/t/${token}`);
  await expect(page.getByText('Is the red light on?')).toBeVisible();
  await expectAccessible(page, 'a report');
  await sticker.change(id, { status: 'solved' });
  await page.clock.runFor(31_000);
  await expect(page.getByRole('listitem').filter({ hasText: 'Fixed' }).first()).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(page.getByText(/^This page can be opened until/)).toBeVisible();
  await breakCalls(page, token, (route) => route.abort());
  await page.clock.runFor(31_000);
  await expect(page.getByText(/^No network\. This is how it was/)).toBeVisible();
  await expect(page.getByText('Is the red light on?')).toBeVisible();
});
