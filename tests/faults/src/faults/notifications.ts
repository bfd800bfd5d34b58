import { textOf } from '@mainstay/test-kit';
import { launchChromium } from '@mainstay/test-kit/chromium';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { atLeast, type Fault, type Figure, none } from './fault.ts';
import type { Setup } from './setup.ts';
import { endOfFeed, OpenPages } from './streams.ts';
import { aTicket, failed, Traffic } from './traffic.ts';

const OPEN_PAGES = 4;
const MENTIONS = 5;
/** Longer than the bell tries to read its number. */
const LOOKED_AT_MS = 5000;
/** For all mails to be sent once the server is back. */
const SENT_WITHIN_MS = 30_000;
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

export const mailServerStopped: Fault = {
  title: 'mail server unavailable',
  async run(setup) {
    const { admin, manager, database, locationId, mailServer } = setup;
    const afterXid = await endOfFeed(database);
    const acceptedBefore = mailServer.accepted;
    const managerId = textOf(await manager.ask('GET', '/api/user'), 'id');
    const traffic = await Traffic.on(setup, LIGHT_LOAD);
    await mailServer.stop();
    let refused: number;
    try {
      for (let number = 0; number < MENTIONS; number += 1) {
        const ticket = await admin.ask('POST', '/api/tickets', { ...aTicket, locationId });
        const comment = { body: `Could you look at it, <@${managerId}>?` };
        await admin.ask('POST', `/api/tickets/${textOf(ticket, 'id')}/comments`, comment);
      }
      await sleep(LOOKED_AT_MS);
      const { rowCount } = await database.query(
        `SELECT FROM notifications.deliveries WHERE state = 'waiting' AND attempts > 0 AND last_error IS NOT NULL`,
      );
      refused = rowCount ?? 0;
    } finally {
      await mailServer.start();
    }
    await traffic.stop();
    await database.query('UPDATE notifications.deliveries SET retry_at = NULL WHERE retry_at IS NOT NULL');
    const accepted = () => mailServer.accepted - acceptedBefore;
    for (const end = Date.now() + SENT_WITHIN_MS; accepted() < MENTIONS && Date.now() < end;)
      await sleep(100);
    return [
      atLeast('mails that the server did not accept', refused, MENTIONS),
      atLeast('requests', traffic.responses.length, 100),
      none('failed requests', failed(traffic.responses, 200, 201)),
      ...(await compareInbox(database, afterXid)),
      atLeast('mails sent afterwards', accepted(), MENTIONS),
    ];
  },
};

/** Compares the mentions in the feed with the inbox and its mails. */
async function compareInbox(database: pg.Pool, afterXid: string): Promise<Figure[]> {
  const { rows: mentions } = await database.query<{ items: number }>(
    `SELECT count(i.id)::int AS items FROM auth.changes f
       JOIN core.comment_mentions m ON m.comment_id = f.entity_id
       LEFT JOIN notifications.inbox_items i
         ON i.comment_id = m.comment_id AND i.user_id = m.user_id AND i.kind = 'mentioned'
     WHERE f.entity = 'ticket_comment' AND f.action = 'create' AND f.xid > $1::xid8
     GROUP BY m.comment_id, m.user_id`,
    [afterXid],
  );
  const { rowCount: late } = await database.query(
    `SELECT FROM notifications.deliveries
     WHERE state = 'failed' OR (state = 'waiting' AND due_at < now() - interval '1 minute')`,
  );
  return [
    atLeast('people mentioned', mentions.length, MENTIONS),
    none('mentions missing in the inbox', mentions.filter(({ items }) => items === 0).length),
    none('mentions that are there twice', mentions.filter(({ items }) => items > 1).length),
    none('mails failed or late', late ?? NaN),
  ];
}

/** Does something while every process of svc-notifications is killed as soon as it starts; they run again afterwards. */
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
