import { useSyncExternalStore } from 'react';

/** Whether the browser knows that it has no network. It may think that it has one that leads nowhere. */
export const isOffline = (): boolean => !navigator.onLine;

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** {@link isOffline}, as it changes. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline);
