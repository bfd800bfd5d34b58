import { expect, type Page } from '@playwright/test';

/**
 * Waits until what `open` does has opened one tab with this `title` and `url`, and closes the tab. It asks the browser
 * for its tabs: a tab that loads before Playwright is attached to it would never be a page for it.
 */
export async function expectTab(page: Page, open: () => Promise<void>, expected: Record<string, unknown>) {
  const devtools = await page.context().newCDPSession(page);
  const tabs = async () => {
    const { targetInfos } = await devtools.send('Target.getTargets');
    return targetInfos.filter(({ type }) => type === 'page');
  };
  const before = new Set((await tabs()).map(({ targetId }) => targetId));
  const opened = async () => (await tabs()).filter(({ targetId }) => !before.has(targetId));
  await open();
  await expect.poll(opened).toEqual([expect.objectContaining(expected)]);
  for (const { targetId } of await opened()) await devtools.send('Target.closeTarget', { targetId });
  await expect.poll(opened).toEqual([]);
  await devtools.detach();
}
