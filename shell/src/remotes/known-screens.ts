import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Place, placesOf } from './places.ts';
import { registryQuery } from './registry.ts';
import { recallRegistry, rememberRegistry } from './remembered-registry.ts';

/** What this page knows of the remotes' screens. */
export interface KnownScreens {
  places: readonly Place[];
  /** The names of remotes with a header item. */
  headerItems: readonly string[];
  /** `current` once the registry was read; until then, or if it fails, what this browser saw last. */
  state: 'pending' | 'current' | 'failed';
  /** Reads the registry again. */
  retry: () => void;
}

/** Reads the registry once. The page starts with the remembered screens and does not wait. */
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
