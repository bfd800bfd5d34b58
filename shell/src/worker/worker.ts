import { isRecord } from '@mainstay/remote-contract';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import {
  cleanupOutdatedCaches,
  type PrecacheEntry,
  PrecacheFallbackPlugin,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';
import { keepRemotes, REMOTES } from './kept-remotes.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** The files of the shell with their hashes, which the build writes here (packages/web-build/src/shell-worker.ts). */
  __WB_MANIFEST: PrecacheEntry[];
};

/** How long the network may take before what is kept is used in its place. */
const NETWORK_SECONDS = 2;
const REGISTRY = '/remotes/registry.json';
const CONFIG = '/config.json';
/** Addresses without the shell's page: services, the public pages, remotes, the gateway. */
const OTHER_PAGES = [/^\/(api|r|t|remotes|gateway|problems)(\/|$)/i];
const REMOTE_FILE = /^\/remotes\/[^/]+\/[^/]+\/./;

const latest = { cacheName: 'mainstay-latest', networkTimeoutSeconds: NETWORK_SECONDS };

/** Which remotes run is the registry's to say: only without a network is its last word repeated. */
const registry = new NetworkFirst({
  ...latest,
  plugins: [
    {
      // What cannot be stored is fetched when it is needed.
      cacheDidUpdate: async ({ newResponse }) => keepRemotes(await newResponse.json()).catch(() => undefined),
    },
  ],
});

const config = new NetworkFirst({
  ...latest,
  plugins: [
    {
      // The way out, also when the page itself does not start.
      cacheWillUpdate: async ({ response }) => {
        if (!response.ok) return null;
        const settings: unknown = await response.clone().json();
        if (!isRecord(settings) || settings['offline'] !== false) return response;
        for (const name of await caches.keys()) await caches.delete(name);
        await self.registration.unregister();
        return null;
      },
    },
  ],
});

const remoteFiles = new CacheFirst({ cacheName: REMOTES });

enableNavigationPreload();
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: NETWORK_SECONDS,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: '/index.html' })],
    }),
    { denylist: OTHER_PAGES },
  ),
);
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === REGISTRY, registry);
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === CONFIG, config);
registerRoute(
  // A search for altered files reads those of the gateway.
  ({ url, sameOrigin, request }) =>
    sameOrigin && REMOTE_FILE.test(url.pathname) && request.cache !== 'reload',
  async ({ url, request, event }) => {
    if (!url.searchParams.has('again')) return remoteFiles.handle({ request, event });
    // The page found a file without its hash: it is stored anew when the registry is next read.
    await (await caches.open(REMOTES)).delete(url.pathname);
    return fetch(request);
  },
);
// Only files with a hash in their names: `/` is not index.html here.
precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: '', cleanURLs: false });

self.addEventListener('install', (event) => {
  for (const [strategy, request] of [
    [registry, REGISTRY],
    [config, CONFIG],
  ] as const) {
    const [, done] = strategy.handleAll({ event, request });
    event.waitUntil(done.catch(() => undefined));
  }
});
