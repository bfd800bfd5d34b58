import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeApi, problem } from '@mainstay/web-kit/testing';
import { waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { http, HttpResponse } from 'msw';
import { keptReport } from '../../test/kept-report.ts';
import { Sender } from './sender.ts';
import { Outbox } from './outbox.ts';

const server = fakeApi();
const reports = '*/api/intake/fryer/reports';
const photos = '*/api/intake/track/token-1/photos';
const created = () => HttpResponse.json({ number: 7, trackingToken: 'token-1' }, { status: 201 });
const photo = (id: string) => ({ id, bytes: new ArrayBuffer(3), state: 'waiting' as const });

let outbox: Outbox;
let sender: Sender;
const arrived = jest.fn();
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  arrived.mockClear();
  outbox = new Outbox();
  sender = new Sender(outbox, arrived);
});

const only = () => {
  const [report] = outbox.reports();
  if (!report) throw new Error('the outbox is empty');
  return report;
};

/**
 * Serves the photos of a report.
 * @returns the ids of those that were finished
 */
function servePhotos(done: (id: string) => Response = (id) => HttpResponse.json({ id })): string[] {
  const finished: string[] = [];
  let grants = 0;
  server.use(
    http.post(photos, () => {
      grants += 1;
      return HttpResponse.json(
        {
          id: `${grants}`,
          uploadURL: `http://localhost/upload/${grants}`,
          expiresAt: new Date(Date.now() + 600_000).toISOString(),
        },
        { status: 201 },
      );
    }),
    http.put('*/upload/:id', () => new HttpResponse(null, { status: 204 })),
    http.post(`${photos}/:id/done`, ({ params }) => {
      finished.push(String(params['id']));
      return done(String(params['id']));
    }),
  );
  return finished;
}

describe('a report', () => {
  it('is sent with its key, and what became of it is kept', async () => {
    const seen: unknown[] = [];
    server.use(
      http.post(reports, async ({ request }) => {
        seen.push([request.headers.get('idempotency-key'), await request.json()]);
        return created();
      }),
    );
    await outbox.keep(keptReport({}));
    await sender.run();
    expect(seen).toEqual([['key-1', keptReport({}).body]]);
    expect(only().sent).toMatchObject({ number: 7, trackingToken: 'token-1' });
    expect(arrived).toHaveBeenCalledTimes(1);
    expect(sender.state()).toEqual({ isBusy: false, trouble: null, nextAt: null });
  });

  it.each([
    ['no network', () => HttpResponse.error(), 'offline', 5],
    ['a page of the guest network', () => HttpResponse.html('<p>Sign in</p>'), 'offline', 5],
    ['something else as JSON', () => HttpResponse.json({}), 'offline', 5],
    ['a service that is unavailable', () => problem(503, 'Later.'), 'unavailable', 5],
    ['a request that is still running', () => problem(409, 'Running.'), 'unavailable', 5],
    [
      'too many reports',
      () => new HttpResponse(null, { status: 429, headers: { 'retry-after': '600' } }),
      'limited',
      600,
    ],
  ])('waits for another try with the same key after %s', async (_what, fault, trouble, seconds) => {
    const keys: (string | null)[] = [];
    const failing = http.post(reports, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return keys.length === 1 ? fault() : created();
    });
    server.use(failing);
    await outbox.keep(keptReport({}));
    const before = Date.now();
    await sender.run();
    const state = sender.state();
    expect(state).toMatchObject({ isBusy: false, trouble });
    expect(((state.nextAt ?? 0) - before) / 1000).toBeCloseTo(seconds, -1);
    expect(only().sent).toBeNull();

    const stop = sender.start();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(only().sent?.number).toBe(7));
    stop();
    expect(new Set(keys)).toEqual(new Set(['key-1']));
    expect(keys).toHaveLength(2);
  });

  it.each([400, 404])('is not sent again after a %d', async (status) => {
    let times = 0;
    server.use(
      http.post(reports, () => {
        times += 1;
        return problem(status, 'No.');
      }),
    );
    await outbox.keep(keptReport({}));
    await sender.run();
    await sender.run();
    expect(times).toBe(1);
    expect(only().refused).toEqual({ status, detail: 'No.', at: expect.any(String) });
    expect(arrived).not.toHaveBeenCalled();
  });

  it('of an earlier page is sent by the next', async () => {
    await new Outbox().keep(keptReport({}));
    server.use(http.post(reports, created));
    const stop = sender.start();
    await waitFor(() => expect(only().sent?.number).toBe(7));
    stop();
  });

  it('that is added while another is sent is sent, too', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post(reports, async ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        if (keys.length === 1) {
          await outbox.keep(keptReport({ key: 'key-2' }));
          void sender.run();
        }
        return created();
      }),
    );
    await outbox.keep(keptReport({}));
    await sender.run();
    expect(keys).toEqual(['key-1', 'key-2']);
  });
});

