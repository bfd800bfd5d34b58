import { startWholeSystem } from '@mainstay/test-kit';
import { launchChromium } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import type { Browser, Page } from 'playwright-core';
import { openSignedIn } from './open-signed-in.ts';
import { atMost, type Bench, type Row, row } from './row.ts';

/** How much slower than this machine's the processor of the people is. */
const SLOWER = 4;

interface Screen {
  name: string;
  path: string;
  isSignedIn: boolean;
  /** Something that is on the page once its data is. */
  shown: (page: Page) => Promise<unknown>;
  /** What somebody does there first. */
  use: (page: Page) => Promise<void>;
}

const typed = (placeholder: string) => async (page: Page) => {
  await page.getByPlaceholder(placeholder).click();
  await page.keyboard.type('harbour', { delay: 100 });
};

const screens: Screen[] = [
  {
    name: 'Sign-in',
    path: '/auth',
    isSignedIn: false,
    shown: (page) => page.getByRole('button', { name: 'Sign in' }).waitFor(),
    use: (page) => page.getByRole('button', { name: 'Sign in' }).click(),
  },
  {
    name: 'Dashboard',
    path: '/',
    isSignedIn: true,
    shown: (page) => page.getByRole('heading', { name: 'Dashboard' }).waitFor(),
    use: (page) => page.getByRole('button', { name: 'Profile' }).click(),
  },
  {
    name: 'Maintenance',
    path: '/tickets',
    isSignedIn: true,
    shown: (page) => page.getByRole('tabpanel').getByRole('listitem').first().waitFor(),
    use: typed('Search tickets and tasks...'),
  },
  {
    name: 'Locations',
    path: '/locations',
    isSignedIn: true,
    shown: (page) => page.getByPlaceholder('Search locations...').waitFor(),
    use: typed('Search locations...'),
  },
  {
    name: 'Employees',
    path: '/managers',
    isSignedIn: true,
    shown: (page) => page.getByRole('cell').first().waitFor(),
    use: typed('Search employees...'),
  },
  {
    name: 'Inbox',
    path: '/inbox',
    isSignedIn: true,
    shown: (page) => page.getByRole('tabpanel').getByRole('listitem').first().waitFor(),
    use: (page) => page.getByRole('tab', { name: 'All' }).click(),
  },
];

/** What the page observes of itself: the largest paint, unexpected layout shifts, and responses to input. */
interface Vitals {
  lcp: number;
  cls: number;
  inp: number;
}

/** What Chromium's makers call good (web.dev/articles/vitals). */
const figures: [key: keyof Vitals, what: string, unit: string, most: number][] = [
  ['lcp', 'largest contentful paint', 'ms', 2500],
  ['cls', 'cumulative layout shift', '', 0.1],
  ['inp', 'interaction to next paint', 'ms', 200],
];

/** Each screen opened with an empty cache and a four times slower processor. */
export const vitals: Bench = async ({ isQuick }) => {
  const system = await startWholeSystem();
  const browser = await launchChromium();
  try {
    const rows: Row[] = [];
    for (const screen of screens) {
      const rounds: Vitals[] = [];
      while (rounds.length < (isQuick ? 1 : 5)) rounds.push(await open(browser, system.url, screen));
      for (const [key, what, unit, most] of figures) {
        const values = rounds.map((round) => round[key]);
        rows.push(row(`${screen.name}: ${what}`, unit, values, atMost(most, 'figure')));
      }
    }
    return rows;
  } finally {
    await browser.close();
    await system.stop();
  }
};

async function open(browser: Browser, origin: string, screen: Screen): Promise<Vitals> {
  const context = await openSignedIn(browser, origin);
  try {
    if (!screen.isSignedIn) await context.clearCookies();
    const page = await context.newPage();
    const settled = watchNetwork(page);
    await page.addInitScript(observe);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(origin + screen.path);
    await screen.shown(page);
    await settled();
    await screen.use(page);
    await page.waitForTimeout(500);
    const seen = await page.evaluate(() => Reflect.get(window, 'vitals') as Vitals);
    if (seen.lcp === 0 || seen.inp === 0)
      throw new Error(`${screen.name}: nothing was painted or nothing responded: ${JSON.stringify(seen)}`);
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
