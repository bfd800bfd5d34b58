import { useSyncExternalStore } from 'react';

function hookOf(query: string): () => boolean {
  const isNow = () => window.matchMedia(query).matches;
  const watch = (changed: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  };
  return function useMatches() {
    return useSyncExternalStore(watch, isNow);
  };
}

/** Whether the window is as narrow as a phone: the widths are those that packages/ui/src/tokens.css names. */
export const useIsPhone = hookOf('(max-width: 559.98px)');

/** Whether the page has the mobile layout (specification, section 2). */
export const useIsNarrow = hookOf('(max-width: 767.98px)');

/** Whether the page is below a desk: beside the sidebar there is no room for columns. */
export const useIsBelowDesk = hookOf('(max-width: 1023.98px)');
