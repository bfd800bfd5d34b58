import { has } from '../api/intake-api.ts';
import { type SentReport } from './kept-report.ts';
import { readStored, writeStored } from '../drafts/browser-storage.ts';

const NAME = 'mainstay.reports';
/** Reports can be followed for 30 days after the repair; an older one is most likely no longer there. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

const isSentReport = (value: unknown): value is SentReport =>
  has(value, { number: 'number', trackingToken: 'string', at: 'string' });
const isRecent = ({ at }: SentReport): boolean => Date.now() - Date.parse(at) < KEPT_MS;

/** Tells when another tab sends a report. */
export function watchRemembered(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

function readAll(): Record<string, SentReport> {
  const entries = Object.entries(readStored('localStorage', NAME));
  return Object.fromEntries(
    entries.flatMap(([code, report]) => (isSentReport(report) && isRecent(report) ? [[code, report]] : [])),
  );
}

/** The last report that this browser sent with a code, as JSON, so that equal ones are the same. */
export const rememberedReport = (code: string): string => JSON.stringify(readAll()[code] ?? null);

/** Reads what {@link rememberedReport} returned. */
export function readRemembered(json: string): SentReport | undefined {
  const value: unknown = JSON.parse(json);
  return isSentReport(value) && isRecent(value) ? value : undefined;
}

export function rememberReport(code: string, report: SentReport): void {
  writeStored('localStorage', NAME, { ...readAll(), [code]: report });
}

/** Forgets a report that can no longer be followed. */
export function forgetReport(trackingToken: string): void {
  const others = Object.entries(readAll()).filter(([, report]) => report.trackingToken !== trackingToken);
  writeStored('localStorage', NAME, Object.fromEntries(others));
}
