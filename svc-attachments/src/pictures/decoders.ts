import { unavailable } from '@mainstay/service-kit';
import pLimit from 'p-limit';
import sharp from 'sharp';

/** Maximum seconds for one picture. */
export const TIME_LIMIT_S = 20;

// One picture at a time, on one thread, without caches, so that the service's memory does not grow.
sharp.concurrency(1);
sharp.cache(false);
// Allows only decoders for plain pictures in memory, not for SVG or PDF with scripts and links.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

const turns = pLimit(1);

/** Maximum number of requests that wait for their turn: about ten seconds of work. */
const MAX_WAITING = 5;
let waiting = 0;
const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_S = 3;

/** Decodes a picture when no other one is decoded in this process. For background work, which has time. */
export const inTurn = <Result>(decode: () => Promise<Result>): Promise<Result> => turns(decode);

/**
 * {@link inTurn} for a request, which waits at most {@link MAX_WAIT_MS}. Load the picture in `decode`, so that those that wait
 * need no memory.
 * @throws Problem 503 when too many are waiting, or the turn came too late
 */
export async function inTurnSoon<Result>(decode: () => Promise<Result>): Promise<Result> {
  if (waiting >= MAX_WAITING) throw tooBusy();
  waiting += 1;
  const begun = performance.now();
  return turns(() => {
    waiting -= 1;
    if (performance.now() - begun > MAX_WAIT_MS) throw tooBusy();
    return decode();
  });
}

const tooBusy = () =>
  unavailable(
    'Many photos are being received at the moment. Please try again shortly.',
    undefined,
    RETRY_AFTER_S,
  );

/** With the limits of this process. */
export { sharp };
