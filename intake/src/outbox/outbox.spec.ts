import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IDBFactory } from 'fake-indexeddb';
import { keptReport } from '../../test/kept-report.ts';
import { Outbox } from './outbox.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const sent = { number: 7, trackingToken: 't', at: '2026-01-01T00:00:00.000Z' };

describe('the outbox', () => {
  it('keeps a report with its photos for the next page', async () => {
    const report = keptReport({ photos: [{ id: 'a', bytes: new ArrayBuffer(3), state: 'failed' }] });
    await new Outbox().keep(report);
    const next = new Outbox();
    await next.load();
    expect(next.reports()).toEqual([report]);
    expect(next.isLasting()).toBe(true);
  });

  it('replaces a report with the same key, in its place', async () => {
    const outbox = new Outbox();
    await outbox.keep(keptReport({ key: 'a' }));
    await outbox.keep(keptReport({ key: 'b' }));
    await outbox.keep(keptReport({ key: 'a', sent }));
    expect(outbox.reports().map(({ key, sent: done }) => [key, done?.number])).toEqual([
      ['a', 7],
      ['b', undefined],
    ]);
  });

  it('forgets on the next page what is sent with all its photos', async () => {
    const outbox = new Outbox();
    await outbox.keep(keptReport({ key: 'done', sent, photos: [{ id: 'a', bytes: null, state: 'sent' }] }));
    await outbox.keep(
      keptReport({ key: 'photos', sent, photos: [{ id: 'a', bytes: new ArrayBuffer(1), state: 'waiting' }] }),
    );
    for (const page of [new Outbox(), new Outbox()]) {
      await page.load();
      expect(page.reports().map(({ key }) => key)).toEqual(['photos']);
    }
  });

  it('forgets on the next page what was refused a week ago', async () => {
    const refused = { status: 400, detail: 'No.' };
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
    const outbox = new Outbox();
    await outbox.keep(keptReport({ key: 'old', refused: { ...refused, at: daysAgo(7.1) } }));
    await outbox.keep(keptReport({ key: 'new', refused: { ...refused, at: daysAgo(6.9) } }));
    // An earlier version kept no time: its week begins now.
    await outbox.keep(keptReport({ key: 'undated', refused }));
    await new Outbox().load();
    const keysOf = async () => {
      const page = new Outbox();
      await page.load();
      return page.reports().map(({ key }) => key);
    };
    expect(await keysOf()).toEqual(['new', 'undated']);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 7.1 * 24 * 3_600_000);
    expect(await keysOf()).toEqual([]);
    jest.restoreAllMocks();
  });

  it('takes nothing away that was sent while it was read', async () => {
    await new Outbox().keep(keptReport({ key: 'earlier' }));
    const outbox = new Outbox();
    const loading = outbox.load();
    await outbox.keep(keptReport({ key: 'new' }));
    await loading;
    expect(
      outbox
        .reports()
        .map(({ key }) => key)
        .sort(),
    ).toEqual(['earlier', 'new']);
  });

  it('says when nothing can be kept, and goes on as long as the page is open', async () => {
    globalThis.indexedDB = Object.assign(new IDBFactory(), {
      open: () => {
        throw new Error('not allowed');
      },
    });
    const outbox = new Outbox();
    const listener = jest.fn();
    outbox.subscribe(listener);
    await outbox.keep(keptReport({}));
    expect(outbox.isLasting()).toBe(false);
    expect(outbox.reports()).toHaveLength(1);
    expect(listener).toHaveBeenCalled();
  });
});
