/** The caches of the worker; workbox's own have names that begin as the second one. */
const OURS = /^(mainstay|workbox)-/;

async function pageIsLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

/**
 * Registers the worker that keeps the app's files (src/worker), after the page has loaded; with `isOn` false it removes the
 * worker and its caches. Without workers, as on pages over http, it does nothing.
 */
export async function setServiceWorker(isOn: boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  if (isOn) {
    await pageIsLoaded();
    // Refused, or without room: the page works from the network.
    await serviceWorker.register('/worker.js').catch(() => undefined);
    return;
  }
  for (const registration of await serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) if (OURS.test(name)) await caches.delete(name);
}
