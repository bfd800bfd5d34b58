/** The caches of the worker; workbox's own have names that begin as the second one. */
const OURS = /^(mainstay|workbox)-/;

/** Longer than the first screen needs on a slow machine, which the worker's downloads would delay. */
const REGISTER_AFTER_MS = 4000;

async function screenIsShown(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REGISTER_AFTER_MS));
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) await new Promise((resolve) => window.requestIdleCallback(resolve));
}

/**
 * Registers the worker that keeps the app's files (src/worker), some seconds after the page has loaded; with `isOn`
 * false it removes the worker and its caches. Without workers, as on pages over http, it does nothing.
 */
export async function setServiceWorker(isOn: boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  if (isOn) {
    await screenIsShown();
    // Refused, or without room: the page works from the network.
    await serviceWorker.register('/worker.js').catch(() => undefined);
    return;
  }
  try {
    for (const registration of await serviceWorker.getRegistrations()) await registration.unregister();
    for (const name of await caches.keys()) if (OURS.test(name)) await caches.delete(name);
  } catch {
    // Not allowed here: there is nothing to remove.
  }
}
