import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Waits for animations and transitions to end, because colours and positions are checked. */
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
  // The page has one frame, so axe needs no extra page to combine results.
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)].join(' '));
}

async function expectNoViolation(builder: AxeBuilder, state: string): Promise<void> {
  expect(await violationsOf(builder), state).toEqual([]);
}

/** Expects no axe violation of any impact and no horizontal scrolling. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await settled(page);
  await expectNoViolation(axe(page), state);
  await expectNoOverflow(page, state);
}

/** What may differ in another theme or at another width: colours, sizes, and what scrolls. */
export async function expectReadable(page: Page, state: string): Promise<void> {
  await settled(page);
  await expectNoViolation(
    axe(page).withRules([
      'color-contrast',
      'link-in-text-block',
      'target-size',
      'scrollable-region-focusable',
    ]),
    state,
  );
  await expectNoOverflow(page, state);
}

async function expectNoOverflow(page: Page, state: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${state}: sideways`).toBeLessThanOrEqual(0);
}

/** The axe violations of any impact. In the other theme only colours differ. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  await settled(page);
  const dark = await violationsOf(axe(page));
  await showTheme(page, 'light');
  await settled(page);
  const light = await violationsOf(axe(page).withRules(['color-contrast', 'link-in-text-block']));
  await showTheme(page, 'dark');
  return [...dark, ...light.map((violation) => `light: ${violation}`)];
}

/** {@link expectAccessible} in both themes. */
export async function expectAccessibleInBothThemes(page: Page, state: string): Promise<void> {
  expect(await violationsInBothThemes(page), state).toEqual([]);
  await expectNoOverflow(page, state);
}

/** Changes the theme as another tab would. */
const showTheme = (page: Page, theme: 'dark' | 'light'): Promise<void> =>
  page.evaluate((chosen) => {
    // Where the browser leaves out what is far below, colours stay those of before.
    const everything = new CSSStyleSheet();
    everything.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [everything];
    document.documentElement.dataset['theme'] = chosen;
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
  }, theme);
