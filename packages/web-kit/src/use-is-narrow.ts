import { useSyncExternalStore } from 'react';

/** Below 768 px: the mobile layout (specification, section 2). */
const narrow = '(max-width: 767.98px)';

function watch(changed: () => void) {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

const isNarrowNow = () => window.matchMedia(narrow).matches;

/** Whether the page has the mobile layout. */
export const useIsNarrow = (): boolean => useSyncExternalStore(watch, isNarrowNow);
