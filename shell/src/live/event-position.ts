/**
 * Where a tab stands in the user's events.
 * @param start where the events stood before the page requested any other data; undefined if nobody knows
 */
export function createEventPosition(start: string | undefined) {
  let cursor = start;
  /** There may have been changes before the cursor that this tab has not heard, and there is no stream yet. */
  let isBehind = start === undefined;
  /** No leader has been heard yet: the cursor is where the events stood when the page began. */
  let isNew = true;
  return {
    /** The last event that was received. */
    cursor: () => cursor,
    isBehind: () => isBehind,
    moveTo: (id: string) => {
      cursor = id;
    },
    /** This tab leads, and continues after the cursor. */
    lead: () => {
      isNew = false;
    },
    /** The lead is taken from another tab. */
    steal: () => {
      // The others may have heard less than what this page began with.
      if (isNew) cursor = undefined;
    },
    /** Where the leader continues. What this tab missed before that it has not heard yet. */
    follow: (leader: string | undefined) => {
      isBehind ||= isNew && leader !== cursor;
      isNew = false;
      cursor = leader ?? cursor;
    },
    catchUp: () => {
      isBehind = false;
    },
    /** There will be events that this tab does not hear. */
    leave: () => {
      isBehind = true;
      isNew = false;
    },
  };
}

export type EventPosition = ReturnType<typeof createEventPosition>;
