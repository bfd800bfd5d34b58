import 'fake-indexeddb/auto';
import { afterAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { createStore, set } from 'idb-keyval';
import { admin, manager } from '../../test/shell-api.ts';
import { MOST_AGE_MS, MOST_BYTES, openKept } from './kept-data.ts';

const own = globalThis.indexedDB;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
});
afterAll(() => {
  globalThis.indexedDB = own;
});

const build = 'v1';
const kept = (data: unknown, at = Date.now()) => ({ data, at, build });
const of = (user: typeof admin, given: object = {}) => ({
  scope: `${user.id} ${user.role}`,
  user,
  at: Date.now(),
  ...given,
});
const hour = 3_600_000;
const usedAt = 0;

/** Changes what is stored as time would. */
const put = (key: string, value: unknown) => set(key, value, createStore('mainstay', 'seen'));

/** The hashes of these queries of which something is kept. */
async function found(...hashes: string[]): Promise<string[]> {
  const store = openKept();
  const entries = await Promise.all(hashes.map((hash) => store.read('ada', hash, build)));
  return hashes.filter((_hash, at) => entries[at]);
}

describe('what is kept', () => {
  it('is there in the next visit, for this user and these versions alone', async () => {
    await openKept().write('ada', 'list', kept([{ id: 1 }], Date.now() - 60_000), usedAt);
    const next = openKept();
    expect(await next.read('ada', 'list', build)).toMatchObject({ data: [{ id: 1 }] });
    expect(await next.read('grace', 'list', build)).toBeUndefined();
    expect(await next.read('ada', 'list', 'v2')).toBeUndefined();
  });

  it('has at most 25 MB, of which the oldest make room', async () => {
    const store = openKept();
    const third = 'x'.repeat(MOST_BYTES / 6 - 100);
    for (const [at, hash] of ['a', 'b', 'c'].entries())
      await store.write('ada', hash, kept(third, 1e13 + at), usedAt);
    jest.spyOn(Date, 'now').mockReturnValue(1e13);
    expect(await found('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
    await store.write('ada', 'd', kept(third, 1e13 + 3), usedAt);
    expect(await found('a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
    await store.write('ada', 'huge', kept('x'.repeat(MOST_BYTES), 1e13 + 4), usedAt);
    expect(await found('b', 'c', 'd', 'huge')).toEqual([]);
    jest.restoreAllMocks();
  });

  it('is read without a network also by a page that is busy', async () => {
    await openKept().write('ada', 'list', kept(1), usedAt);
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const read = openKept().read('ada', 'list', build);
    for (const startedAt = performance.now(); performance.now() - startedAt < 600;);
    expect(await read).toMatchObject({ data: 1 });
    jest.restoreAllMocks();
  });

  it('ends after 7 days, and is nothing of the future', async () => {
    await openKept().write('ada', 'old', kept(1, Date.now() - MOST_AGE_MS), usedAt);
    await openKept().write('ada', 'later', kept(1, Date.now() + hour), usedAt);
    await openKept().write('ada', 'before', kept(1, Date.now() - MOST_AGE_MS + hour), usedAt);
    expect(await found('old', 'later', 'before')).toEqual(['before']);
  });

  it('is deleted for another user, and for another role of the same one', async () => {
    const store = openKept();
    await store.keepUser(of(admin));
    await store.write('ada', 'list', kept(1), usedAt);
    await store.keepUser(of(admin));
    expect(await found('list')).toEqual(['list']);
    await store.keepUser(of({ ...admin, role: 'district_manager' }));
    expect(await found('list')).toEqual([]);
    await store.keepUser(of(manager));
    expect((await store.readUser())?.user).toEqual(manager);
    await store.erase();
    expect(await openKept().readUser()).toBeUndefined();
  });

  const lifetime = (idleMs: number, endsInMs = 100 * hour) => ({
    user: { ...admin, lifetime: { idleMs, endsAt: Date.now() + endsInMs } },
  });
  it.each([
    ['the session may go on', { at: Date.now() - hour, ...lifetime(2 * hour) }, true],
    ['no request for as long as a session lasts', { at: Date.now() - hour, ...lifetime(hour) }, false],
    ['the end of any session', { at: Date.now() - hour, ...lifetime(2 * hour, -1) }, false],
    ['a server that did not say how long it lasts', { at: Date.now() - 11 * hour }, true],
    ['12 hours of one', { at: Date.now() - 12 * hour }, false],
    ['a clock that was ahead', { at: Date.now() + hour }, false],
    [
      'a clock that was set back after it was seen',
      { at: Date.now() - hour, seenAt: Date.now() + hour },
      false,
    ],
    ['a clock that was put right', { at: Date.now() + 50_000 }, true],
  ])('is shown without a network, or deleted: %s', async (_what, given, isThere) => {
    const user = of(admin, given);
    const store = openKept();
    await store.keepUser({ ...user, at: Date.now() });
    await store.write(user.scope, 'list', kept(1, Date.now() - 2 * hour), usedAt);
    await put('user', user);
    expect((await openKept().readUser())?.user.id).toBe(isThere ? admin.id : undefined);
    expect((await openKept().read(user.scope, 'list', build)) !== undefined).toBe(isThere);
  });

  it('is seen later by each visit, and goes on with each use', async () => {
    const startedAt = Date.now();
    const user = of(admin, { at: startedAt - 11 * hour });
    const store = openKept();
    await store.keepUser(user);
    expect((await store.readUser())?.seenAt).toBeGreaterThanOrEqual(startedAt);
    await store.write(user.scope, 'list', kept(1, startedAt), startedAt - hour);
    expect((await store.readUser())?.at).toBe(startedAt - hour);
    await store.write('grace', 'list', kept(1, startedAt), startedAt);
    expect((await store.readUser())?.at).toBe(startedAt - hour);
  });

  it('of a session that has ended is not there in the next one', async () => {
    const store = openKept();
    await store.keepUser(of(admin));
    await store.write('ada', 'list', kept(1), usedAt);
    await put('user', of(admin, { at: Date.now() - 13 * hour }));
    await store.keepUser(of(admin));
    expect(await found('list')).toEqual([]);
  });

  it('gives way when the browser has no more room', async () => {
    const store = openKept();
    await store.write('ada', 'list', kept(1), usedAt);
    jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full.', 'QuotaExceededError');
    });
    await store.write('ada', 'more', kept(1), usedAt);
    jest.restoreAllMocks();
    expect(await found('list', 'more')).toEqual([]);
  });

  it('is deleted by the next page where a sign-out could not, before it is read', async () => {
    const store = openKept();
    await store.keepUser(of(admin));
    await store.write('ada', 'list', kept(1), usedAt);
    jest.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new Error('the page was left');
    });
    await store.erase();
    jest.restoreAllMocks();
    const next = openKept();
    expect(await next.readUser()).toBeUndefined();
    expect(await found('list')).toEqual([]);
    // Once.
    await next.write('ada', 'list', kept(1), usedAt);
    expect(await found('list')).toEqual(['list']);
  });

  it.each([
    [
      'refuses',
      () => {
        throw new Error('not allowed');
      },
    ],
    ['never opens', () => new EventTarget()],
  ])('is nothing where the browser %s the store', async (_what, open) => {
    globalThis.indexedDB = Object.assign(new IDBFactory(), { open });
    const store = openKept();
    void store.write('ada', 'list', kept(1), usedAt);
    expect(await store.read('ada', 'list', build)).toBeUndefined();
    await store.erase();
  });
});
