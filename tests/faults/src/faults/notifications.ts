import { launchChromium } from '@mainstay/test-kit/chromium';
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, type Fault, none } from './fault.ts';
import type { Setup } from './setup.ts';
import { OpenPages } from './streams.ts';
import { failed, Traffic } from './traffic.ts';

const OPEN_PAGES = 4;
/** Longer than the bell tries to read its number. */
const LOOKED_AT_MS = 5000;
const LIGHT_LOAD = { readers: 4, writers: 2, pauseMs: 50 };

export const notificationsKilled: Fault = {
  title: 'svc-notifications killed and kept down',
  async run(setup) {
    const pages = await OpenPages.of(setup, OPEN_PAGES);
    await pages.open();
    const traffic = await Traffic.on(setup, LIGHT_LOAD);
    const errors = await whileDown(setup, () => errorsOnPage(setup));
    await traffic.stop();
    const { figures } = await pages.close();
    const ofOthers = traffic.responses.filter(({ request }) => !request.includes('/api/inbox'));
    for (const error of errors) console.error(error);
    return [
      atLeast('requests to other services', ofOthers.length, 100),
      none('of them failed', failed(ofOthers, 200, 201)),
      ...(await traffic.verify()),
      none('errors on a page with the bell', errors.length),
      ...figures,
    ];
  },
};

/**
 * Does something while every process of svc-notifications is killed as soon as it starts; they run again afterwards.
 */
async function whileDown<Result>(setup: Setup, work: () => Promise<Result>): Promise<Result> {
  const { system, replicas } = setup;
  const over = new AbortController();
  const keepDown = async (replica: string): Promise<void> => {
    let killed = 0;
    while (!over.signal.aborted) {
      const pid = await system.pidOf(replica);
      if (pid !== killed) process.kill(pid, 'SIGKILL');
      killed = pid;
      await sleep(10);
    }
    await system.untilBack(replica, killed);
  };
  const kept = replicas.filter((name) => name.startsWith('svc-notifications')).map(keepDown);
  try {
    return await work();
  } finally {
    over.abort();
    await Promise.all(kept);
  }
}

/** Loads a screen in Chromium as the manager. @returns what is shown as an error, and what a script threw */
async function errorsOnPage({ system, manager }: Setup): Promise<string[]> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ baseURL: system.url, locale: 'en-US' });
    await context.addCookies(
      manager.cookie.split('; ').map((cookie) => {
        const end = cookie.indexOf('=');
        return { name: cookie.slice(0, end), value: cookie.slice(end + 1), url: system.url };
      }),
    );
    const page = await context.newPage();
    const thrown: string[] = [];
    page.on('pageerror', (error) => thrown.push(error.message));
    await page.goto('/tickets');
    await page.getByRole('heading', { name: 'Maintenance', exact: true }).waitFor();
    const bell = page.getByRole('banner').getByRole('link', { name: /^Inbox/ });
    await bell.waitFor();
    await sleep(LOOKED_AT_MS);
    return [...thrown, ...(await page.getByRole('alert').allTextContents())];
  } finally {
    await browser.close();
  }
}
