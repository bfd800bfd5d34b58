import { expect, type Locator, test } from '@playwright/test';
import { signIn } from './people.ts';

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

/** Whether the element has a background of its own, as the reader's theme shows it. */
const standsOut = (element: Locator) =>
  element.evaluate((found) => {
    const { backgroundColor } = getComputedStyle(found);
    // Transparent ones keep that, in whichever colour.
    const isOwn = backgroundColor !== getComputedStyle(document.body).backgroundColor;
    return isOwn && !backgroundColor.endsWith(', 0)');
  });

test('a contrast theme shows what is chosen: the screen, the tab, the period, switches', async ({ page }) => {
  await signIn(page, 'admin', '/tickets');
  await expect(page.getByRole('tab', { name: 'Board' })).toHaveAttribute('aria-selected', 'true');
  expect(await standsOut(page.getByRole('link', { name: 'Maintenance' }))).toBe(true);
  expect(await standsOut(page.getByRole('link', { name: 'Locations' }))).toBe(false);
  expect(await standsOut(page.locator('.ant-tabs-ink-bar'))).toBe(true);

  await page.goto('/reports');
  const chosen = page.locator('.ant-segmented-item-selected').first();
  await expect(chosen).toBeVisible();
  expect(await standsOut(chosen)).toBe(true);
  const name = page.locator('.recharts-cartesian-axis-tick-value').first();
  await expect(name).toBeVisible();
  const [word, text] = await name.evaluate((found) => [
    getComputedStyle(found).fill,
    getComputedStyle(document.body).color,
  ]);
  expect(word).toBe(text);

  await page.goto('/inbox/settings');
  const isOn = page.getByRole('switch', { checked: true }).first();
  await expect(isOn).toBeVisible();
  expect(await standsOut(isOn)).toBe(true);
  await isOn.click();
  const isOff = page.getByRole('switch', { checked: false }).first();
  expect(await standsOut(isOff)).toBe(false);
  await expect(isOff).not.toHaveCSS('box-shadow', 'none');
});
