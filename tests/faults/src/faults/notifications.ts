import { launchChromium } from '@mainstay/test-kit/chromium';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareInbox } from '../soak/inbox.ts';
import { endOfFeed } from '../streams/feed.ts';
import { OpenPages } from '../streams/open-pages.ts';
import { atLeast, type Fault, none } from './fault.ts';
import { mentionManager } from './mention.ts';
import type { Stage } from './stage.ts';
import { failed, Traffic } from './traffic.ts';

const OPEN_PAGES = 4;
const MENTIONS = 5;
/** Longer than the bell tries to read its number. */
const LOOKED_AT_MS = 5000;
/** For all mails to be sent once the server is back. */
const SENT_WITHIN_MS = 30_000;
const LIGHT_LOAD = { readers: 4, writers: 2, pauseMs: 50 };

export const notificationsKilled: Fault = {
  title: 'svc-notifications killed and kept down',
  async run(stage) {
    const pages = await OpenPages.open(stage, OPEN_PAGES);
    const traffic = new Traffic(stage, LIGHT_LOAD);
    const errors = await whileDown(stage, () => errorsOnPage(stage));
    await traffic.stop();
    const { figures, reconnections } = await pages.close();
    const ofOthers = traffic.responses.filter(({ request }) => !request.includes('/api/inbox'));
    const { lost, duplicates } = await traffic.verify();
    for (const error of errors) console.error(error);
    return [
      atLeast('requests to other services', ofOthers.length, 100),
      none('of them failed', failed(ofOthers, 200, 201).length),
      none('acknowledged writes lost', lost),
      none('duplicates', duplicates),
      none('errors on a page with the bell', errors.length),
      atLeast('streams connected again', reconnections, OPEN_PAGES),
      ...figures,
    ];
  },
};

export const mailServerStopped: Fault = {
  title: 'mail server unavailable',
  async run(stage) {
    const { admin, database, locationId, mailServer } = stage;
    const afterXid = await endOfFeed(database);
    const acceptedBefore = mailServer.accepted.length;
    const traffic = new Traffic(stage, LIGHT_LOAD);
    await mailServer.stop();
    const comments: number[] = [];
    let attempted: number;
    try {
      for (let number = 0; number < MENTIONS; number += 1) {
        const ticket = { title: `Oven ${number}`, description: 'Cold', locationId, ticketType: 'repair' };
        const { body } = await admin.ask('POST', '/api/tickets', ticket);
        comments.push((await mentionManager(stage, (body as { id: string }).id)).status);
      }
      await sleep(LOOKED_AT_MS);
      const { rows } = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM notifications.deliveries
         WHERE state = 'waiting' AND attempts > 0 AND last_error IS NOT NULL`,
      );
      attempted = rows[0]?.count ?? 0;
    } finally {
      await mailServer.start();
    }
    await traffic.stop();
    await database.query('UPDATE notifications.deliveries SET retry_at = NULL WHERE retry_at IS NOT NULL');
    const accepted = () => mailServer.accepted.length - acceptedBefore;
    for (const end = Date.now() + SENT_WITHIN_MS; accepted() < MENTIONS && Date.now() < end;)
      await sleep(100);
    return [
      atLeast('mails that the server did not take', attempted, MENTIONS),
      atLeast('requests', traffic.responses.length, 100),
      none('failed requests', failed(traffic.responses, 200, 201).length),
      none('failed comments', comments.filter((status) => status !== 201).length),
      ...(await compareInbox(database, afterXid)),
      atLeast('mails sent afterwards', accepted(), MENTIONS),
    ];
  },
};

/** Does something while every process of svc-notifications is killed as soon as it starts; they run again afterwards. */
async function whileDown<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const keepDown = async (replica: string): Promise<void> => {
    let killed = 0;
    while (!over.signal.aborted) {
      const pid = await stage.pidOf(replica);
      if (pid !== killed) {
        process.kill(pid, 'SIGKILL');
        killed = pid;
      }
      await sleep(10);
    }
    await stage.untilBack(replica, killed);
  };
  const kept = stage.replicas.filter((name) => name.startsWith('svc-notifications')).map(keepDown);
  try {
    return await work();
  } finally {
    over.abort();
    await Promise.all(kept);
  }
}

/** Loads a screen in Chromium as the manager. @returns what is shown as an error, and what a script threw */
async function errorsOnPage({ system, manager }: Stage): Promise<string[]> {
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
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Inbox/ })
      .waitFor();
    await sleep(LOOKED_AT_MS);
    return [...thrown, ...(await page.getByRole('alert').allTextContents())];
  } finally {
    await browser.close();
  }
}
