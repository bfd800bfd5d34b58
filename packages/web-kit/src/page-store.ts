/** One transaction on a table of IndexedDB. The functions of idb-keyval take it as their store. */
export type PageStore = <Result>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => Result | PromiseLike<Result>,
) => Promise<Result>;

/**
 * A table of IndexedDB. WebKit keeps a page that is left for going back with its transactions open, and those of all
 * other pages wait for them for ever: so what runs then is aborted, and nothing is begun until the page is shown again.
 * @param whenLeft what becomes of work that was aborted: it is done again when the page is shown, or it fails
 */
export function openPageStore(database: string, table: string, whenLeft: 'redo' | 'fail'): PageStore {
  const running = new Set<IDBTransaction>();
  let connection: Promise<IDBDatabase> | undefined;
  let shown: Promise<unknown> | undefined;
  let timesLeft = 0;
  let isWatched = false;

  const follow = (transaction: IDBTransaction) => {
    running.add(transaction);
    for (const end of ['complete', 'abort'])
      transaction.addEventListener(end, () => running.delete(transaction));
  };
  const connect = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(database);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(table);
        if (request.transaction) follow(request.transaction);
      };
      request.onsuccess = () => {
        // Safari closes connections by itself.
        request.result.onclose = () => (connection = undefined);
        resolve(request.result);
      };
      request.onerror = () => reject(request.error ?? new Error('The store was not opened.'));
    });
  const connected = async (): Promise<IDBDatabase> => {
    const refuse = () => {
      if (shown) throw new Error('The page was left.');
    };
    refuse();
    const opening = connection ?? connect();
    connection = opening;
    opening.catch(() => (connection = undefined));
    const open = await opening;
    refuse();
    return open;
  };

  /** From the first use on: a page may also be rendered in the build. */
  const watchLeaving = () => {
    if (isWatched) return;
    isWatched = true;
    window.addEventListener('pagehide', ({ persisted }) => {
      if (!persisted) return;
      timesLeft += 1;
      shown = new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));
      for (const transaction of running) {
        try {
          transaction.abort();
        } catch {
          // It is done: only the event is missing.
        }
      }
      connection?.then(
        (open) => open.close(),
        () => undefined,
      );
      connection = undefined;
    });
    window.addEventListener('pageshow', () => (shown = undefined));
  };

  const attempt: PageStore = async (mode, work) => {
    watchLeaving();
    if (shown && whenLeft === 'redo') await shown;
    const before = timesLeft;
    try {
      const transaction = (await connected()).transaction(table, mode);
      follow(transaction);
      return await work(transaction.objectStore(table));
    } catch (error) {
      if (whenLeft === 'fail' || before === timesLeft) throw error;
      return attempt(mode, work);
    }
  };
  /** What is done again stays in its place. */
  let line: Promise<unknown> = Promise.resolve();
  const attemptInTurn: PageStore = (mode, work) => {
    const done = line.then(() => attempt(mode, work));
    line = done.catch(() => undefined);
    return done;
  };
  return whenLeft === 'redo' ? attemptInTurn : attempt;
}
