import { unavailable } from '@mainstay/service-kit';
import pLimit, { type LimitFunction } from 'p-limit';

const MAX_WAIT_MS = 10_000;
const RETRY_AFTER_S = 3;

/** One picture at a time is decoded, so that the service's memory does not grow. */
const decoding = pLimit(1);

/** Decodes a picture when no other one is decoded in this process. For background work, which has time. */
export const inTurn = <Result>(decode: () => Promise<Result>): Promise<Result> => decoding(decode);

/** {@link inTurn} for a request; five may wait: about ten seconds of work. @throws Problem 503 */
export const inTurnSoon = forRequests(decoding, 5);

/** Two files at a time lose their place. Most need less than a tenth of a second. @throws Problem 503 */
export const inTurnForPlace = forRequests(pLimit(2), 20);

/**
 * Turns for requests, of which `maxWaiting` wait, and each at most {@link MAX_WAIT_MS}. Load the file in `work`, so
 * that those that wait need no memory. A call throws Problem 503 when too many are waiting, or its turn came too late.
 */
function forRequests(turns: LimitFunction, maxWaiting: number) {
  let waiting = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= maxWaiting) throw tooBusy();
    waiting += 1;
    const begun = performance.now();
    return turns(() => {
      waiting -= 1;
      if (performance.now() - begun > MAX_WAIT_MS) throw tooBusy();
      return work();
    });
  };
}

function tooBusy() {
  const detail = 'Many photos are being received at the moment. Please try again shortly.';
  return unavailable(detail, undefined, RETRY_AFTER_S);
}
