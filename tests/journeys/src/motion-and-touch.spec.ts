import { expect, type Page, test } from '@playwright/test';
import { signIn } from './people.ts';

declare global {
  interface Window {
    /** Classes and milliseconds of the animations and movements that began. */
    begun: [string, number][];
  }
}

/** Opens the dialog for a new ticket, and the options of its first select. */
async function openSelect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add Ticket' }).click();
  await page.getByRole('dialog').getByRole('combobox').first().click();
  await expect(page.getByRole('option').first()).toBeVisible();
}

test.describe('what moves', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('dialogs, drawers and option lists take 250 to 300 ms', { tag: '@nightly' }, async ({ page }) => {
    await page.addInitScript(() => {
      window.begun = [];
      document.addEventListener('animationstart', ({ target }) => {
        if (!(target instanceof Element)) return;
        const { animationDuration, animationIterationCount } = getComputedStyle(target);
        if (animationIterationCount === '1') {
          window.begun.push([target.className, 1000 * parseFloat(animationDuration)]);
        }
      });
      document.addEventListener('transitionrun', ({ target, propertyName }) => {
        if (!(target instanceof Element) || propertyName !== 'transform') return;
        window.begun.push([target.className, 1000 * parseFloat(getComputedStyle(target).transitionDuration)]);
      });
    });
    await signIn(page, 'admin', '/tickets');
    await openSelect(page);
    const begun = () => page.evaluate(() => window.begun);
    await expect.poll(async () => (await begun()).join()).toMatch(/modal[^]*slide/);
    const onBoard = await begun();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click();
    await expect.poll(async () => (await begun()).join()).toContain('drawer');
    for (const [name, duration] of [...onBoard, ...(await begun())]) {
      expect([name, duration >= 250 && duration <= 300]).toEqual([name, true]);
    }
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('no field has text below 16 px, so that iOS does not zoom into it', async ({ page }) => {
    const sizes = () =>
      page
        .locator('input, textarea, select, [contenteditable]')
        .evaluateAll((fields) =>
          fields.map((field) => [field.outerHTML.slice(0, 80), parseFloat(getComputedStyle(field).fontSize)]),
        );
    const expectLarge = async (what: string) => {
      const found = await sizes();
      expect(found, what).not.toEqual([]);
      expect(
        found.filter(([, size]) => Number(size) < 16),
        what,
      ).toEqual([]);
    };
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectLarge('sign-in');
    await signIn(page, 'admin', '/tickets');
    await openSelect(page);
    await expectLarge('New ticket');
    for (const path of ['/locations', '/managers', '/equipment', '/inbox/settings']) {
      await page.goto(path);
      await expect(page.locator('main input').first()).toBeVisible();
      await expectLarge(path);
    }
  });

  test('the buttons of a form are visible above the keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 420 });
    await signIn(page, 'admin');
    for (const [path, name] of [
      ['/equipment', 'Add Equipment'],
      ['/vendors', 'Add Vendor'],
      ['/managers', 'Add Employee'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog');
      for (const button of [name, 'Cancel']) {
        await expect(dialog.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 });
      }
      const last = dialog.getByRole('textbox').last();
      await last.focus();
      const [field, button] = [
        await last.boundingBox(),
        await dialog.getByRole('button', { name }).boundingBox(),
      ];
      expect((field?.y ?? Infinity) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
    }
  });
});
