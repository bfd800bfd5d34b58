import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createService } from '@mainstay/service-kit';
import { createTestUser } from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { FeedConsumer } from '../src/inbox/feed-consumer.ts';
import { serviceOptions } from '../src/service-options.ts';
import { type RunningService, startNotificationsService } from './running-service.ts';
import { aTicket } from './rows.ts';
import { type Change, settled, storesOf } from './stores.ts';

const [EVENTS, KILLS] = process.env['NIGHTLY'] === '1' ? [2000, 20] : [240, 3];
const WRITERS = 4;
const LONGEST_MS = 60_000;

let first: RunningService;
let second: INestApplication;
beforeAll(async () => {
  first = await startNotificationsService();
  second = await createService(serviceOptions(first.config));
  await second.init();
  await settled(first);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

it(`two replicas killed ${KILLS} times in the middle lose no item of ${EVENTS} events, and double none`, async () => {
  const stores = storesOf(first);
  const store = await stores.createStore('Harbour Street');
  const managers: string[] = [];
  while (managers.length < 5) {
    const { userId } = await createTestUser(first.backends, first.config, { role: 'district_manager' });
    await stores.assign(userId, store);
    managers.push(userId);
  }
  /** `event user kind`, of everything that is written. */
  const expected: string[] = [];
  let written = 0;
  const state = { areWritten: false };

  /**
   * Reports, each with a reply, which renews the items of those whom it does not mention, and an assignment, one by
   * one; one more transaction in ten is rolled back.
   */
  async function write(writer: number): Promise<void> {
    let ticket = '';
    for (let number = 0; number < EVENTS / WRITERS; number += 1) {
      const event = `${writer}.${number}`;
      const told = (kind: string, ...people: string[]) =>
        expected.push(...people.map((userId) => `${event} ${userId} ${kind}`));
      const managerOf = (at: number) => managers[(at + writer) % managers.length] ?? '';
      const one = managerOf(number);
      const change = (work: (transaction: Change) => Promise<unknown>) => stores.change(null, work, event);
      if (number % 3 === 0) {
        await change(async ({ insert }) => {
          ticket = await insert('core.tickets', aTicket(store, { via: 'qr' }));
        });
        const isReplied = number + 1 < EVENTS / WRITERS;
        told('reported', ...(isReplied ? [managerOf(number + 1)] : managers));
      } else if (number % 3 === 1) {
        await change(async ({ insert }) => {
          const comment = await insert('core.ticket_comments', { ticket_id: ticket, body: event });
          await insert('core.comment_mentions', { comment_id: comment, user_id: one });
        });
        told('mentioned', one);
        told('reported', ...managers.filter((userId) => userId !== one));
      } else {
        await change(({ update }) => update('core.tickets', ticket, { assigned_to: one }));
        told('assigned', one);
      }
      if (number % 10 === 9) {
        const undone = change(async ({ insert }) => {
          await insert('core.tickets', aTicket(store, { via: 'qr' }));
          throw new Error('undone');
        });
        await expect(undone).rejects.toThrow('undone');
      }
      written += 1;
    }
  }

  /** Lets both replicas read all the time, as more often than by their interval. */
  async function read(): Promise<void> {
    while (!state.areWritten) {
      for (const app of [first.app, second]) app.get(FeedConsumer).run();
      await sleep(2);
    }
  }

  /** Ends the connection of a replica that has written items and not committed them yet. */
  async function kill(): Promise<number> {
    let kills = 0;
    for (const end = Date.now() + LONGEST_MS; kills < KILLS && Date.now() < end;) {
      await sleep(1);
      // Spread over all events.
      if (written < (EVENTS / KILLS) * kills * 0.9) continue;
      const { rows } = await first.backends.admin.query<{ isKilled: boolean }>(
        `SELECT pg_terminate_backend(pid) AS "isKilled" FROM pg_stat_activity
         WHERE datname = current_database() AND usename = 'svc_notifications' AND backend_xid IS NOT NULL`,
      );
      kills += rows.filter(({ isKilled }) => isKilled).length;
    }
    return kills;
  }

  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const killing = kill();
  const reading = read();
  try {
    await writing;
    expect(await killing).toBe(KILLS);
  } finally {
    state.areWritten = true;
    await reading;
  }
  await settled(first);

  const { rows } = await first.backends.admin.query<{ item: string }>(
    `SELECT e.request_id || ' ' || i.user_id || ' ' || i.kind AS item
     FROM notifications.inbox_items i JOIN auth.audit_entries e ON e.id = i.event_id`,
  );
  const found = rows.map(({ item }) => item);
  const [allFound, allExpected] = [new Set(found), new Set(expected)];
  expect(expected.length).toBeGreaterThan(EVENTS / 2);
  expect({
    lost: expected.filter((item) => !allFound.has(item)).length,
    doubled: found.length - allFound.size,
    unexpected: found.filter((item) => !allExpected.has(item)).length,
  }).toEqual({ lost: 0, doubled: 0, unexpected: 0 });
}, 120_000);
