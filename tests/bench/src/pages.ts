import { startWholeSystem } from '@mainstay/test-kit';
import { launchChromium } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import type { Browser, Page } from 'playwright-core';
import { atMost, type Bench, type Goal, type Row, row } from './row.ts';

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

interface Load extends Vitals {
  /** As they came over the network. */
  kilobytes: number;
  requests: number;
}

const figures: [key: keyof Load, what: string, unit: string, goal?: Goal][] = [
  ['kilobytes', 'transferred', 'KB'],
  ['requests', 'requests', 'requests'],
  // What Chromium's makers call good (web.dev/articles/vitals).
  ['lcp', 'largest contentful paint', 'ms', atMost(2500, 'figure')],
  ['cls', 'cumulative layout shift', '', atMost(0.1, 'figure')],
  ['inp', 'interaction to next paint', 'ms', atMost(200, 'figure')],
];

/** Each screen opened with an empty cache and a four times slower processor. */
export const pages: Bench = async ({ isQuick }) => {
  const system = await startWholeSystem();
  try {
    const browser = await launchChromium();
    try {
      const signedIn = await signIn(browser, system.url);
      const rows: Row[] = [];
      for (const screen of screens) {
        const loads: Load[] = [];
        while (loads.length < (isQuick ? 1 : 5))
          loads.push(await open(browser, system.url, screen, signedIn));
        for (const [key, what, unit, goal] of figures) {
          const values = loads.map((load) => load[key]);
          rows.push(row(`${screen.name}: ${what}`, unit, values, goal));
        }
      }
      return rows;
    } finally {
      await browser.close();
    }
  } finally {
    await system.stop();
  }
};

async function signIn(browser: Browser, url: string): Promise<StorageState> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('admin@example.com');
  await page.getByLabel('Password', { exact: true }).fill('mainstay-demo');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const state = await page.context().storageState();
  await page.close();
  return state;
}

type StorageState = NonNullable<NonNullable<Parameters<Browser['newContext']>[0]>['storageState']>;

async function open(browser: Browser, origin: string, screen: Screen, signedIn: StorageState): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...(screen.isSignedIn && { storageState: signedIn }),
  });
  try {
    const page = await context.newPage();
    const settled = watchNetwork(page);
    await page.addInitScript(observe);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(origin + screen.path);
    await screen.shown(page);
    await settled();
    const fetched = await page.evaluate(() => {
      const entries = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      return {
        kilobytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
        requests: entries.filter(({ transferSize }) => transferSize > 0).length,
      };
    });
    await screen.use(page);
    await page.waitForTimeout(500);
    const vitals = await page.evaluate(() => Reflect.get(window, 'vitals') as Vitals);
    if (vitals.lcp === 0 || vitals.inp === 0) {
      throw new Error(
        `${screen.name} on ${origin}: nothing was painted or nothing responded: ${JSON.stringify(vitals)}`,
      );
    }
    return { ...fetched, ...vitals };
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else. */
function observe(): void {
  const vitals: Vitals = { lcp: 0, cls: 0, inp: 0 };
  Reflect.set(window, 'vitals', vitals);
  const watch = (type: string, seen: (entry: PerformanceEntry) => void): void => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(seen));
    observer.observe({ type, buffered: true, ...(type === 'event' && { durationThreshold: 16 }) });
  };
  watch('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime));
  watch('layout-shift', (entry) => {
    if (Reflect.get(entry, 'hadRecentInput') !== true) vitals.cls += Number(Reflect.get(entry, 'value'));
  });
  watch('event', (entry) => {
    if (Number(Reflect.get(entry, 'interactionId')) > 0) vitals.inp = Math.max(vitals.inp, entry.duration);
  });
}
