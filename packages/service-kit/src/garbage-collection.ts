import { setFlagsFromString } from 'node:v8';

/**
 * Stops V8 from allocating rows and responses directly in its old generation. V8 decides this from the objects that
 * survived earlier collections, and one collection in the middle of a burst can mislead it. The objects then stay until
 * the next full collection, and each collection takes several times as long.
 */
export function disablePretenuring(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
