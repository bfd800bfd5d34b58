import { expect, type Locator, type Page } from '@playwright/test';

const MAX_TABS = 40;

/** Presses Tab until the element has the focus; fails after {@link MAX_TABS} presses. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  // antd's radio buttons are transparent, below what is shown of them.
  await expect(wanted).toBeAttached();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${MAX_TABS} times Tab do not lead to ${String(wanted)}`);
}
