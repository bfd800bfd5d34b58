import { type Change, compareCursors, EventIds, PG_POOL, readChanges } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';

/** Changes read by one statement. */
export const PAGE = 500;
/** Changes that a stream can have missed and still resume. */
const MAX_MISSED = 5000;

/** What a stream begins with. */
export interface Missed {
  changes: readonly Change[];
  /** A cursor of the change feed, after the changes. */
  position: string;
  /** False when it is unknown what was missed. */
  isComplete: boolean;
}

/** Reads what streams missed before they began. */
@Injectable()
export class MissedChanges {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly ids: EventIds,
  ) {}

  /**
   * What each stream missed since the event that it names; one that names none starts now. Changes are read once for
   * all of them: the streams of a replica that ended resume at another one within a few seconds.
   */
  async since(lastEventIds: readonly (string | undefined)[]): Promise<Missed[]> {
    const cursors = lastEventIds.map((id) => (id === undefined ? null : this.ids.cursorOf(id)));
    const found = await this.after(cursors.filter((cursor) => cursor !== null));
    const missed = cursors.map((cursor) => (cursor === null ? undefined : found.get(cursor)));
    const now = missed.includes(undefined) ? await readChanges(this.pool, null) : undefined;
    return missed.map((resumed, at) => {
      if (resumed) return resumed;
      return { changes: [], position: now?.cursor ?? '', isComplete: lastEventIds[at] === undefined };
    });
  }

  /** By cursor; without those from which no stream can resume. */
  private async after(cursors: readonly string[]): Promise<Map<string, Missed>> {
    const found = new Map<string, Missed>();
    let window: Window | undefined;
    for (const cursor of [...new Set(cursors)].sort(compareCursors)) {
      if (!window?.startAt(cursor)) window = new Window(this.pool, cursor);
      const changes = await window.read();
      if (changes) found.set(cursor, { changes, position: window.end, isComplete: true });
    }
    return found;
  }
}

/** A part of the feed, from a cursor on. */
class Window {
  private changes: Change[] = [];
  private isResumed = true;
  private isAtEnd = false;

  constructor(
    private readonly pool: Pool,
    /** The cursor up to which the feed was read. */
    public end: string,
  ) {}

  /** Starts later. Returns false when the cursor is after the end, or nothing is known about what is before it. */
  startAt(cursor: string): boolean {
    if (!this.isResumed || compareCursors(cursor, this.end) > 0) return false;
    const first = this.changes.findIndex((change) => compareCursors(change.cursor, cursor) > 0);
    this.changes = first === -1 ? [] : this.changes.slice(first);
    return true;
  }

  /** The changes up to now; undefined when they are too many, or the cursor is not of this database's history. */
  async read(): Promise<readonly Change[] | undefined> {
    while (!this.isAtEnd && this.isResumed && this.changes.length <= MAX_MISSED) {
      const { changes, cursor, isResumed } = await readChanges(this.pool, this.end, PAGE);
      this.changes = [...this.changes, ...changes];
      this.end = cursor;
      this.isResumed = isResumed;
      this.isAtEnd = changes.length < PAGE;
    }
    return this.isResumed && this.changes.length <= MAX_MISSED ? this.changes : undefined;
  }
}
