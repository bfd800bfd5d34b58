import type { WholeSystem } from '@mainstay/test-kit';
import { launchChromium } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import type { BrowserContext } from 'playwright-core';
import { openSignedIn } from './open-signed-in.ts';
import { comparedRow, type Row } from './row.ts';

const ROUNDS = 3;
const screens = {
  dashboard: '/',
  board: '/tickets',
  locations: '/locations',
  employees: '/managers',
  equipment: '/equipment',
  vendors: '/vendors',
  checklists: '/checklists',
  inbox: '/inbox',
  reports: '/reports',
};

/** Each screen of an administrator, opened by its address in Chromium: in turn with the demo data. */
export async function screenRows(large: WholeSystem, demo: WholeSystem): Promise<Row[]> {
  const browser = await launchChromium();
  try {
    const systems = [large, demo];
    const contexts = await Promise.all(systems.map(({ url }) => openSignedIn(browser, url)));
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(screens)) {
      const [values = [], others = []] = await timesOf(
        contexts,
        systems.map(({ url }) => url + path),
      );
      rows.push(
        comparedRow(`screen ${name}, all of it`, 'ms', values, { name: 'demo data', values: others }),
      );
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** Milliseconds of each visit to the addresses, in turn; the first ones fill caches. */
async function timesOf(contexts: readonly BrowserContext[], urls: readonly string[]): Promise<number[][]> {
  const times: number[][] = urls.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [at, context] of contexts.entries()) {
      const time = await untilThere(context, urls[at] ?? '');
      if (round >= 0) times[at]?.push(time);
    }
  return times;
}

/** Milliseconds from the navigation until a screen has its title and nothing on it is loading. */
async function untilThere(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  try {
    const settled = watchNetwork(page);
    await page.addInitScript(watchLoading);
    await page.goto(url, { waitUntil: 'commit' });
    await settled();
    return await page.evaluate(() => thereAt);
  } finally {
    await page.close();
  }
}

declare global {
  /** Since when the screen is there; NaN while it is not. */
  var thereAt: number;
}

/** Runs in the page before anything else. */
function watchLoading(): void {
  globalThis.thereAt = NaN;
  // Below the screen, long lists load when somebody scrolls there.
  const isOnScreen = (element: Element) =>
    element.checkVisibility() && element.getBoundingClientRect().top < innerHeight;
  const look = (): void => {
    const loading = [...document.querySelectorAll('[aria-busy=true], .ant-skeleton')].filter(isOnScreen);
    if (loading.length > 0 || document.querySelector('main h1') === null) globalThis.thereAt = NaN;
    // After the frame is drawn.
    else if (Number.isNaN(globalThis.thereAt)) setTimeout(() => (globalThis.thereAt = performance.now()));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
