import { useIsNarrow } from '@mainstay/web-kit';
import { useCallback, useEffect, useState } from 'react';

const COOKIE = 'sidebar_state';
/** Seven days in seconds (specification, section 9). */
const KEPT_FOR_S = 7 * 24 * 60 * 60;

function readOpen(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=false`);
}

function keepOpen(isOpen: boolean) {
  document.cookie = `${COOKIE}=${isOpen}; path=/; max-age=${KEPT_FOR_S}; samesite=lax`;
}

/**
 * The state of the sidebar. On wide screens it is open or collapsed and stored in a cookie; on narrow ones it is a
 * drawer that starts closed. Ctrl or Cmd plus B toggles it.
 */
export function useSidebar() {
  const isNarrow = useIsNarrow();
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
