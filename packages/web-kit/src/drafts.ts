import { keepItem, readItem } from './browser-storage.ts';
import { serverNow } from './server-clock.ts';

/** What was typed into a form, by field. */
export type Draft = Readonly<Record<string, unknown>>;

/** What one user typed in this tab. */
export interface Drafts {
  userId: string;
  /** When the session ended, and until when all is kept (ms since 1970, by the server's clock). */
  at: number;
  until: number;
  /** By how much that clock was ahead of the device's (ms). */
  ahead?: number;
  /** By form; the oldest comes first. */
  forms: Readonly<Record<string, Draft>>;
}

/** The sessionStorage key. */
export const DRAFTS_KEY = 'mainstay.drafts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isDrafts(value: unknown): value is Drafts {
  if (!isRecord(value) || !isRecord(value['forms'])) return false;
  const { userId, at, until, forms } = value;
  return (
    typeof userId === 'string' && [at, until].every(Number.isFinite) && Object.values(forms).every(isRecord)
  );
}

/** Deletes all that was typed in this tab. */
export function eraseDrafts(): void {
  keepItem('sessionStorage', DRAFTS_KEY, null);
}

/**
 * What this user typed in this tab; deletes what somebody else did, or what is too old. Anybody's without a `userId`.
 */
export function readDrafts(userId?: string): Drafts | undefined {
  try {
    const found: unknown = JSON.parse(readItem('sessionStorage', DRAFTS_KEY) ?? 'null');
    const now = serverNow(isDrafts(found) ? found.ahead : 0);
    // A time in the future is of a clock that was set.
    const isKept = isDrafts(found) && found.at <= now && now < found.until;
    if (isKept && (userId === undefined || found.userId === userId)) return found;
  } catch {
    // Damaged.
  }
  eraseDrafts();
  return undefined;
}
