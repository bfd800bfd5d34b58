import { withProfile } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signIn } from './board.ts';
import { atMost, comparedRow, median, type Row, row } from './row.ts';

const BOARD = '/tickets';
const MAX_REQUESTS = 20;
/** What the visits may take of the time of the version before ({@link visitsOf}). */
const MAX_OF_BEFORE = { first: 0.55, repeat: 0.4 };
/** Chromium writes compiled code to the profile a moment after the page has run. */
const CODE_KEPT_MS = 700;
const waterfallFile = join(import.meta.dirname, '../../../docs/performance-waterfall.md');

/** One resource of a page; times in ms from the start of the navigation. */
interface Request {
  address: string;
  start: number;
  end: number;
  bytes: number;
  isFromNetwork: boolean;
}

interface Visit {
  /** When the first ticket was painted. */
  shown: number;
  requests: Request[];
}

type Kind = 'first' | 'repeat';
type Visits = Record<Kind, Visit>;

/**
 * The board opened by its address in a browser that was never here, and as somebody who comes back finds it, on the third
 * visit: Chromium keeps a script's compiled code when it runs for the second time. The processor is as fast as it is. With BEFORE_URL, the address of a running system of an earlier version, each round visits both in turn.
 */
export async function visitsOf(
  browser: Browser,
  url: string,
  { rounds, isQuick }: { rounds: number; isQuick: boolean },
): Promise<Row[]> {
  const beforeUrl = process.env['BEFORE_URL'];
  const systems = [url, ...(beforeUrl === undefined ? [] : [beforeUrl])];
  const sessions = await Promise.all(systems.map((system) => signedIn(browser, system)));
  const visits: Visits[][] = systems.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, system] of systems.entries()) {
      visits[at]?.push(await visitThrice(system, sessions[at] ?? []));
    }
  }
  const [now = [], before = []] = visits;
  if (!isQuick) await writeFile(waterfallFile, waterfall(now));
  return (['first', 'repeat'] as const).flatMap((kind) => rowsOf(kind, now, before));
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

async function signedIn(browser: Browser, url: string): Promise<Cookies> {
  const page = await browser.newPage();
  await signIn(page, url);
  const cookies = await page.context().cookies();
  await page.context().close();
  return cookies;
}

function visitThrice(url: string, cookies: Cookies): Promise<Visits> {
  return withProfile({ width: 1280, height: 800 }, async (context) => {
    await context.addCookies(cookies);
    const first = await visit(context, url);
    await visit(context, url);
    return { first, repeat: await visit(context, url) };
  });
}

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const settled = watchNetwork(page);
  await page.addInitScript(watchFirstTicket);
  await page.goto(url + BOARD);
  await page.waitForFunction(() => Reflect.get(window, 'ticketShownAt') !== undefined);
  const shown = await page.evaluate(() => Number(Reflect.get(window, 'ticketShownAt')));
  await settled();
  // What is fetched later, like the library for dragging, delays nothing.
  const requests = (await requestsOf(page)).filter(({ start }) => start < shown);
  await page.waitForTimeout(CODE_KEPT_MS);
  await page.close();
  return { shown, requests };
}

function requestsOf(page: Page): Promise<Request[]> {
  return page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, startTime, responseEnd, transferSize, encodedBodySize }) => ({
        address: name.replace(location.origin, ''),
        start: startTime,
        end: responseEnd,
        bytes: encodedBodySize,
        isFromNetwork: transferSize > 0,
      })),
  );
}

/** Runs in the page before anything else. */
function watchFirstTicket(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role="tabpanel"] [role="listitem"]')) return;
    observer.disconnect();
    // The task after the next frame: then it is painted.
    requestAnimationFrame(() => setTimeout(() => Reflect.set(window, 'ticketShownAt', performance.now())));
  });
  observer.observe(document, { subtree: true, childList: true });
}

const isFetched = ({ isFromNetwork }: Request): boolean => isFromNetwork;

function rowsOf(kind: Kind, now: Visits[], before: Visits[]): Row[] {
  const shown = (of: Visits[]) => of.map((visits) => visits[kind].shown);
  const count = (of: Visits[], which: (request: Request) => boolean) =>
    of.map((visits) => visits[kind].requests.filter(which).length);
  const time = `Board, ${kind} visit: first ticket painted`;
  const other = { name: 'the version before', values: shown(before) };
  return [
    before.length === 0
      ? row(time, 'ms', shown(now))
      : comparedRow(time, 'ms', shown(now), other, atMost(MAX_OF_BEFORE[kind])),
    row(
      `Board, ${kind} visit: requests`,
      'requests',
      count(now, kind === 'first' ? () => true : isFetched),
      atMost(MAX_REQUESTS, 'figure'),
    ),
  ];
}

/** The visits whose time is the middle one, request by request. */
function waterfall(visits: Visits[]): string {
  const sections = (['first', 'repeat'] as const).map((kind) => {
    const all = visits.map((one) => one[kind]);
    const middle = median(all.map(({ shown }) => shown));
    const [typical] = all.toSorted((a, b) => Math.abs(a.shown - middle) - Math.abs(b.shown - middle));
    if (!typical) return '';
    const lines = typical.requests.map(
      ({ address, start, end, bytes, isFromNetwork }) =>
        `| ${address} | ${Math.round(start)} | ${Math.round(end)} | ${isFromNetwork ? bytes.toLocaleString('en') : 'cached'} |`,
    );
    return `## The ${kind} visit: first ticket painted after ${Math.round(typical.shown)} ms\n\n| Address | Requested (ms) | Received (ms) | Bytes |\n| --- | ---: | ---: | ---: |\n${lines.join('\n')}`;
  });
  return `# Waterfall of the board\n\nWritten by \`npm run bench -- pages\`: the visit with the median time, and its requests in order.\n\n${sections.join('\n\n')}\n`;
}
