import { startCheckout } from '@mainstay/test-kit';
import { launchChromium } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import type { Browser, Locator, Page } from 'playwright-core';
import { openSignedIn } from './open-signed-in.ts';
import { atMost, type Bench, type Row, row } from './row.ts';

/** How much slower than this machine's the processor of the people is. */
const SLOWER = 4;

type Screen = [
  name: string,
  path: string,
  /** On the page once its data is. */
  shown: (page: Page) => Locator,
  /** What somebody does there first. */
  use: (page: Page) => Promise<void>,
];

const button = (name: string) => (page: Page) => page.getByRole('button', { name });
const field = (placeholder: string) => (page: Page) => page.getByPlaceholder(placeholder);
const firstItem = (page: Page) => page.getByRole('tabpanel').getByRole('listitem').first();

const press = (target: (page: Page) => Locator) => (page: Page) => target(page).click();
const typed = (placeholder: string) => async (page: Page) => {
  await field(placeholder)(page).click();
  await page.keyboard.type('harbour', { delay: 100 });
};

const screens: Screen[] = [
  ['Sign-in', '/auth', button('Sign in'), press(button('Sign in'))],
  ['Dashboard', '/', (page) => page.getByRole('heading', { name: 'Dashboard' }), press(button('Profile'))],
  ['Maintenance', '/tickets', firstItem, typed('Search tickets and tasks...')],
  ['Locations', '/locations', field('Search locations...'), typed('Search locations...')],
  ['Employees', '/managers', (page) => page.getByRole('cell').first(), typed('Search employees...')],
  ['Inbox', '/inbox', firstItem, press((page) => page.getByRole('tab', { name: 'All' }))],
];

/** What the page observes of itself: the largest paint, unexpected layout shifts, and responses to input. */
type Vitals = Record<'lcp' | 'cls' | 'inp', number>;

/** What Chromium's makers call good (web.dev/articles/vitals). */
const figures: [key: keyof Vitals, what: string, unit: string, most: number][] = [
  ['lcp', 'largest contentful paint', 'ms', 2500],
  ['cls', 'cumulative layout shift', '', 0.1],
  ['inp', 'interaction to next paint', 'ms', 200],
];

/** Each screen opened with an empty cache and a four times slower processor. */
export const vitals: Bench = async ({ isQuick }) => {
  const system = await startCheckout();
  const browser = await launchChromium();
  try {
    const rows: Row[] = [];
    for (const screen of screens) {
      const rounds: Vitals[] = [];
      while (rounds.length < (isQuick ? 1 : 5)) rounds.push(await open(browser, system.url, screen));
      for (const [key, what, unit, most] of figures) {
        const values = rounds.map((round) => round[key]);
        rows.push(row(`${screen[0]}: ${what}`, unit, values, atMost(most)));
      }
    }
    return rows;
  } finally {
    await browser.close();
    await system.stop();
  }
};

async function open(browser: Browser, origin: string, [name, path, shown, use]: Screen): Promise<Vitals> {
  const context = await openSignedIn(browser, origin);
  try {
    if (path === '/auth') await context.clearCookies();
    const page = await context.newPage();
    const settled = watchNetwork(page);
    await page.addInitScript(observe);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(origin + path);
    await shown(page).waitFor();
    await settled();
    await use(page);
    await page.waitForTimeout(500);
    const seen = await page.evaluate(() => Reflect.get(window, 'vitals') as Vitals);
    if (seen.lcp === 0 || seen.inp === 0)
      throw new Error(`${name}: nothing was painted or nothing responded: ${JSON.stringify(seen)}`);
    return seen;
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else. */
function observe(): void {
  const seen: Vitals = { lcp: 0, cls: 0, inp: 0 };
  Reflect.set(window, 'vitals', seen);
  const watch = (type: string, note: (entry: PerformanceEntry) => void): void => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
    observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 16 }) });
  };
  watch('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime));
  watch('layout-shift', (entry) => {
    if (Reflect.get(entry, 'hadRecentInput') !== true) seen.cls += Number(Reflect.get(entry, 'value'));
  });
  watch('event', (entry) => {
    if (Number(Reflect.get(entry, 'interactionId')) > 0) seen.inp = Math.max(seen.inp, entry.duration);
  });
}
