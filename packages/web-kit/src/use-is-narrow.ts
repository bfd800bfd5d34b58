import { useSyncExternalStore } from 'react';

function useOf(query: string): () => boolean {
  const isNow = () => window.matchMedia(query).matches;
  const watch = (changed: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener('change', changed);
    return () => list.removeEventListener('change', changed);
  };
  return () => useSyncExternalStore(watch, isNow);
}

/** Whether the page has the mobile layout (specification, section 2). */
export const useIsNarrow = useOf('(max-width: 767.98px)');

/** Whether the page is below a desk: beside the sidebar there is no room for columns. */
export const useIsBelowDesk = useOf('(max-width: 1023.98px)');
