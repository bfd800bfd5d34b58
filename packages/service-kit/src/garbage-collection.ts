import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from putting rows and answers straight into its old generation. It learns from where objects outlive a
 * collection, and one collection in the middle of a burst can teach it that all of them do. They then stay, with all they
 * refer to, until the next full collection, and each collection takes several times as long.
 */
export function keepAnswersYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
