import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { test } from './intake-api.ts';
import { fillIn, phone, send, what } from './intake-form.ts';
import { signIn } from './people.ts';

const MM = 96 / 25.4;

const newTicket = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  return dialog;
};
const entries = (page: Page): Promise<number> => page.evaluate(() => history.length);

test.describe('on a phone', () => {
  test.use(phone);

  test('Back closes what is open, asks before it discards input, and then leaves the screen', async ({
    page,
  }) => {
    await signIn(page, 'manager');
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/');
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
    await page.getByRole('link', { name: 'Maintenance', exact: true }).click();
    await expect(page).toHaveURL('/tickets');

    const dialog = await newTicket(page);
    await dialog.getByLabel('Title').fill('Half a sentence');
    await page.goBack();
    await page.getByRole('button', { name: 'Keep Editing' }).click();
    await expect(dialog.getByLabel('Title')).toHaveValue('Half a sentence');
    const asked = page.waitForEvent('dialog');
    // It does not end: nothing is loaded.
    void page.reload().catch(() => undefined);
    await (await asked).dismiss();
    await expect(dialog.getByLabel('Title')).toHaveValue('Half a sentence');
    await page.goBack();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/tickets');
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('a text that is too long for the public page is kept, and said at its field', async ({
    page,
    sticker,
  }) => {
    await page.goto(sticker.address);
    await expect(page.getByText('Fryer 2')).toBeVisible();
    await fillIn(page, 'x'.repeat(2001));
    await page.getByLabel('Your name').fill('y'.repeat(101));
    await send(page).click();
    await expect(what(page)).toBeFocused();
    await expect(what(page)).toHaveValue('x'.repeat(2001));
    await expect(what(page)).toHaveAccessibleDescription(/2001 \/ 2000: please shorten it/);
    await expect(page.getByLabel('Your name')).toHaveAccessibleDescription(/101 \/ 100/);
    await what(page).fill('Cold.');
    await page.getByLabel('Your name').fill('Maria');
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible();
  });
});

test('Back closes a ticket and what is open over it, one after the other, also from a link', async ({
  page,
  store,
}) => {
  const title = `Cold at ${store.name}`;
  const id = await store.create('/api/tickets', { title, description: 'It is cold.', ticketType: 'repair' });
  await signIn(page, 'admin', '/tickets');
  await page.goto(`/tickets?ticket=${id}`);
  const ticket = page.getByRole('dialog', { name: title });
  await ticket.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Maintenance Ticket' });
  await expect(edit.getByLabel('Title')).toHaveValue(title);
  await page.goBack();
  await expect(edit).toBeHidden();
  await expect(ticket).toBeVisible();
  const before = await entries(page);
  for (const close of ['Cancel', 'Close']) {
    await ticket.getByRole('button', { name: 'Edit' }).click();
    await edit.getByRole('button', { name: close }).click();
    await expect(edit).toBeHidden();
  }
  expect(await entries(page)).toBe(before);
  await page.goForward().catch(() => undefined);
  await expect(ticket).toBeVisible();
  await expect(edit).toBeHidden();

  await ticket.getByRole('button', { name: 'Remove Ticket' }).click();
  await page.getByRole('dialog', { name: 'Remove Ticket' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/tickets');
});

/** The measures of the makers' templates in millimetres. */
const papers = {
  'Avery 5160, 30 labels on Letter': {
    page: [215.9, 279.4],
    first: [4.76, 12.7],
    second: [4.76 + 69.85, 12.7],
    below: [4.76, 12.7 + 25.4],
    size: [66.675, 25.4],
    count: 30,
  },
  'Avery L7159, 24 labels on A4': {
    page: [210, 297],
    first: [7.2, 12.9],
    second: [7.2 + 66, 12.9],
    below: [7.2, 12.9 + 33.9],
    size: [63.5, 33.9],
    count: 24,
  },
} as const;

test('stickers lie on the labels of a sheet, and the store number is readable on each', async ({
  page,
  store,
}) => {
  test.slow();
  const long = 'The very long name of a store between the harbor and the old town hall';
  await store.api.patch(`/api/locations/${store.id}`, {
    data: { name: long, storeNumber: `${store.name}-0123456789` },
    headers: { 'If-Match': '*' },
  });
  for (let at = 1; at <= 4; at += 1) {
    const name = `${at} Walk-in cooler with the blue door, the large one behind the kitchen of the second floor`;
    await store.create('/api/equipment', { name, category: 'refrigeration' });
  }
  await signIn(page, 'manager', '/equipment');
  await page.getByRole('searchbox').fill(long);
  await page.getByRole('button', { name: `Print stickers of ${long}` }).click();
  await page.getByRole('button', { name: 'Make 4 stickers' }).click();
  await expect(page.getByText('4 stickers on 1 page', { exact: true })).toBeVisible();
  const config = z.object({ publicUrl: z.string() });
  const { publicUrl } = config.parse(await (await page.request.get('/config.json')).json());
  await expect(page.locator('body > [class*="printed"]')).toContainText(`${new URL(publicUrl).host}/r/`);
  await page.evaluate(() => Object.assign(globalThis, { print: () => undefined }));

  const stickers = page.locator('body > [class*="printed"] [class*="-sheet-"] > *');
  const boxes = () =>
    stickers.evaluateAll((all) =>
      all.map((sticker) => {
        const { x, y, width, height } = sticker.getBoundingClientRect();
        return { at: [x + scrollX, y + scrollY], size: [width, height] };
      }),
    );
  const near = (pixels: readonly number[] | undefined, millimetres: readonly number[], by = 0.1) => {
    expect(pixels).toHaveLength(2);
    for (const [at, value] of (pixels ?? []).entries()) {
      expect(Math.abs(value / MM - (millimetres[at] ?? 0))).toBeLessThan(by);
    }
  };
  for (const [name, { page: paper, first, second, below, size, count }] of Object.entries(papers)) {
    await page.getByRole('combobox', { name: 'Sheet' }).click();
    await page.getByRole('option', { name }).last().click();
    const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    const [, width = '', height = ''] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(file) ?? [];
    near([(Number(width) * 96) / 72, (Number(height) * 96) / 72], paper, 0.3);

    await page.emulateMedia({ media: 'print' });
    const all = await boxes();
    expect(all).toHaveLength(4);
    near(all[0]?.at, first);
    near(all[1]?.at, second);
    near(all[3]?.at, below);
    for (const box of all) near(box.size, size);
    // Whole, within its label and with nothing over it.
    const cut = await stickers.evaluateAll(
      (every) =>
        every.filter((sticker) => {
          const number = sticker.querySelector('[class*="-number-"]');
          const [label, inner] = [sticker.getBoundingClientRect(), number?.getBoundingClientRect()];
          if (!number || !inner) return true;
          const isInside =
            inner.top >= label.top && inner.bottom <= label.bottom && inner.right <= label.right;
          return (
            !isInside ||
            number.scrollWidth > number.clientWidth ||
            sticker.scrollHeight > sticker.clientHeight
          );
        }).length,
    );
    expect(cut).toBe(0);
    await page.emulateMedia({ media: null });

    await page.getByRole('button', { name: 'Print a test with outlines' }).click();
    await page.emulateMedia({ media: 'print' });
    const outlines = await boxes();
    expect(outlines).toHaveLength(count);
    near(outlines[0]?.at, first);
    near(outlines[3]?.at, below);
    await page.emulateMedia({ media: null });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  }
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Discard the codes' }).click();
});
