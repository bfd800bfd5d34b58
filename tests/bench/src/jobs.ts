import { startCheckout, type WholeSystem } from '@mainstay/test-kit';
import { launchChromium } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signIn } from './open-signed-in.ts';
import { type Bench, besideRow, type Row } from './row.ts';
import { addTickets } from './tickets.ts';

const TICKETS = 10_000;
const ROUNDS = 7;
/** Of one context of the browser; the ones that are measured have a name, the other one only opens the board. */
const VISITS = ['first', undefined, 'third', 'fourth'];
/** How often somebody presses who sees that nothing happens. */
const PRESS_AGAIN_MS = 100;
/** Longer than any version needs to open a ticket whose press it took. */
const SECOND_PRESS_MS = 10_000;

const devices = {
  desk: { options: { viewport: { width: 1280, height: 800 } } },
  phone: {
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    slower: 4,
    // 4G.
    network: { offline: false, latency: 60, downloadThroughput: 1_125_000, uploadThroughput: 375_000 },
  },
} as const;
type Device = keyof typeof devices;

type Figures = Record<string, number>;

/**
 * Jobs of people on the board, from the press to what they wanted to see; with `beside`, in turn with the system of
 * another checkout.
 */
export const jobs: Bench = async ({ isQuick, beside }) => {
  const browser = await launchChromium();
  const systems: WholeSystem[] = [];
  try {
    systems.push(await startCheckout());
    if (beside !== undefined) systems.push(await startCheckout(beside));
    const rows: Row[] = [];
    for (const data of ['demo data', `${TICKETS.toLocaleString('en')} tickets`]) {
      if (rows.length > 0)
        for (const system of systems) await addTickets(await system.databaseUrl(), TICKETS);
      for (const device of ['desk', 'phone'] as const) {
        const rounds: Figures[][][] = [];
        for (let at = -1; at < (isQuick ? 1 : ROUNDS); at += 1) {
          const order = [...systems.keys()];
          const visits: Figures[][] = [];
          for (const one of at % 2 === 0 ? order.toReversed() : order)
            visits[one] = await visitBoard(browser, systems[one]?.url ?? '', device);
          if (at >= 0) rounds.push(visits);
        }
        rows.push(...rowsOf(`${data}, ${device}`, rounds, beside));
      }
    }
    return rows;
  } finally {
    await browser.close();
    for (const system of systems) await system.stop();
  }
};

function rowsOf(title: string, rounds: Figures[][][], beside: string | undefined): Row[] {
  return VISITS.flatMap((name, visit) => {
    if (name === undefined) return [];
    const valuesOf = (system: number, what: string) =>
      rounds.map((visits) => visits[system]?.[visit]?.[what] ?? NaN);
    return Object.keys(rounds[0]?.[0]?.[visit] ?? {}).map((what) =>
      besideRow(`${title}, ${name} visit: ${what}`, 'ms', [valuesOf(0, what), valuesOf(1, what)], beside),
    );
  });
}

/** All visits of a browser that has nothing but a session. */
async function visitBoard(browser: Browser, url: string, device: Device): Promise<Figures[]> {
  const context = await browser.newContext(devices[device].options);
  try {
    await signIn(context, url, 'admin@example.com');
    const visits: Figures[] = [];
    for (const name of VISITS) {
      const page = await context.newPage();
      const title = await newTicket(context, url);
      visits.push(
        name === undefined ? await openBoard(page, url, title) : await doJobs(page, url, device, title),
      );
      if (name === 'first') await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.close();
    }
    return visits;
  } finally {
    await context.close();
  }
}

/** Creates the ticket that is opened: the newest. */
async function newTicket(context: BrowserContext, url: string): Promise<string> {
  const headers = { origin: url };
  const stores = (await (await context.request.get(`${url}/api/locations`)).json()) as { id: string }[];
  const title = `Job ${Date.now()}`;
  const data = {
    title,
    description: 'It began this morning.',
    ticketType: 'repair',
    locationId: stores[0]?.id,
  };
  const response = await context.request.post(`${url}/api/tickets`, { headers, data });
  if (!response.ok()) throw new Error(`No ticket: ${response.status()}`);
  return title;
}

async function openBoard(page: Page, url: string, title: string): Promise<Figures> {
  await page.addInitScript(watchPage);
  const settled = watchNetwork(page);
  await page.goto(`${url}/tickets`);
  await page.evaluate((text) => untilSeen('card', text), title);
  await settled();
  return {};
}

