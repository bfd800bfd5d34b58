import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

declare global {
  interface WindowEventMap {
    /** What was pressed cannot be opened. The page says so (packages/web-kit/src/toast-provider.tsx). */
    'mainstay:not-opened': Event;
  }
}

/**
 * Code that is loaded when it is first needed. After a failure it is loaded again the next time (React.lazy would cache
 * the failure).
 * @param load imports the module
 */
export function latePart<Module extends object>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  const waiting = new Set<() => void>();
  const loadOnce = async () => {
    loaded ??= await load();
    for (const arrive of waiting) arrive();
    return loaded;
  };
  const subscribe = (arrive: () => void) => {
    waiting.add(arrive);
    return () => waiting.delete(arrive);
  };

  /**
   * The module from when it `isNeeded`, or undefined while it is loaded. What fails to load is shown once somebody else
   * has loaded it.
   */
  function useLoaded(isNeeded: boolean, onFailure?: (error: unknown) => void): Module | undefined {
    const [isUsed, setUsed] = useState(isNeeded);
    if (isNeeded && !isUsed) setUsed(true);
    const module = useSyncExternalStore(subscribe, () => loaded);
    const fail = useEffectEvent((error: unknown) => onFailure?.(error));
    useEffect(() => {
      let isCurrent = isNeeded;
      if (isNeeded) loadOnce().catch((error: unknown) => isCurrent && fail(error));
      return () => {
        isCurrent = false;
      };
    }, [isNeeded]);
    return isUsed ? module : undefined;
  }

  /** {@link useLoaded} for what a press opens: if it cannot be loaded, the page says so, and the next press tries again. */
  const usePressed = (isOpen: boolean, close: () => void): Module | undefined =>
    useLoaded(isOpen, () => {
      window.dispatchEvent(new Event('mainstay:not-opened'));
      close();
    });

  return { load: loadOnce, isLoaded: () => loaded !== undefined, useLoaded, usePressed };
}
