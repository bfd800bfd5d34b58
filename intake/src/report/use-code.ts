import { isApiError } from '@mainstay/web-kit/api-error';
import { useCallback, useEffect, useState } from 'react';
import { readCode } from '../api/intake-api.ts';
import { type ScannedCode } from '../api/intake-types.ts';

/** What a code stands for: being read, in use, not in use, or not to be read at the moment. */
export type CodeState =
  { kind: 'loading' } | { kind: 'known'; intake: ScannedCode } | { kind: 'unknown' } | { kind: 'failed' };

/**
 * Reads what a code stands for.
 * @returns how the state follows from the one before
 */
async function read(code: string): Promise<(before: CodeState) => CodeState> {
  try {
    const intake = code === '' ? undefined : await readCode(code);
    return () => (intake ? { kind: 'known', intake } : { kind: 'unknown' });
  } catch (error) {
    if (isApiError(error) && error.status === 404) return () => ({ kind: 'unknown' });
    // What was read before stays.
    return (before) => (before.kind === 'known' ? before : { kind: 'failed' });
  }
}

/**
 * Reads what a code stands for, and again when the network is back.
 * @returns it, and a function to read it again
 */
export function useCode(code: string): [CodeState, () => void] {
  const [state, setState] = useState<CodeState>({ kind: 'loading' });
  const readNow = useCallback(() => void read(code).then(setState), [code]);
  useEffect(() => {
    readNow();
    window.addEventListener('online', readNow);
    return () => window.removeEventListener('online', readNow);
  }, [readNow]);
  return [state, readNow];
}
