import { setImmediate } from 'node:timers/promises';

/** So long other requests wait at most, and for what a single item takes. */
const PIECE_MS = 8;

/** For long work: what it returns is called between two pieces, and lets other requests run when it is time. */
export function yielder(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < PIECE_MS) return;
    await setImmediate();
    begun = performance.now();
  };
}

/** As `Array.map`, letting other requests run in between. */
export async function mapYielding<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const yieldIfLong = yielder();
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    await yieldIfLong();
  }
  return results;
}
