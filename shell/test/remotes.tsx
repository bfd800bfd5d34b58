import { jest } from '@jest/globals';
import { type RegistryEntry } from '@mainstay/remote-contract';
import { createLiveHub } from '../src/remotes/live-hub.ts';
import { type RemoteLoader } from '../src/remotes/loader.ts';
import { createRemoteLoads } from '../src/remotes/loads.ts';
import { placesOf } from '../src/remotes/places.ts';
import { type Remotes } from '../src/remotes/remotes-context.ts';
import { admin, specified } from './shell-api.ts';

/** A loader whose remotes never finish loading. */
export function idleLoader(): RemoteLoader {
  const never = () => new Promise<never>(() => undefined);
  return {
    load: never,
    reload: never,
    prefetch: () => undefined,
    loaded: () => undefined,
    loads: createRemoteLoads(() => undefined),
  };
}

/** The RemotesContext of a page that has read a registry with these remotes. */
export function remotesOf(given: Partial<Remotes> = {}, remotes: RegistryEntry[] = specified): Remotes {
  return {
    loader: idleLoader(),
    user: admin,
    settings: { brandName: 'Sub Station' },
    live: createLiveHub(),
    screens: {
      places: placesOf({
        remotes,
        disabled: [],
      }),
      headerItems: remotes.filter(({ headerItem }) => headerItem).map(({ name }) => name),
      state: 'current',
      retry: jest.fn(),
    },
    ...given,
  };
}
