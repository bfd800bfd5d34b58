import { newIdempotencyKey } from '@mainstay/web-kit/idempotency-key';
import { openPageStore } from '@mainstay/web-kit/page-store';
import { del, delMany, entries, set } from 'idb-keyval';
import { readStored, writeStored } from './browser-storage.ts';

/** So long the photos of a tab that was closed are kept. */
const KEPT_MS = 24 * 3_600_000;

interface KeptPhotos {
  /** In milliseconds since 1970. */
  at: number;
  /** Bytes, as not every browser keeps a Blob. */
  photos: ArrayBuffer[];
}

const store = openPageStore('mainstay.draft', 'photos', 'redo');
let before: Promise<unknown> = Promise.resolve();

/** Works with what is kept, one after the other. What cannot be kept is left out: nothing depends on it. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  // Not there, not allowed here, or the disk is full.
  const result = before.then(work).catch(() => undefined);
  before = result;
  return result;
}

/** The photos belong to this tab, as what was typed does. */
function nameOf(code: string): string {
  const { id } = readStored('sessionStorage', 'mainstay.tab');
  const tab = typeof id === 'string' ? id : newIdempotencyKey();
  if (tab !== id) writeStored('sessionStorage', 'mainstay.tab', { id: tab });
  return `${tab}.${code}`;
}

/** The photos that were chosen in this tab and are not sent yet; undefined if none ever were. */
export function readDraftPhotos(code: string): Promise<Blob[] | undefined> {
  const name = nameOf(code);
  return inTurn(async () => {
    const all = await entries<string, KeptPhotos>(store);
    const old = all.filter(([, { at }]) => at < Date.now() - KEPT_MS);
    await delMany(
      old.map(([key]) => key),
      store,
    );
    const mine = all.find(([key]) => key === name);
    return mine?.[1].photos.map((bytes) => new Blob([bytes], { type: 'image/jpeg' }));
  });
}

export async function writeDraftPhotos(code: string, photos: readonly Blob[]): Promise<void> {
  const name = nameOf(code);
  await inTurn(async () => {
    const bytes = await Promise.all(photos.map((photo) => photo.arrayBuffer()));
    await set(name, { at: Date.now(), photos: bytes } satisfies KeptPhotos, store);
  });
}

export async function forgetDraftPhotos(code: string): Promise<void> {
  const name = nameOf(code);
  await inTurn(() => del(name, store));
}
