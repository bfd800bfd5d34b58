import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type RemoteLoads } from './loads.ts';
import { registryQuery, sharedRegistry } from './registry.ts';

/** A page in use notices a new version within a minute. */
export const EVERY_MS = 45_000;
/** Minimum time between two checks, for users who switch tabs often. */
const NOT_WITHIN_MS = 5000;

/**
 * The remotes whose current version is not the one running in this page. Reads the registry periodically while the
 * page is visible, and when it becomes visible again.
 */
export function useNewVersions(loads: RemoteLoads): { name: string; version: string }[] {
  const queries = useQueryClient();
  useEffect(() => {
    let readAt = Date.now();
    const read = () => {
      if (document.visibilityState !== 'visible' || Date.now() - readAt < NOT_WITHIN_MS) return;
      readAt = Date.now();
      // If reading fails, the next check tries again.
      sharedRegistry(queries)(true).catch(() => undefined);
    };
    const timer = setInterval(read, EVERY_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [queries]);
  // Observes the cached registry without fetching it: the page reads it at start.
  const { data: registry } = useQuery({ ...registryQuery, enabled: false });
  const running = useSyncExternalStore(loads.subscribe, loads.read);
  return (registry?.remotes ?? []).filter(({ name, version }) => {
    const mine = running.get(name)?.version;
    return typeof mine === 'string' && mine !== version;
  });
}
