import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the script runs: false in the prerendered page. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
