import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Waits until what moves or changes its colour has come to its end: only then can colours and places be judged. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
}

const axe = (page: Page) =>
  // All is one frame of one origin: axe need not open a page of its own to put the findings of several together.
  new AxeBuilder({ page }).setLegacyMode();

async function expectNoViolation(builder: AxeBuilder, state: string): Promise<void> {
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  expect(found, state).toEqual([]);
}

/** What the page shows now has no violation of any impact that axe knows, and does not scroll sideways. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await settled(page);
  await expectNoViolation(axe(page), state);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${state}: sideways`).toBeLessThanOrEqual(0);
}

/** The same in the other theme, of which nothing but the colours differ. */
export async function expectAccessibleInBothThemes(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state);
  await showTheme(page, 'light');
  await settled(page);
  await expectNoViolation(axe(page).withRules(['color-contrast', 'link-in-text-block']), `${state}, light`);
  await showTheme(page, 'dark');
}

/** The theme as another tab would choose it. */
const showTheme = (page: Page, theme: 'dark' | 'light'): Promise<void> =>
  page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
  }, theme);