async function doJobs(page: Page, url: string, device: Device, title: string): Promise<Figures> {
  await slowDown(page, device);
  await page.addInitScript(watchPage);
  const settled = watchNetwork(page);
  const seen = (what: string, text: string) =>
    page.evaluate(([a, b]) => untilSeen(a, b), [what, text] as const);
  const figures: Figures = {};
  const measure = async (job: string, press: () => Promise<void>, what: string, text: string) => {
    await page.evaluate(() => void (pressedAt = NaN));
    const [at] = await Promise.all([seen(what, text), press()]);
    figures[job] = at - (await page.evaluate(() => pressedAt));
    await settled();
  };
  const pressCard = async (text: string) => {
    const { x, y } = await page.evaluate((name) => placeOfCard(name), text);
    if (device === 'phone') await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
  };
  /** Presses the card until its dialog is seen, at that time. */
  const open = async (againMs: number) => {
    const opened = seen('dialog', title);
    let isOpen: boolean;
    do {
      await pressCard(title);
      const pause = page.waitForTimeout(againMs).then(() => false);
      isOpen = await Promise.race([opened.then(() => true), pause]);
    } while (!isOpen);
    return opened;
  };

  await page.goto(`${url}/tickets`, { waitUntil: 'commit' });
  figures['list visible'] = await seen('card', title);
  figures['address to an opened ticket'] = await open(PRESS_AGAIN_MS);
  figures['address to its activity'] = await seen('field', '');
  await settled();
  const first = await page.evaluate(() => delays());
  // Some versions open a ticket once for each press: from here on it is pressed again only where that had no effect.
  await page.goto(`${url}/tickets`);
  await seen('card', title);
  await settled();
  await open(SECOND_PRESS_MS);
  await seen('field', '');
  await settled();
  await page.getByLabel('Add a comment').fill(`Done by ${title}`);
  const send = () => page.getByRole('button', { name: 'Comment', exact: true }).click();
  await measure('a comment stands in the activity', send, 'dialog', `Done by ${title}`);
  await measure('back to the list', () => page.keyboard.press('Escape'), 'no dialog', '');
  const other = await page.evaluate((not) => otherTitle(not), title);
  await measure('another ticket', () => pressCard(other), 'dialog', other);
  await page.keyboard.press('Escape');
  await seen('no dialog', '');
  const search = page.getByRole('searchbox').first();
  await search.click();
  await measure('search finds one ticket', () => page.keyboard.insertText(title), 'only card', title);
  if (device === 'desk') {
    const link = page.getByRole('link', { name: 'Reports', exact: true }).first();
    await measure('another screen', () => link.click(), 'heading', 'Reports');
  }
  const last = Object.entries(await page.evaluate(() => delays()));
  for (const [name, delay] of last) figures[name] = Math.max(delay, first[name] ?? 0);
  return figures;
}

async function slowDown(page: Page, device: Device): Promise<void> {
  if (device === 'desk') return;
  const { slower, network } = devices[device];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
}

/** What {@link watchPage} adds to the page. */
declare global {
  var pressedAt: number;
  var untilSeen: (what: string, text: string) => Promise<number>;
  var placeOfCard: (title: string) => { x: number; y: number };
  var otherTitle: (not: string) => string;
  var delays: () => Figures;
}

/** Runs in the page before anything else. Times are since the navigation. */
function watchPage(): void {
  const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true });
  const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
  /** Not what is in a field. */
  const has = (element: Element, text: string) =>
    (element instanceof HTMLElement ? element.innerText : '').includes(text);
  const dialogs = () => all('[role=dialog], .opening');
  const isSeen: Record<string, (text: string) => boolean> = {
    card: (text) => all('[data-card]').some((card) => has(card, text)),
    'only card': (text) => {
      const cards = all('[data-card]');
      return cards.length === 1 && cards.every((card) => has(card, text));
    },
    dialog: (text) => dialogs().some((dialog) => has(dialog, text)),
    'no dialog': () => dialogs().length === 0,
    field: () => all('[role=dialog] textarea').length > 0,
    heading: (text) => all('main h1').some((heading) => has(heading, text)),
  };
  globalThis.untilSeen = (what, text) =>
    new Promise((resolve, reject) => {
      const end = performance.now() + 60_000;
      const look = (): void => {
        // After the frame is drawn.
        if (isSeen[what]?.(text)) setTimeout(() => resolve(performance.now()));
        else if (performance.now() > end) reject(new Error(`Not seen for a minute: ${what} ${text}`));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  const cardOf = (title: string) => all('[data-card] h3').find((heading) => has(heading, title));
  globalThis.placeOfCard = (title) => {
    const { x = 0, y = 0, height = 0 } = cardOf(title)?.getBoundingClientRect() ?? {};
    return { x: x + 20, y: y + height / 2 };
  };
  globalThis.otherTitle = (not) =>
    all('[data-card] h3').find((heading) => !has(heading, not))?.textContent ?? '';
  globalThis.pressedAt = NaN;
  for (const press of ['click', 'keydown', 'beforeinput'])
    addEventListener(press, ({ timeStamp }) => (globalThis.pressedAt ||= timeStamp), true);
  /** The least duration that browsers report. */
  const shortEvents = { type: 'event', buffered: true, durationThreshold: 16 };
  const responses: number[] = [];
  const tasks: PerformanceEntry[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'interactionId')) responses.push(entry.duration);
  }).observe(shortEvents);
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({
    type: 'longtask',
    buffered: true,
  });
  const shown = globalThis.untilSeen('card', '');
  let shownAt = NaN;
  void shown.then((at) => (shownAt = at));
  globalThis.delays = () => ({
    'longest response to a press': Math.max(0, ...responses),
    'long tasks within 2 s of the list': tasks
      .filter(({ startTime }) => startTime >= shownAt && startTime < shownAt + 2000)
      .reduce((sum, { duration }) => sum + duration, 0),
  });
}
