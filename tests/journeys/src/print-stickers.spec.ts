import { expect } from '@playwright/test';
import { z } from 'zod';
import { signIn } from './people.ts';
import { test } from './temporary-store.ts';

const MM = 96 / 25.4;

/** Chromium writes one object for each page. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

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

test(
  'stickers lie on the labels of a sheet, and the store number is readable on each',
  { tag: '@nightly' },
  async ({ page, store }) => {
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
    const endOfPrint = () => page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

    // 24 of plain paper are on one page of either size, and nothing else is.
    const printTest = () => page.getByRole('button', { name: 'Print a test with outlines' }).click();
    for (const format of ['Letter', 'A4']) {
      await printTest();
      expect(pagesOf(await page.pdf({ format }))).toBe(1);
    }
    await printTest();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('body > [class*="printed"] [class*="-sheet-"] > *')).toHaveCount(24);
    for (const shown of ['banner', 'dialog'] as const) await expect(page.getByRole(shown)).toBeHidden();
    await page.emulateMedia({ media: null });
    await endOfPrint();

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
      const file = await page.pdf({ preferCSSPageSize: true });
      expect(pagesOf(file)).toBe(1);
      const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(file.toString('latin1'));
      const [, width = '', height = ''] = box ?? [];
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

      await printTest();
      await page.emulateMedia({ media: 'print' });
      const outlines = await boxes();
      expect(outlines).toHaveLength(count);
      near(outlines[0]?.at, first);
      near(outlines[3]?.at, below);
      await page.emulateMedia({ media: null });
      await endOfPrint();
    }
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Discard the codes' }).click();
  },
);
