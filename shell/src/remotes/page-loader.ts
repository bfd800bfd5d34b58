import { type QueryClient } from '@tanstack/react-query';
import { federation } from './federation.ts';
import { createRemoteLoader, type RemoteLoader } from './loader.ts';
import { createRemoteLoads, reportLoad } from './loads.ts';
import { placeAt, placesOf } from './places.ts';
import { registryQuery, sharedRegistry } from './registry.ts';
import { sessionQuery, type User } from '../session/session.queries.ts';

const loaders = new WeakMap<QueryClient, RemoteLoader>();

/** The page's only loader, tied to this query client. */
export function loaderOf(queries: QueryClient): RemoteLoader {
  const known = loaders.get(queries);
  if (known) return known;
  const isSignedIn = () => queries.getQueryData(sessionQuery.queryKey)?.id !== undefined;
  const loader = createRemoteLoader({
    federation,
    loads: createRemoteLoads((load) => reportLoad(load, isSignedIn)),
    registry: sharedRegistry(queries),
  });
  loaders.set(queries, loader);
  return loader;
}

/**
 * Loads the remote of the screen at an address before the first render, and its first data.
 * @throws RemoteFault
 */
export async function startRemoteAt(
  pathname: string,
  queries: QueryClient,
  role: User['role'],
): Promise<void> {
  const place = placeAt(placesOf(await queries.query(registryQuery)), pathname);
  if (!place?.roles.includes(role)) return;
  const remote = await loaderOf(queries).load(place.remote);
  await remote.prepare?.(place.path, queries);
}

/** Loads the remote and the first data of a screen that is about to be opened. What fails is requested by the screen. */
export function prepareRemoteAt(pathname: string, queries: QueryClient, role: User['role']): void {
  const begunAt = Date.now();
  const forgetFailed = () =>
    queries.removeQueries({
      predicate: ({ state: { status, errorUpdatedAt } }) => status === 'error' && errorUpdatedAt >= begunAt,
      type: 'inactive',
    });
  startRemoteAt(pathname, queries, role).then(forgetFailed, forgetFailed);
}
