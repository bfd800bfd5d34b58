import { freePort, serviceNames, startWholeSystem, type WholeSystem } from '@mainstay/test-kit';
import { launchChromium } from '@mainstay/test-kit/chromium';
import { watchNetwork } from '@mainstay/test-kit/network';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { signIn } from './board.ts';
import { startGateway } from './file-servers.ts';
import { atMost, type Bench, comparedRow, type Goal, type Row, row } from './row.ts';
import { withSingleBundle } from './single-bundle.ts';
import { visitsOf } from './visits.ts';

const root = resolve(import.meta.dirname, '../../..');

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
  /** What the page's thread was busy with until everything was there, in ms. */
  script: number;
  layout: number;
  other: number;
}

const figures: Record<keyof Load, { what: string; unit: string; goal: Goal | null }> = {
  kilobytes: { what: 'transferred', unit: 'KB', goal: null },
  requests: { what: 'requests', unit: 'requests', goal: null },
  script: { what: 'script', unit: 'ms', goal: null },
  layout: { what: 'styles and layout', unit: 'ms', goal: null },
  other: { what: 'other work of the page', unit: 'ms', goal: null },
  // What Chromium's makers call good (web.dev/articles/vitals).
  lcp: { what: 'largest contentful paint', unit: 'ms', goal: atMost(2500, 'figure') },
  cls: { what: 'cumulative layout shift', unit: '', goal: atMost(0.1, 'figure') },
  inp: { what: 'interaction to next paint', unit: 'ms', goal: atMost(200, 'figure') },
};

/** Each screen opened with an empty cache and a four times slower processor, against one bundle of the same sources. */
export const pages: Bench = async ({ isQuick }) => {
  const system = await startWholeSystem();
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-pages-'));
  try {
    return await withSingleBundle(async (dist) => {
      const port = await freePort();
      const registryDir = join(folder, 'registry');
      await cp(join(system.stateDir, 'registry'), registryDir, { recursive: true, verbatimSymlinks: true });
      await publishShell(dist, registryDir);
      const gateway = await startGateway(folder, {
        port,
        upstreams: await upstreamsOf(system),
        registryDir,
        storageDir: join(system.stateDir, 'storage'),
      });
      const browser = await launchChromium();
      try {
        // The same name, so that the one cookie fits both.
        const screens = await compare(browser, system.url, `http://localhost:${port}`, isQuick ? 1 : 5);
        return [...screens, ...(await visitsOf(browser, system.url, { rounds: isQuick ? 2 : 15, isQuick }))];
      } finally {
        await browser.close();
        await gateway.stop();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await system.stop();
  }
};

/** Makes a build the shell of a registry. */
async function publishShell(dist: string, registryDir: string): Promise<void> {
  const command = ['gateway/src/registry.ts', 'publish', 'shell', dist, '--registry', registryDir];
  await promisify(execFile)(process.execPath, command, { cwd: root });
}

async function upstreamsOf({ stateDir }: WholeSystem) {
  const text = await readFile(join(stateDir, 'run/system.json'), 'utf8');
  const { services } = JSON.parse(text) as { services: Record<string, string> };
  return Object.fromEntries(serviceNames.map((name) => [name, new URL(services[`svc-${name}`] ?? '').host]));
}

async function compare(browser: Browser, federated: string, single: string, rounds: number): Promise<Row[]> {
  const page = await browser.newPage();
  await signIn(page, federated);
  const signedIn = await page.context().storageState();
  await page.close();
  const rows: Row[] = [];
  for (const screen of screens) {
    const loads: Record<'federated' | 'single', Load[]> = { federated: [], single: [] };
    for (let round = 0; round < rounds; round += 1) {
      loads.federated.push(await open(browser, federated, screen, signedIn));
      loads.single.push(await open(browser, single, screen, signedIn));
    }
    for (const key of ['kilobytes', 'requests', 'script', 'layout', 'other', 'lcp', 'cls', 'inp'] as const) {
      const { what, unit, goal } = figures[key];
      const values = (of: Load[]): number[] => of.map((load) => load[key]);
      const name = `${screen.name}: ${what}`;
      const other = { name: 'one bundle', values: values(loads.single) };
      // Nothing has no ratio, and nothing is what a page should shift by.
      if (key === 'cls') rows.push(row(name, unit, values(loads.federated), goal));
      else rows.push(comparedRow(name, unit, values(loads.federated), other, goal));
    }
  }
  return rows;
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
    await devtools.send('Performance.enable');
    await page.goto(origin + screen.path);
    await screen.shown(page);
    await settled();
    const work = workOf(await devtools.send('Performance.getMetrics'));
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
    return { ...fetched, ...work, ...vitals };
  } finally {
    await context.close();
  }
}

/** The times of DevTools' Performance domain, which are in seconds. */
function workOf({ metrics }: { metrics: { name: string; value: number }[] }) {
  const of = (name: string): number => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? NaN);
  return {
    script: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
    other: of('TaskOtherDuration'),
  };
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