describe('photos', () => {
  it('are sent after the report, and their bytes are forgotten', async () => {
    server.use(http.post(reports, created));
    const finished = servePhotos();
    await outbox.keep(keptReport({ photos: [photo('a'), photo('b')] }));
    await sender.run();
    expect(finished).toEqual(['1', '2']);
    expect(only().photos).toEqual([
      { id: 'a', bytes: null, state: 'sent' },
      { id: 'b', bytes: null, state: 'sent' },
    ]);
  });

  it('that fail do not undo the report, and are sent again at the place that was granted', async () => {
    server.use(http.post(reports, created));
    let fails = true;
    const finished = servePhotos((id) => (fails ? problem(503, 'Later.') : HttpResponse.json({ id })));
    await outbox.keep(keptReport({ photos: [photo('a')] }));
    await sender.run();
    expect(only()).toMatchObject({ sent: { number: 7 }, photos: [{ state: 'failed', grant: { id: '1' } }] });
    expect(sender.state().trouble).toBe('unavailable');
    fails = false;
    await sender.run();
    expect(only().photos[0]?.state).toBe('sent');
    expect(finished).toEqual(['1', '1']);
    expect(arrived).toHaveBeenCalledTimes(1);
  });

  it.each([
    [422, 'refused'],
    [413, 'refused'],
  ])('that get a %d are not sent again', async (status, state) => {
    server.use(http.post(reports, created));
    const finished = servePhotos(() => problem(status, 'No.'));
    await outbox.keep(keptReport({ photos: [photo('a')] }));
    await sender.run();
    await sender.run();
    expect(finished).toEqual(['1']);
    expect(only().photos).toEqual([{ id: 'a', bytes: null, state }]);
  });

  it('of a report that has all it may have are not sent again', async () => {
    server.use(http.post(reports, created));
    const finished = servePhotos();
    server.use(http.post(photos, () => problem(409, 'Five.')));
    await outbox.keep(keptReport({ photos: [photo('a')] }));
    await sender.run();
    expect(only().photos).toEqual([{ id: 'a', bytes: null, state: 'full' }]);
    expect(finished).toEqual([]);
  });

  it('are finished when the service has time, without being put there again', async () => {
    server.use(http.post(reports, created));
    let tries = 0;
    let puts = 0;
    servePhotos((id) => {
      tries += 1;
      return tries < 3
        ? new HttpResponse(null, { status: 503, headers: { 'retry-after': '0' } })
        : HttpResponse.json({ id });
    });
    server.use(
      http.put('*/upload/:id', () => {
        puts += 1;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await outbox.keep(keptReport({ photos: [photo('a')] }));
    await sender.run();
    expect(only().photos[0]?.state).toBe('sent');
    expect([tries, puts]).toEqual([3, 1]);
  });

  it('that the service has no time for are tried again when it says', async () => {
    server.use(http.post(reports, created));
    servePhotos(() => new HttpResponse(null, { status: 503, headers: { 'retry-after': '120' } }));
    await outbox.keep(keptReport({ photos: [photo('a')] }));
    await sender.run();
    expect(only().photos[0]).toMatchObject({ state: 'failed', grant: { id: '1' } });
    expect((sender.state().nextAt ?? 0) - Date.now()).toBeGreaterThan(110_000);
  });

  it.each([
    ['that ended', { expiresAt: new Date(Date.now() - 1000).toISOString() }, 200],
    ['that is not accepted', { expiresAt: new Date(Date.now() + 600_000).toISOString() }, 404],
  ])('get another grant in the place of one %s', async (_, { expiresAt }, status) => {
    server.use(http.post(reports, created));
    const finished = servePhotos((id) => (id === 'old' ? problem(status, 'No.') : HttpResponse.json({ id })));
    const grant = { id: 'old', uploadURL: 'http://localhost/upload/old', expiresAt };
    await outbox.keep(keptReport({ photos: [{ ...photo('a'), grant }] }));
    await sender.run();
    await sender.run();
    expect(finished.at(-1)).toBe('1');
    expect(only().photos[0]?.state).toBe('sent');
  });
});
