import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createService } from '@mainstay/service-kit';
import { createTestUser } from '@mainstay/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { FeedConsumer } from '../src/inbox/feed-consumer.ts';
import { serviceOptions } from '../src/service-options.ts';
import { type RunningService, startNotificationsService } from './running-service.ts';
import { aTicket, settled, storesOf } from './stores.ts';

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

interface Ticket {
  id: string;
  place: { id: string; managers: Set<string> };
  /** Whether each has muted it. */
  watchers: Map<string, boolean>;
  status: string;
  assignee: string | null;
}

/** Repeatable random numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

it(`two replicas killed ${KILLS} times in the middle lose no item of ${EVENTS} events, and double none`, async () => {
  const stores = storesOf(first);
  const people = await Promise.all(
    Array.from({ length: 8 }, () =>
      createTestUser(first.backends, first.config, { role: 'district_manager' }),
    ),
  );
  const places = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const id = await stores.createStore(`Store ${index}`);
      const managers = people.filter((_person, number) => number % 4 === index || number === 0);
      for (const { userId } of managers) await stores.assign(userId, id);
      return { id, managers: new Set(managers.map(({ userId }) => userId)) };
    }),
  );
  /** `event user kind`, of everything that is written. */
  const expected: string[] = [];
  let written = 0;
  const state = { areWritten: false };

  /** Events about tickets of its own, one after the other. */
  async function write(writer: number): Promise<void> {
    const random = numbers(writer + 1);
    const anyOf = <Value>(values: readonly Value[]): Value => {
      const value = values[Math.floor(random() * values.length)];
      if (value === undefined) throw new Error('nothing to choose from');
      return value;
    };
    const tickets: Ticket[] = [];
    const expectItems = (
      event: string,
      actor: string | null,
      { managers }: Ticket['place'],
      reasons: [userId: string, kind: string][],
    ) => {
      const told = new Set<string>();
      for (const [userId, kind] of reasons) {
        if (told.has(userId)) continue;
        told.add(userId);
        if (userId !== actor && managers.has(userId)) expected.push(`${event} ${userId} ${kind}`);
      }
    };

    for (let number = 0; number < EVENTS / WRITERS; number += 1) {
      const event = `${writer}.${number}`;
      const actor = random() < 0.1 ? null : anyOf(people).userId;
      const other = anyOf(people).userId;
      const choice = random();
      if (tickets.length < 5 || choice < 0.1) {
        const place = anyOf(places);
        const via = random() < 0.3 ? 'qr' : 'app';
        const assignee = random() < 0.5 ? other : null;
        const watchers = new Map(
          people.filter(() => random() < 0.4).map(({ userId }) => [userId, random() < 0.3] as const),
        );
        const id = await stores.change(
          actor,
          async ({ insert }) => {
            const created = await insert('core.tickets', aTicket(place.id, { via, assigned_to: assignee }));
            for (const [userId, muted] of watchers) {
              await insert('core.ticket_watchers', {
                ticket_id: created,
                user_id: userId,
                reason: 'manual',
                muted,
              });
            }
            return created;
          },
          event,
        );
        tickets.push({ id, place, watchers, status: 'incoming', assignee });
        expectItems(event, actor, place, [
          ...(assignee ? [[assignee, 'assigned'] as [string, string]] : []),
          ...(via === 'qr' ? [...place.managers].map((user): [string, string] => [user, 'reported']) : []),
        ]);
      } else {
        const ticket = anyOf(tickets);
        const listening = [...ticket.watchers].filter(([, muted]) => !muted).map(([userId]) => userId);
        if (choice < 0.5) {
          const mentioned = people.filter(() => random() < 0.2).map(({ userId }) => userId);
          await stores.change(
            actor,
            async ({ insert }) => {
              const id = await insert('core.ticket_comments', {
                ticket_id: ticket.id,
                author_id: actor,
                body: event,
              });
              for (const userId of mentioned) {
                await insert('core.comment_mentions', { comment_id: id, user_id: userId });
              }
            },
            event,
          );
          expectItems(event, actor, ticket.place, [
            ...mentioned.map((user): [string, string] => [user, 'mentioned']),
            ...listening.map((user): [string, string] => [user, 'commented']),
          ]);
        } else {
          const status = choice < 0.8 ? anyOf(['incoming', 'in_progress']) : ticket.status;
          const assignee = choice > 0.7 ? other : ticket.assignee;
          await stores.change(
            actor,
            ({ update }) =>
              update('core.tickets', ticket.id, { status, assigned_to: assignee, notes: event }),
            event,
          );
          expectItems(event, actor, ticket.place, [
            ...(assignee && assignee !== ticket.assignee ? [[assignee, 'assigned'] as [string, string]] : []),
            ...(status === ticket.status
              ? []
              : listening.map((user): [string, string] => [user, 'status_changed'])),
          ]);
          Object.assign(ticket, { status, assignee });
        }
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
