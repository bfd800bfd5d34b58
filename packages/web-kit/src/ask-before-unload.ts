import { useEffect, useEffectEvent } from 'react';

/** While it is `on`, the browser asks before a reload, or before the page is left, if `isUnsaved` returns true then. */
export function useAskBeforeUnload(on: boolean, isUnsaved: () => boolean): void {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault();
  });
  useEffect(() => {
    if (!on) return undefined;
    const listener = (event: BeforeUnloadEvent) => ask(event);
    window.addEventListener('beforeunload', listener);
    return () => window.removeEventListener('beforeunload', listener);
  }, [on]);
}
