import { isRecord } from '@mainstay/remote-contract';

const KEY = 'mainstay.live';

/** Up to where this browser has heard the events of a user. */
export interface Position {
  cursor: string;
  /** A time at which nothing had happened after the cursor that was not sent later (ms since 1970). */
  at: number;
}

/** Stores the position for the next page of this browser. */
export function rememberPosition(userId: string, position: Position): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId, ...position }));
  } catch {
    // Storage is full or blocked: the next page refreshes what it shows once.
  }
}

/** Leaves nothing behind after the end of a session. */
export function forgetPosition(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing is in it.
  }
}

/** The position of the user's last page in this browser; undefined if there is none. */
export function recallPosition(userId: string): Position | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '');
    if (!isRecord(value) || value['userId'] !== userId) return undefined;
    const { cursor, at } = value;
    return typeof cursor === 'string' && typeof at === 'number' ? { cursor, at } : undefined;
  } catch {
    return undefined;
  }
}
