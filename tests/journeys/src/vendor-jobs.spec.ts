import { expect, type Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { expectAccessible, expectAccessibleInBothThemes } from './expect-accessible.ts';
import { choose, phone, turnedPhoto } from './intake-form.ts';
import { signIn } from './people.ts';
import { test } from './work-order.ts';

/** Keeps the printer away, and counts what would be printed. */
const catchPrints = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['prints'] =
        `${Number(document.documentElement.dataset['prints'] ?? 0) + 1}`;
    };
  });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test.describe('the vendor, on a phone', () => {
  test.use(phone);

  test('accepts, asks for more, shows the work and is done', async ({ page, order, store }) => {
    test.slow();
    await page.goto(await order.send());
    await expect(page.getByRole('heading', { level: 1, name: /^Work order #\d+$/ })).toBeVisible();
    await expect(page.getByText(`This link is for ${order.vendor}. You need no account.`)).toBeVisible();
    await expect(page.getByText('Call the store first.')).toBeVisible();
    await expectAccessible(page, 'a work order');

    await page.getByLabel('Your name').fill('Lee');
    await page.getByLabel('When do you come?').fill('2099-03-05T09:00');
    await press(page, 'Accept');
    // At most 365 days ahead.
    await expect(page.getByText(/^This was not accepted:/)).toBeVisible();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await page.getByLabel('When do you come?').fill(tomorrow);
    await press(page, 'Accept');
    await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible();
    expect((await order.read()).visitAt).not.toBeNull();

    await page.getByLabel('Amount').fill('940.00');
    await page.getByLabel('What is it for?').fill('A new compressor');
    await press(page, 'Send a quote');
    await expect(page.getByText('940.00 · Waiting for a decision')).toBeVisible();
    await page.getByLabel('Write a message').fill('The filter is gray.');
    await press(page, 'Send');
    await expect(page.getByRole('blockquote').filter({ hasText: 'The filter is gray.' })).toBeVisible();

    await choose(page, [{ name: 'done.jpg', mimeType: 'image/jpeg', buffer: await turnedPhoto(page) }]);
    await press(page, 'Add photos');
    await expect
      .poll(async () => {
        const files = z
          .array(z.object({ purpose: z.string().nullable() }))
          .parse(await (await store.api.get(`/api/tickets/${order.ticketId}/attachments`)).json());
        return files.map(({ purpose }) => purpose);
      })
      .toEqual(['after']);
    await expectAccessible(page, 'a work order that was accepted');

    await page.getByLabel('What was done?').fill('Compressor replaced.');
    await page.getByLabel('What did it cost?').fill('180.00');
    await press(page, 'Mark as done');
    await expect(page.getByText('Done. The team looks at it.')).toBeVisible();
    expect((await order.read()).state).toBe('done');
    await expectAccessible(page, 'work that is done');
  });

  test('nothing changes by opening the page and pressing what is there, as programs do', async ({
    page,
    order,
  }) => {
    const path = await order.send();
    // The mail is noted at the job.
    await expect.poll(async () => (await order.read()).mail).toBe('sent');
    const { version } = await order.read();
    for (let round = 0; round < 2; round += 1) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Accept' })).toBeEnabled();
      for (const button of await page.getByRole('button').all()) await button.click({ force: true });
      await expect(page.getByText('Please write your name.').first()).toBeVisible();
    }
    expect(await order.read()).toMatchObject({ state: 'sent', version });
  });

  test('what was pressed without a network is sent when there is one, also after a reload', async ({
    page,
    order,
  }) => {
    await page.goto(await order.send());
    await page.getByLabel('Your name').fill('Lee');
    await page.route('**/api/intake/jobs/**', (route) => route.abort());
    await press(page, 'Accept');
    await expect(page.getByText(/^Saved on this phone\./)).toBeVisible();
    await page.unroute('**/api/intake/jobs/**');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Mark as done' })).toBeVisible();
    expect((await order.read()).state).toBe('accepted');
  });

  test('a link that is replaced or withdrawn shows nothing of the work', async ({ page, order }) => {
    const before = await order.send();
    const { id } = await order.read();
    await order.post(`/api/vendor-jobs/${id}/resend`, { email: 'max@cool-air.example' });
    await page.goto(before);
    await expect(page.getByRole('heading', { name: 'This link leads to no work order' })).toBeVisible();
    await expectAccessible(page, 'a link that is dead');
    const { link } = await order.read();
    await order.post(`/api/vendor-jobs/${id}/withdraw`, {});
    await page.goto(new URL(link ?? '').pathname);
    await expect(page.getByText(/^This work order was withdrawn/)).toBeVisible();
    await expect(page.getByText('It is warm.')).toHaveCount(0);
  });

  test(
    'weighs at most 90 KB and is painted within 2.5 s on a slow phone',
    { tag: '@timed' },
    async ({ page, order }) => {
      const path = await order.send();
      const weights: Promise<number>[] = [];
      page.on('response', (response) => {
        if (/^\/(r|t|v)\//.test(new URL(response.url()).pathname))
          weights.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
      });
      const browser = await page.context().newCDPSession(page);
      await browser.send('Network.enable');
      await browser.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 200_000,
        uploadThroughput: 90_000,
      });
      await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.goto(path);
      await expect(page.getByText('It is warm.')).toBeVisible();
      const painted = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) =>
              resolve(list.getEntries().at(-1)?.startTime ?? Infinity),
            ).observe({ type: 'largest-contentful-paint', buffered: true });
          }),
      );
      expect(painted).toBeLessThanOrEqual(2500);
      const kilobytes = (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0) / 1000;
      expect(kilobytes).toBeLessThanOrEqual(90);
    },
  );
});

