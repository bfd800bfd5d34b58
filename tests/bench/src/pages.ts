import { startCheckout, type WholeSystem } from '@mainstay/test-kit';
import { launchChromium } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import type { Browser, Page } from 'playwright-core';
import { openSignedIn } from './open-signed-in.ts';
import { type Bench, besideRow, type Row } from './row.ts';
import { addTickets } from './tickets.ts';

const TICKETS = 10_000;
const ROUNDS = 7;
/** Of one context of the browser; the ones that are measured have a name. */
const VISITS = ['first', undefined, 'third', 'fourth'];

/** Of the board since the navigation began; requests include the service worker's, not the event stream. */
const figures = [
  ['ticket visible', 'ms'],
  ['first contentful paint', 'ms'],
  ['largest contentful paint', 'ms'],
  // Of the main thread.
  ['processor until visible', 'ms'],
  ['of it scripts', 'ms'],
  ['requests until visible', ''],
  ['requests until settled', ''],
  // Without compression.
  ['JavaScript until visible', 'KB'],
  ['JavaScript until settled', 'KB'],
] as const;
type Visit = Record<(typeof figures)[number][0], number>;

/** The board, opened again and again; with `beside`, in turn with the system of another checkout. */
export const pages: Bench = async ({ isQuick, beside }) => {
  const browser = await launchChromium();
  const systems: WholeSystem[] = [];
  try {
    systems.push(await startCheckout());
    if (beside !== undefined) systems.push(await startCheckout(beside));
    const rows: Row[] = [];
    for (const data of ['demo data', `${TICKETS.toLocaleString('en')} tickets`]) {
      if (rows.length > 0)
        for (const system of systems) await addTickets(await system.databaseUrl(), TICKETS);
      const rounds: Visit[][][] = [];
      for (let at = -1; at < (isQuick ? 1 : ROUNDS); at += 1) {
        const visits = await visitInTurn(browser, systems, at % 2 === 0);
        if (at >= 0) rounds.push(visits);
      }
      for (const [visit, name] of VISITS.entries()) {
        if (name === undefined) continue;
        for (const [what, unit] of figures) {
          const valuesOf = (system: number) => rounds.map((visits) => visits[system]?.[visit]?.[what] ?? NaN);
          const title = `${data}, ${name} visit: ${what}`;
          rows.push(besideRow(title, unit, [valuesOf(0), valuesOf(1)], beside));
        }
      }
    }
    return rows;
  } finally {
    await browser.close();
    for (const system of systems) await system.stop();
  }
};

/** All visits to each system, each in a new context of its own. */
async function visitInTurn(browser: Browser, systems: WholeSystem[], isReversed: boolean) {
  const opened = systems.map(async ({ url }) => ({ url, context: await openSignedIn(browser, url) }));
  const visitors = (await Promise.all(opened)).map((visitor) => ({ ...visitor, visits: [] as Visit[] }));
  try {
    for (const number of VISITS.keys()) {
      const open: Page[] = [];
      for (const { url, context, visits } of isReversed ? visitors.toReversed() : visitors) {
        const page = await context.newPage();
        visits.push(await visitBoard(page, url));
        if (number === 0) open.push(page);
        else if (await page.evaluate(() => navigator.serviceWorker.controller !== null)) await page.close();
        else throw new Error(`${url} has no service worker`);
      }
      for (const page of open) {
        await page.evaluate(untilWorker);
        await page.close();
      }
    }
    return visitors.map(({ visits }) => visits);
  } finally {
    for (const { context } of visitors) await context.close();
  }
}

async function visitBoard(page: Page, url: string): Promise<Visit> {
  const settled = watchNetwork(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await page.addInitScript(tellWhenVisible);
  const [told] = await Promise.all([
    page.waitForEvent('console', (message) => message.text().startsWith('visible ')),
    page.goto(`${url}/tickets`, { waitUntil: 'commit' }),
  ]);
  const { metrics } = await devtools.send('Performance.getMetrics');
  const milliseconds = (name: string) => (metrics.find((one) => one.name === name)?.value ?? NaN) * 1000;
  await settled();
  const visible = Number(told.text().split(' ')[1]);
  return {
    'ticket visible': visible,
    'processor until visible': milliseconds('TaskDuration'),
    'of it scripts': milliseconds('ScriptDuration'),
    ...(await page.evaluate(readTimings, visible)),
  };
}

/** Runs in the page before anything else. */
function tellWhenVisible(): void {
  const look = (): void => {
    const title = document.querySelector('[data-card] h3');
    if (!title?.textContent || !title.checkVisibility()) requestAnimationFrame(look);
    // After the frame is drawn.
    else setTimeout(() => console.debug('visible', performance.now()));
  };
  requestAnimationFrame(look);
}

/** Runs in the page. The service worker comes some seconds after the first screen; without one the next visit fails. */
async function untilWorker(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, 60_000));
  await Promise.race([navigator.serviceWorker.ready, late]);
}

/** Runs in the page, once it is settled. */
async function readTimings(visible: number) {
  const largest = await new Promise<number>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN));
    observer.observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  // A preload and the file itself are two entries when a service worker responds; two calls of the API
  // are two requests.
  const keyed = fetched.map(
    (entry, at) => [entry.initiatorType === 'fetch' ? at : entry.name, entry] as const,
  );
  const files = [...new Map(keyed).values()];
  const scripts = files.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  const weigh = (entries: PerformanceResourceTiming[]) =>
    entries.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0) / 1000;
  return {
    'first contentful paint': performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    'largest contentful paint': largest,
    // And the page itself.
    'requests until visible': files.filter(({ startTime }) => startTime < visible).length + 1,
    'requests until settled': files.length + 1,
    'JavaScript until visible': weigh(scripts.filter(({ responseEnd }) => responseEnd < visible)),
    'JavaScript until settled': weigh(scripts),
  };
}
