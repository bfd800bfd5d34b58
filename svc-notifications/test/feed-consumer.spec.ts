import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { LiveEvents } from '../src/events/live-events.ts';
import { FeedConsumer } from '../src/inbox/feed-consumer.ts';
import { inboxItems } from './inbox-items.ts';
import { aTicket } from './rows.ts';
import { useService } from './running-service.ts';
import { settled, storesOf } from './stores.ts';
import { StreamClient, until } from './stream-client.ts';

const service = useService();
const stores = storesOf(service);
const items = () => inboxItems(service);
let store: string;
let eve: TestUser;

// Before that, changes are of the past.
beforeAll(() => settled(service));
beforeEach(async () => {
  await service.backends.admin.query('DELETE FROM notifications.inbox_items');
  store = await stores.createStore('Harbour Street');
  eve = await service.createUser('district_manager', { firstName: 'Eve' });
  await stores.assign(eve.userId, store);
});

const assignTicket = () =>
  stores.change(null, ({ insert }) => insert('core.tickets', aTicket(store, { assigned_to: eve.userId })));

describe('reading the feed', () => {
  it('writes nothing while there is nothing to read', async () => {
    await settled(service);
    const state = async () => {
      const { rows } = await service.backends.admin.query<Record<string, string>>(
        'SELECT xmin::text, cursor FROM notifications.feed_position',
      );
      return rows;
    };
    const before = await state();
    expect(await service.app.get(FeedConsumer).readSome()).toBe(0);
    expect(await state()).toEqual(before);
  });

  it('starts now with a position of another history, and sends nothing old again', async () => {
    await assignTicket();
    expect(await items()).toEqual(['Eve assigned']);
    await service.backends.admin.query('DELETE FROM notifications.inbox_items');
    const restored = Buffer.from(
      JSON.stringify(['1', '5', '00000000-0000-0000-0000-000000000000', '2020-01-01T00:00:00Z']),
    ).toString('base64url');
    await service.backends.admin.query('UPDATE notifications.feed_position SET cursor = $1', [restored]);
    expect(await items()).toEqual([]);
    await assignTicket();
    expect(await items()).toEqual(['Eve assigned']);
  });

  it('is left to the replica that is doing it', async () => {
    await settled(service);
    const other = await service.backends.admin.connect();
    try {
      await other.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('notifications.feed_position'))`);
      await assignTicket();
      expect(await service.app.get(FeedConsumer).readSome()).toBe(0);
      const { rows } = await service.backends.admin.query('SELECT FROM notifications.inbox_items');
      expect(rows).toEqual([]);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    expect(await items()).toEqual(['Eve assigned']);
  });

  it('has metrics: items by their kind, and how far it is behind', async () => {
    await assignTicket();
    await items();
    const { text } = await service.as().get('/metrics');
    expect(text).toMatch(/^inbox_items_written_total\{kind="assigned"\} [1-9]/m);
    expect(text).toMatch(/^inbox_lag_seconds 0$/m);
  });
});

it('the feed is read in each round of 200 ms while a stream is open, otherwise every two seconds', async () => {
  const consumer = service.app.get(FeedConsumer);
  /** Whether the next round of the interval reads the feed so many milliseconds after the last reading. */
  const isReadAfter = (milliseconds: number): boolean => {
    const time = jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    consumer.run();
    time.mockReturnValue(1_800_000_000_000 + milliseconds);
    const runs = jest.spyOn(consumer, 'run').mockReturnValue();
    consumer.runIfTime();
    const isRead = runs.mock.calls.length === 1;
    runs.mockRestore();
    time.mockRestore();
    return isRead;
  };
  expect([isReadAfter(1999), isReadAfter(2000)]).toEqual([false, true]);
  const stream = await StreamClient.open(service.app, eve);
  expect(isReadAfter(0)).toBe(true);
  stream.close();
  await until(() => !service.app.get(LiveEvents).isWatched);
  expect(isReadAfter(1999)).toBe(false);
});
