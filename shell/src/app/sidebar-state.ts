import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

const COOKIE = 'sidebar_state';
/** Seven days (specification, section 9), in seconds. */
const KEPT_FOR_S = 7 * 24 * 60 * 60;
/** Under 768 px the sidebar is a drawer. */
const narrow = '(max-width: 767.98px)';

function readOpen(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=false`);
}

function keepOpen(isOpen: boolean) {
  document.cookie = `${COOKIE}=${isOpen}; path=/; max-age=${KEPT_FOR_S}; samesite=lax`;
}

function watchNarrow(changed: () => void) {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

const isNarrowNow = () => window.matchMedia(narrow).matches;

/**
 * The sidebar's state: open or collapsed to icons, kept in a cookie; on a narrow screen a drawer that starts
 * closed and is not remembered. Ctrl or Cmd plus B toggles whichever there is.
 */
export function useSidebar() {
  const isNarrow = useSyncExternalStore(watchNarrow, isNarrowNow);
  const [isOpen, setOpen] = useState(readOpen);
  const [isDrawerOpen, setDrawerOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isNarrow) {
      setDrawerOpen((before) => !before);
      return;
    }
    setOpen(!isOpen);
    keepOpen(!isOpen);
  }, [isNarrow, isOpen]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);

  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  return { isNarrow, isOpen, isDrawerOpen: isNarrow && isDrawerOpen, toggle, closeDrawer };
}