for (const { where, viewport } of [
  { where: 'at a desk', viewport: { width: 1280, height: 800 } },
  { where: 'on a phone', viewport: { width: 360, height: 740 } },
]) {
  test(`the team, ${where}, sends a ticket to its vendor, approves a quote and confirms the work`, async ({
    page,
    order,
    store,
  }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await signIn(page, 'admin', `/tickets?ticket=${order.ticketId}`);
    const ticket = page.getByRole('dialog', { name: order.title });
    const vendor = ticket.getByRole('region', { name: 'Vendor' });
    // On a phone the section is folded.
    if (where === 'on a phone') await vendor.getByRole('button', { name: /^Vendor/ }).click();
    await vendor.getByRole('button', { name: 'Send to vendor' }).click();
    const form = page.getByRole('dialog', { name: 'Send to vendor' });
    await expect(form.getByLabel('E-mail')).toHaveValue('lee@cool-air.example');
    await form.getByLabel('Message').fill('Call the store first.');
    await expectAccessibleInBothThemes(page, 'sending to a vendor');
    await form.getByRole('button', { name: 'Send to vendor' }).click();
    await expect(form).toBeHidden();
    await expect(vendor).toContainText(`Sent to ${order.vendor} on`);

    const { link } = await order.read();
    const calls = `/api/intake/jobs/${link?.split('/').at(-1)}`;
    await order.post(`${calls}/answer`, { name: 'Lee', accept: true });
    await order.post(`${calls}/quotes`, { name: 'Lee', amount: '940.00', description: 'A compressor' });
    // What the vendor does shows without a reload.
    const quote = vendor.getByRole('group', { name: 'Quotes: $940.00' });
    await expect(quote).toContainText('A compressor');
    await expectAccessibleInBothThemes(page, 'a quote of a vendor');
    await quote.getByRole('button', { name: 'Approve' }).click();
    await expect(quote).toContainText('Approved');

    await order.post(`${calls}/done`, { name: 'Lee', note: 'Compressor replaced.', amount: '900.00' });
    await expect(vendor).toContainText('Compressor replaced.');
    await vendor.getByRole('button', { name: 'Send back' }).click();
    const back = page.getByRole('dialog', { name: 'Send back' });
    await back.getByLabel('Note').fill('It still hums.');
    await back.getByRole('button', { name: 'Send back' }).click();
    await expect(vendor).toContainText('Accepted');
    await order.post(`${calls}/done`, { name: 'Lee', note: 'Fan tightened.' });

    await vendor.getByRole('button', { name: 'Confirm and complete' }).click();
    await expect(vendor).toContainText('Confirmed');
    const read = await store.api.get(`/api/tickets/${order.ticketId}`);
    expect(await read.json()).toMatchObject({ status: 'solved', spendingLimit: '940.00' });
  });
}

test('what waits for the team has a chip, and what is for the vendor is said to them alone', async ({
  page,
  order,
}) => {
  const path = await order.send();
  const calls = `/api/intake/jobs/${path.split('/').at(-1)}`;
  await order.post(`${calls}/answer`, { name: 'Lee', accept: false, reason: 'No time this week.' });
  await signIn(page, 'manager', '/tickets');
  const chip = page.getByRole('button', { name: /^Vendor waiting/ });
  await chip.click();
  await expect(page).toHaveURL(/vendorJob=waiting/);
  await page.getByRole('link', { name: order.title }).click();
  const ticket = page.getByRole('dialog', { name: order.title });
  await expect(ticket.getByRole('region', { name: 'Vendor' })).toContainText('No time this week.');
  await order.post(`${calls}/answer`, { name: 'Lee', accept: true });
  await ticket.getByRole('radiogroup', { name: 'Who sees it' }).getByText('Vendor').click();
  await ticket.getByRole('textbox', { name: 'Add a comment' }).fill('The key is at the bar.');
  await ticket.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.goto(path);
  await expect(page.getByText('The key is at the bar.')).toBeVisible();
});

test('prints one page with a QR code and a line to sign, on both sides', async ({ page, order }) => {
  await catchPrints(page);
  const path = await order.send();
  await page.goto(path);
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prints', '1');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Signature and date')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await signIn(page, 'manager', `/tickets?ticket=${order.ticketId}`);
  await page.getByRole('dialog', { name: order.title }).getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prints', '1');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Signature and date')).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
