import { required, startWholeSystem } from '@mainstay/test-kit';
import { launchChromium } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import pg from 'pg';
import { type Page } from 'playwright-core';
import { type Bench, type Row, row } from './row.ts';

const OPEN = 10_000;
const COMPLETED = 100_000;
/** A longer frame is visible as a stutter; browsers report a longer task as a long one. */
const LONG_MS = 50;

/** Adds the tickets to the demo data's own, half of the open ones in either column. */
async function seed(): Promise<void> {
  const client = new pg.Client({ connectionString: required('TEST_DATABASE_ADMIN_URL') });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO core.tickets (title, description, location_id, status, priority, ticket_type, created_at, completed_at)
       SELECT (ARRAY['Oven is cold', 'Door does not close', 'Light flickers', 'Sign broken'])[n % 4 + 1] || ' at counter ' || n % 97,
         repeat('It happened this morning and should be looked at before the weekend. ', n % 3 + 1), store.id, state.status,
         (ARRAY['low', 'medium', 'high'])[n % 3 + 1],
         (ARRAY['repair', 'inspection', 'cleaning', 'equipment', 'other'])[n % 5 + 1], moment.at,
         CASE WHEN state.status = 'solved' THEN moment.at END
       FROM generate_series(1, $1::int + $2::int) n
       JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number, count(*) OVER () AS stores FROM core.locations) store
         ON store.number = n % store.stores
       CROSS JOIN LATERAL (SELECT now() - make_interval(mins => n) AS at) moment
       CROSS JOIN LATERAL (
         SELECT CASE WHEN n > $1 THEN 'solved' WHEN n % 2 = 0 THEN 'incoming' ELSE 'in_progress' END AS status) state`,
      [OPEN, COMPLETED],
    );
    await client.query('SELECT core.recount()');
    await client.query('VACUUM ANALYZE core.tickets');
  } finally {
    await client.end();
  }
}

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('admin@example.com');
  await page.getByLabel('Password', { exact: true }).fill('mainstay-demo');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
}

/** Milliseconds until the first cards are painted: from the response with them, and from the click that opens the board. */
interface Opening {
  fromResponse: number;
  fromClick: number;
}

/** Opens the board from the dashboard; everything but the board is loaded already. */
async function openBoard(page: Page, url: string): Promise<Opening> {
  const settled = watchNetwork(page);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await settled();
  const painted = page.evaluate(
    () =>
      new Promise<Opening>((resolve) => {
        let clicked = 0;
        document.addEventListener('click', () => (clicked = performance.now()), {
          once: true,
          capture: true,
        });
        const observer = new MutationObserver(() => {
          if (!document.querySelector('[role="tabpanel"] [role="listitem"]')) return;
          observer.disconnect();
          // The frame after the one in which they are in the page: they have been painted by then.
          requestAnimationFrame(() =>
            setTimeout(() => {
              const now = performance.now();
              const responses = performance
                .getEntriesByType('resource')
                .filter(({ name }) => /\/api\/tickets\?.*status=(incoming|in_progress)/.test(name))
                .map((entry) => (entry as PerformanceResourceTiming).responseEnd);
              resolve({ fromResponse: now - Math.min(...responses), fromClick: now - clicked });
            }),
          );
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.getByRole('link', { name: 'Maintenance', exact: true }).click();
  return painted;
}

/** How one list scrolled. */
interface Scrolling {
  cards: number;
  frames: number;
  longFrames: number;
  /** The longest frame and the sum of the long tasks, in milliseconds. */
  longestFrame: number;
  longTasks: number;
  durationMs: number;
}

/** Turns the wheel over a list, 400 px at a time, about 16 times a second. */
async function scroll(page: Page, list: string, wheelTurns: number): Promise<Scrolling> {
  const box = await page.getByRole('list', { name: list }).locator('..').boundingBox();
  if (!box) throw new Error(`no list ${list}`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate((longMs) => {
    const seen = { frames: 0, longFrames: 0, longestFrame: 0, longTasks: 0, started: performance.now() };
    Reflect.set(window, 'seen', seen);
    let before = performance.now();
    const frame = (now: number): void => {
      const took = now - before;
      before = now;
      seen.frames += 1;
      if (took > longMs) seen.longFrames += 1;
      seen.longestFrame = Math.max(seen.longestFrame, took);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) seen.longTasks += duration;
    }).observe({ type: 'longtask' });
  }, LONG_MS);
  for (let turn = 0; turn < wheelTurns; turn += 1) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(60);
  }
  const positions = page.getByRole('list', { name: list }).getByRole('listitem');
  const cards = Number(await positions.last().getAttribute('aria-posinset'));
  return page.evaluate((reached) => {
    const seen = Reflect.get(window, 'seen') as Scrolling & { started: number };
    return { ...seen, cards: reached, durationMs: performance.now() - seen.started };
  }, cards);
}

async function requireCount(page: Page, list: string, atLeast: number): Promise<void> {
  const first = page.getByRole('list', { name: list }).getByRole('listitem').first();
  const size = Number(await first.getAttribute('aria-setsize'));
  if (size < atLeast) throw new Error(`${list} has ${size} cards instead of at least ${atLeast}`);
}

/**
 * The Maintenance screen with 10,000 open and 100,000 completed tickets: the time from the response to the first painted cards,
 * and how smoothly its lists scroll.
 */
export const board: Bench = async ({ isQuick }) => {
  const system = await startWholeSystem();
  try {
    await seed();
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await signIn(page, system.url);
      const openings: Opening[] = [];
      for (let n = 0; n < (isQuick ? 1 : 7); n += 1) openings.push(await openBoard(page, system.url));
      await requireCount(page, 'To Acknowledge', OPEN / 2);
      await requireCount(page, 'Working', OPEN / 2);
      const rows = [
        row(
          'first cards painted after the response',
          'ms',
          openings.map(({ fromResponse }) => fromResponse),
        ),
        row(
          'first cards painted after the click',
          'ms',
          openings.map(({ fromClick }) => fromClick),
        ),
      ];
      for (const list of ['To Acknowledge', 'Completed']) {
        if (list === 'Completed') {
          await page.getByRole('tab', { name: 'Completed' }).click();
          await page.getByRole('list', { name: list }).getByRole('listitem').first().waitFor();
          await requireCount(page, list, COMPLETED);
        }
        rows.push(...scrolled(list, await scroll(page, list, isQuick ? 20 : 150)));
      }
      return rows;
    } finally {
      await browser.close();
    }
  } finally {
    await system.stop();
  }
};

const scrolled = (list: string, seen: Scrolling): Row[] => [
  row(`${list}: cards scrolled past`, 'cards', [seen.cards]),
  row(`${list}: frames over ${LONG_MS} ms`, '%', [(100 * seen.longFrames) / seen.frames]),
  row(`${list}: longest frame`, 'ms', [seen.longestFrame]),
  row(`${list}: time in long tasks`, '%', [(100 * seen.longTasks) / seen.durationMs]),
];
