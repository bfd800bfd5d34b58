import { isOffline, keepItem, readItem } from '@mainstay/web-kit';
import { openPageStore } from '@mainstay/web-kit/page-store';
import { clear, del, get, promisifyRequest } from 'idb-keyval';
import { endOf, now } from '../session/lifetime.ts';
import { type CurrentUser } from '../session/session.queries.ts';

/** The data of one query. */
export interface KeptData {
  data: unknown;
  /** When it was read (ms since 1970, by this browser's clock). */
  at: number;
  /** The versions that read it; only the same ones show it. */
  build: string;
}

/** The user whose data is kept. */
interface KeptUser {
  scope: string;
  user: CurrentUser;
  /** When they last used their session (ms since 1970, by this browser's clock). */
  at: number;
  /** The latest time at which this was looked at: a clock that was set back since then shows nothing. */
  seenAt?: number;
}

/** When each entry was read and how large it is, so that the oldest can make room without reading them all. */
type Index = Map<string, { at: number; bytes: number }>;

/** What the browser keeps. A store that cannot be used is as an empty one. */
export interface KeptStore {
  /** What was kept of a query for this user and these versions. */
  read: (scope: string, hash: string, build: string) => Promise<KeptData | undefined>;
  /**
   * Keeps the data of a query, and deletes the oldest where all would exceed 25 MB.
   * @param usedAt when the user last used the session
   */
  write: (scope: string, hash: string, kept: KeptData, usedAt: number) => Promise<void>;
  /** Deletes what was kept of a query. */
  forget: (scope: string, hash: string) => Promise<void>;
  /** The user of the last visit. Once their session has ended, by what the server said, all is deleted. */
  readUser: () => Promise<KeptUser | undefined>;
  /** Keeps the user, for whom all the rest is. Data of somebody else, or seen in another role, is deleted. */
  keepUser: (user: KeptUser) => Promise<void>;
  /** Deletes all that is kept, at the latest when a page is opened next. */
  erase: () => Promise<void>;
}

/** Whose data it is, in which role; undefined for nobody. */
export const scopeOf = (user: CurrentUser | null | undefined): string | undefined =>
  user ? `${user.id} ${user.role}` : undefined;

export const MOST_BYTES = 25 * 1024 * 1024;
export const MOST_AGE_MS = 7 * 24 * 3_600_000;
/** How far a clock may be put right without a loss. */
const CORRECTION_MS = 60_000;
/** Longer than a working store takes. Opening one can hang, and nothing waits for it then. */
const READ_MS = 500;
/** Without a network there is nothing but the store, and a page that starts on a busy phone may be slow to read it. */
const READ_OFFLINE_MS = 5000;
/** How long a page that is being left waits for the deletion, which can hang likewise. */
const ERASE_MS = 2000;
/** The localStorage key of a deletion that is not done: it may hang, or its page may be left. The next page does it. */
const ERASE_DUE = 'mainstay.erase-due';
const USER = 'user';
const INDEX = 'index';

const isPast = ({ at, seenAt = at, user }: KeptUser): boolean =>
  now() < seenAt - CORRECTION_MS || now() >= endOf(at, user.lifetime);

const keyOf = (scope: string, hash: string): string => `${scope} ${hash}`;

/** The result of a task on the store; undefined if it takes longer. */
const inTime = <Result>(task: Promise<Result>, milliseconds: number): Promise<Result | undefined> =>
  Promise.race([
    task,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), milliseconds)),
  ]);

/** Opens the store of this browser, with its first use. */
export function openKept(): KeptStore {
  const store = openPageStore('mainstay', 'seen', 'fail');

  const erase = async () => {
    keepItem('localStorage', ERASE_DUE, '1');
    const erased = clear(store).then(
      () => keepItem('localStorage', ERASE_DUE, null),
      () => undefined,
    );
    await inTime(erased, ERASE_MS);
  };
  // Before all that is read.
  if (readItem('localStorage', ERASE_DUE) !== null) void erase();

  async function attempt<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await task();
    } catch (error) {
      // Full: what is kept gives way to what the page needs.
      if (error instanceof DOMException && error.name === 'QuotaExceededError') await erase();
      return undefined;
    }
  }

  const readTime = () => (isOffline() ? READ_OFFLINE_MS : READ_MS);

  return {
    erase,
    read: async (scope, hash, build) => {
      const kept = await inTime(
        attempt(() => get<KeptData>(keyOf(scope, hash), store)),
        readTime(),
      );
      const age = now() - (kept?.at ?? 0);
      return kept?.build === build && age > -CORRECTION_MS && age < MOST_AGE_MS ? kept : undefined;
    },
    write: async (scope, hash, kept, usedAt) => {
      const key = keyOf(scope, hash);
      await attempt(() => {
        // Characters have two bytes at most.
        const bytes = 2 * JSON.stringify(kept.data).length;
        return store('readwrite', async (entries) => {
          const [found, user] = await Promise.all([
            promisifyRequest<Index | undefined>(entries.get(INDEX)),
            promisifyRequest<KeptUser | undefined>(entries.get(USER)),
          ]);
          const index: Index = found ?? new Map();
          index.set(key, { at: kept.at, bytes });
          entries.put(kept, key);
          if (user?.scope === scope && user.at < usedAt) entries.put({ ...user, at: usedAt }, USER);
          const oldest = [...index].sort(([, one], [, other]) => one.at - other.at);
          let sum = oldest.reduce((total, [, entry]) => total + entry.bytes, 0);
          for (const [old, entry] of oldest) {
            if (sum <= MOST_BYTES) break;
            sum -= entry.bytes;
            index.delete(old);
            entries.delete(old);
          }
          entries.put(index, INDEX);
          return promisifyRequest(entries.transaction);
        });
      });
    },
    forget: async (scope, hash) => {
      await attempt(() => del(keyOf(scope, hash), store));
    },
    readUser: () =>
      inTime(
        attempt(() =>
          store('readwrite', async (entries) => {
            const kept = await promisifyRequest<KeptUser | undefined>(entries.get(USER));
            const current = kept && !isPast(kept) ? { ...kept, seenAt: now() } : undefined;
            if (current) entries.put(current, USER);
            else if (kept) entries.clear();
            await promisifyRequest(entries.transaction);
            return current;
          }),
        ),
        readTime(),
      ),
    keepUser: async (user) => {
      await attempt(() =>
        store('readwrite', async (entries) => {
          const before = await promisifyRequest<KeptUser | undefined>(entries.get(USER));
          if (!before || before.scope !== user.scope || isPast(before)) entries.clear();
          entries.put(user, USER);
          return promisifyRequest(entries.transaction);
        }),
      );
    },
  };
}
