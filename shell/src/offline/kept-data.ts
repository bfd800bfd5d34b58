import { clear, createStore, del, get, promisifyRequest, type UseStore } from 'idb-keyval';
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
export interface KeptUser {
  scope: string;
  user: CurrentUser;
  at: number;
}

/** When each entry was read and how large it is, so that the oldest can make room without reading them all. */
type Index = Record<string, { at: number; bytes: number }>;

export const MOST_BYTES = 25 * 1024 * 1024;
export const MOST_AGE_MS = 30 * 24 * 3_600_000;
/** Longer than a working store takes. Opening one can hang, and nothing waits for it then. */
const READ_MS = 500;
const USER = 'user';
const INDEX = 'index';

let opened: UseStore | undefined;
// Opened with the first use: browsers may refuse it.
const store = (): UseStore => (opened ??= createStore('mainstay', 'seen'));

/** Runs a task on the store. A store that cannot be used is as an empty one. */
async function attempt<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await task();
  } catch (error) {
    // Full: what is kept gives way to what the page needs.
    if (error instanceof DOMException && error.name === 'QuotaExceededError') await eraseKept();
    return undefined;
  }
}

const read = <Result>(key: string): Promise<Result | undefined> =>
  Promise.race([
    attempt(() => get<Result>(key, store())),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), READ_MS)),
  ]);

const keyOf = (scope: string, hash: string): string => `${scope} ${hash}`;

/** What was kept of a query for this user and these versions. */
export async function readKept(scope: string, hash: string, build: string): Promise<KeptData | undefined> {
  const kept = await read<KeptData>(keyOf(scope, hash));
  return kept?.build === build && Date.now() - kept.at < MOST_AGE_MS ? kept : undefined;
}

/** Keeps the data of a query, and deletes the oldest where all would exceed 25 MB. */
export async function writeKept(scope: string, hash: string, kept: KeptData): Promise<void> {
  const key = keyOf(scope, hash);
  // Characters have two bytes at most.
  const bytes = 2 * JSON.stringify(kept.data).length;
  await attempt(() =>
    store()('readwrite', async (entries) => {
      const index: Index = (await promisifyRequest<Index | undefined>(entries.get(INDEX))) ?? {};
      index[key] = { at: kept.at, bytes };
      entries.put(kept, key);
      const oldest = Object.entries(index).sort(([, one], [, other]) => one.at - other.at);
      let sum = oldest.reduce((total, [, entry]) => total + entry.bytes, 0);
      for (const [old, entry] of oldest) {
        if (sum <= MOST_BYTES) break;
        sum -= entry.bytes;
        delete index[old];
        entries.delete(old);
      }
      entries.put(index, INDEX);
      return promisifyRequest(entries.transaction);
    }),
  );
}

/** Deletes what was kept of a query. */
export async function forgetKept(scope: string, hash: string): Promise<void> {
  await attempt(() => del(keyOf(scope, hash), store()));
}

/** Keeps the user, for whom all the rest is. Data of somebody else, or seen in another role, is deleted. */
export async function keepUser(user: KeptUser): Promise<void> {
  await attempt(() =>
    store()('readwrite', async (entries) => {
      const before = await promisifyRequest<KeptUser | undefined>(entries.get(USER));
      if (before?.scope !== user.scope) entries.clear();
      entries.put(user, USER);
      return promisifyRequest(entries.transaction);
    }),
  );
}

/** The user of the last visit. */
export const readUser = (): Promise<KeptUser | undefined> => read<KeptUser>(USER);

/** Deletes all that is kept. */
export async function eraseKept(): Promise<void> {
  // A store that cannot be used has nothing in it.
  await clear(store()).catch(() => undefined);
}
