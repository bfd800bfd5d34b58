import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Place, placesOf } from './places.ts';
import { registryQuery } from './registry.ts';
import { recallRegistry, rememberRegistry } from './remembered-registry.ts';

/** What this page knows of the remotes' screens. */
export interface KnownScreens {
  places: readonly Place[];
  /** The remotes that have an item in the header. */
  headerItems: readonly string[];
  /** `current`: as the registry says. Until then, and when it cannot be read, as this browser saw it last. */
  state: 'pending' | 'current' | 'failed';
  /** Reads the registry again. */
  retry: () => void;
}

/** Reads the registry once. Nobody waits for it: the page starts with the screens of the last time. */
export function useKnownScreens(): KnownScreens {
  const { data, isFetching, refetch } = useQuery(registryQuery);
  const [recalled] = useState(recallRegistry);
  useEffect(() => {
    if (data) rememberRegistry(data);
  }, [data]);

  const registry = data ?? recalled;
  return useMemo(
    () => ({
      places: registry ? placesOf(registry) : [],
      headerItems: (registry?.remotes ?? []).filter((entry) => entry.headerItem).map(({ name }) => name),
      state: data ? 'current' : isFetching ? 'pending' : 'failed',
      retry: () => void refetch(),
    }),
    [registry, data, isFetching, refetch],
  );
}
