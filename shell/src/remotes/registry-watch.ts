import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type RemoteLoads } from './loads.ts';
import { registryQuery, sharedRegistry } from './registry.ts';

/** So that a page in use knows of a new version within a minute. */
export const EVERY_MS = 45_000;
/** Who goes back and forth between tabs does not ask each time. */
const NOT_WITHIN_MS = 5000;

/** Calls `refresh` now and then while the page can be seen, and once it can be seen again. */
export function watchRegistry(refresh: () => Promise<unknown>): () => void {
  let readAt = Date.now();
  const read = () => {
    if (document.visibilityState !== 'visible' || Date.now() - readAt < NOT_WITHIN_MS) return;
    readAt = Date.now();
    // What cannot be read now is read next time.
    refresh().catch(() => undefined);
  };
  const timer = setInterval(read, EVERY_MS);
  document.addEventListener('visibilitychange', read);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', read);
  };
}

/** The remotes of which another version than the one that runs in this page is current, as `name version`. */
export function useNewVersions(loads: RemoteLoads): { name: string; version: string }[] {
  const queries = useQueryClient();
  useEffect(() => watchRegistry(() => sharedRegistry(queries)(true)), [queries]);
  // The page reads it when it starts; here it is only looked at.
  const { data: registry } = useQuery({ ...registryQuery, enabled: false });
  const running = useSyncExternalStore(loads.subscribe, loads.read);
  return (registry?.remotes ?? []).filter(({ name, version }) => {
    const mine = running.get(name)?.version;
    return typeof mine === 'string' && mine !== version;
  });
}
