import { useSyncExternalStore } from 'react';

/** Below a desk. */
const narrow = '(max-width: 1023.98px)';

function watch(onChange: () => void) {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether a row has no room for columns. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(watch, () => window.matchMedia(narrow).matches);
