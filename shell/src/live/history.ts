import { type StreamEvent } from './stream-event.ts';

/** How long events are kept: for a tab that opens now, and whose data is a few seconds old at most. */
const KEPT_MS = 60_000;
const MAX_KEPT = 500;
/** What the clocks of two tabs may differ by. */
const TOLERANCE_MS = 1000;

/** The events that this tab has heard lately. */
export interface History {
  /** Forgets all: from now on it is complete, or from another time (ms since 1970). */
  restart: (from?: number) => void;
  add: (event: StreamEvent) => void;
  /** All events since a time (ms since 1970), maybe more; undefined if some may be missing. */
  since: (time: number) => StreamEvent[] | undefined;
}

export function createHistory(): History {
  let completeFrom = Infinity;
  let entries: { at: number; event: StreamEvent }[] = [];

  const prune = () => {
    const oldest = Date.now() - KEPT_MS;
    const dropped = Math.max(entries.length - MAX_KEPT, entries.findLastIndex(({ at }) => at < oldest) + 1);
    const last = entries[dropped - 1];
    if (!last) return;
    completeFrom = Math.max(completeFrom, last.at + 1);
    entries = entries.slice(dropped);
  };

  return {
    restart: (from = Date.now()) => {
      completeFrom = from;
      entries = [];
    },
    add: (event) => {
      entries.push({ at: Date.now(), event });
      prune();
    },
    since: (time) => {
      prune();
      const from = time - TOLERANCE_MS;
      if (completeFrom > time) return undefined;
      return entries.flatMap(({ at, event }) => (at >= from ? event : []));
    },
  };
}
