import 'fake-indexeddb/auto';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { IDBFactory } from 'fake-indexeddb';
import { openPageStore, type PageStore } from './page-store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const tell = (name: 'pagehide' | 'pageshow', persisted = true) =>
  window.dispatchEvent(new PageTransitionEvent(name, { persisted }));
const done = ({ transaction }: IDBObjectStore) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error('aborted'));
  });
const put = (store: PageStore, value: number) =>
  store('readwrite', (table) => {
    table.put(value, 'one');
    return done(table);
  });
const read = (store: PageStore) =>
  store(
    'readonly',
    (table) =>
      new Promise((resolve) => {
        const request = table.get('one');
        request.onsuccess = () => resolve(request.result);
      }),
  );
/** A write that does not end before the page is left. */
function startWrite(store: PageStore) {
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const written = store('readwrite', (table) => {
    table.put(2, 'one');
    begin();
    return done(table);
  });
  written.catch(() => undefined);
  return { begun, written };
}

it('a page that is left for going back holds nothing open, and what it was writing is not done', async () => {
  const store = openPageStore('db', 'table', 'fail');
  await put(store, 1);
  const { begun, written } = startWrite(store);
  await begun;
  tell('pagehide');
  await expect(written).rejects.toThrow();
  await expect(read(store)).rejects.toThrow();
  // Waits for connections that are open.
  await new Promise((resolve, reject) => {
    const upgrade = indexedDB.open('db', 2);
    upgrade.onblocked = reject;
    upgrade.onsuccess = () => {
      upgrade.result.close();
      resolve(undefined);
    };
  });
  tell('pageshow');
  expect(await read(store)).toBe(1);
});

it('does what was aborted again when the page is shown, if that is wanted', async () => {
  const store = openPageStore('db', 'table', 'redo');
  await put(store, 1);
  const { begun, written } = startWrite(store);
  await begun;
  tell('pagehide');
  const later = read(store);
  expect(await read(openPageStore('db', 'table', 'fail'))).toBe(1);
  tell('pageshow');
  await written;
  expect(await later).toBe(2);
});

it('goes on in a page that is left for good, until the browser ends it', async () => {
  const store = openPageStore('db', 'table', 'fail');
  const { begun, written } = startWrite(store);
  await begun;
  tell('pagehide', false);
  await written;
  expect(await read(store)).toBe(2);
});

it('fails as the browser does, and tries again the next time', async () => {
  const store = openPageStore('db', 'table', 'redo');
  const open = jest.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new Error('not allowed');
  });
  await expect(put(store, 1)).rejects.toThrow('not allowed');
  open.mockRestore();
  await put(store, 1);
});
