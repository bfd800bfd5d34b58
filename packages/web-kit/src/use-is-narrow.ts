import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

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

/** Whether the window is below a desk. */
export const useIsBelowDesk = hookOf('(max-width: 1023.98px)');

/** As packages/ui/src/tokens.css says; page-header.module.css goes by the same. */
const COLUMNS_PX = 900;

/** Whether a list has room for columns, from the first paint on. Until it is measured, the window decides. */
export function useHasColumns(list: RefObject<HTMLElement | null>): boolean {
  const [hasColumns, setHasColumns] = useState(!useIsBelowDesk());
  useLayoutEffect(() => {
    const measure = () => {
      const width = list.current?.offsetWidth ?? 0;
      if (width > 0) setHasColumns(width >= COLUMNS_PX);
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, [list]);
  return hasColumns;
}
