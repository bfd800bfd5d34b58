import { isApiError } from '@mainstay/web-kit/api-error';
import { serverNow } from '@mainstay/web-kit/server-clock';
import { useCallback, useEffect, useState } from 'react';
import { readReport } from '../api/intake-api.ts';
import { type TrackedReport } from '../api/intake-types.ts';
import { forgetReport } from '../outbox/remembered-report.ts';

/** A visible report is read again after this time. */
const REFRESH_MS = 30_000;
/** The same while nothing could be read yet. */
const RETRY_MS = 5000;

export type ReportState =
  | { kind: 'loading' }
  | {
      kind: 'known';
      report: TrackedReport;
      /** When it was read, ISO 8601. */
      readAt: string;
      /** The last attempt to read it again failed. */
      isOutdated: boolean;
    }
  | { kind: 'gone' }
  | { kind: 'failed' };

/**
 * Reads how far a report is.
 * @returns how the state follows from the one before
 */
async function read(token: string): Promise<(before: ReportState) => ReportState> {
  try {
    const report = token === '' ? undefined : await readReport(token);
    const readAt = new Date(serverNow()).toISOString();
    return () => (report ? { kind: 'known', report, readAt, isOutdated: false } : { kind: 'gone' });
  } catch (error) {
    if (isApiError(error) && error.status === 404) {
      forgetReport(token);
      return () => ({ kind: 'gone' });
    }
    return (before) => (before.kind === 'known' ? { ...before, isOutdated: true } : { kind: 'failed' });
  }
}

/**
 * Reads how far a report is, every 30 seconds while the page is visible, and at once when it becomes visible again or
 * the network is back.
 * @returns it, and a function to read it now
 */
export function useReport(token: string): [ReportState, () => Promise<void>] {
  const [state, setState] = useState<ReportState>({ kind: 'loading' });
  const readNow = useCallback(() => read(token).then(setState), [token]);
  const { kind } = state;
  useEffect(() => {
    if (kind === 'gone') return undefined;
    if (kind === 'loading') void readNow();
    const readIfShown = () => {
      if (document.visibilityState === 'visible') void readNow();
    };
    const timer = setInterval(readIfShown, kind === 'failed' ? RETRY_MS : REFRESH_MS);
    document.addEventListener('visibilitychange', readIfShown);
    window.addEventListener('online', readIfShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', readIfShown);
      window.removeEventListener('online', readIfShown);
    };
  }, [kind, readNow]);
  return [state, readNow];
}
