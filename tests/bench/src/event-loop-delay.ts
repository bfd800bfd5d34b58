/**
 * Preloaded into a service (`--import`): replies to each message of the parent process with the delay of the event loop since
 * the message before.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds. */
export interface EventLoopDelay {
  p99: number;
  most: number;
}

const RESOLUTION_MS = 5;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
histogram.enable();

/** The histogram counts from one timer to the next, which includes the interval itself. */
const delayOf = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);

process.on('message', () => {
  const delay: EventLoopDelay = { p99: delayOf(histogram.percentile(99)), most: delayOf(histogram.max) };
  process.send?.(delay);
  histogram.reset();
});
