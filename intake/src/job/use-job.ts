import { isApiError } from '@mainstay/web-kit/api-error';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type JobAnswer, readJob } from './job-api.ts';
import { JobOutbox } from './job-outbox.ts';

/** A visible page is read again after this time. */
const REFRESH_MS = 30_000;
/** The same while nothing could be read yet. */
const RETRY_MS = 5000;

export type JobState =
  | { kind: 'loading' | 'gone' | 'failed' }
  /** `isOutdated`: the last attempt to read it again failed. */
  | { kind: 'known'; job: JobAnswer; isOutdated: boolean };

async function read(token: string): Promise<(before: JobState) => JobState> {
  try {
    const job = token === '' ? undefined : await readJob(token);
    return () => (job ? { kind: 'known', job, isOutdated: false } : { kind: 'gone' });
  } catch (error) {
    if (isApiError(error) && error.status === 404) return () => ({ kind: 'gone' });
    return (before) => (before.kind === 'known' ? { ...before, isOutdated: true } : { kind: 'failed' });
  }
}

/**
 * A work order, read every 30 seconds while the page is visible, at once when it becomes visible again or something was
 * sent; and what was pressed and is not sent yet.
 */
export function useJob(token: string) {
  const [state, setState] = useState<JobState>({ kind: 'loading' });
  const readNow = useCallback(() => void read(token).then(setState), [token]);
  const [outbox] = useState(() => new JobOutbox(token, readNow));
  useEffect(() => outbox.start(), [outbox]);
  const { kind } = state;
  useEffect(() => {
    if (kind === 'gone') return undefined;
    if (kind === 'loading') readNow();
    const readIfShown = () => {
      if (document.visibilityState === 'visible') readNow();
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
  return { state, outbox, sending: useSyncExternalStore(outbox.subscribe, outbox.state, outbox.state) };
}
