import { focusPlaces, regainFocus } from '@mainstay/ui/focus-places';
import { useLayoutEffect, useRef } from 'react';

/** The ref of a button that may be removed when it is pressed: its focus then goes to what is next to where it was. */
export function useKeptFocus() {
  const ref = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button !== document.activeElement) return;
      const places = focusPlaces(button);
      queueMicrotask(() => regainFocus(places));
    };
  }, []);
  return ref;
}
