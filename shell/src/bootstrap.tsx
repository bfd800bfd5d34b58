import { createQueryClient } from '@mainstay/web-kit';
import { type QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { settingsQuery } from './app/settings.ts';
import { loadSignedIn } from './app/signed-in-part.ts';
import { type KeptQueries, keptOf } from './offline/kept-queries.ts';
import { sessionQuery } from './session/session.queries.ts';
import { isSignOutDue, sendSignOut } from './session/sign-out.ts';
import { createUnauthorizedRule } from './session/unauthorized.ts';

/**
 * Waits for the data of the first render. React would otherwise show its own spinner for at least 300 ms, its throttle
 * for fallbacks, in place of the served page.
 */
async function firstPicture(queries: QueryClient, kept: KeptQueries): Promise<void> {
  if ('signedOut' in document.documentElement.dataset || isSignOutDue()) return;
  // The component that needs a request that fails here shows the error.
  await Promise.allSettled([startScreen(queries, kept), loadSignedIn(), queries.query(settingsQuery)]);
}

/**
 * How long the first render waits until an earlier sign-out is sent. Until then it shows nothing but the sign-in
 * page.
 */
const SIGN_OUT_WAIT_MS = 2000;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * How long the first render waits for the screen: the remote's files, which normally arrive with the shell's, and its
 * data.
 */
const SCREEN_WAIT_MS = 300;

/** How much longer it waits while a picture of the screen is there: a skeleton would take its place. */
const SCREEN_BELOW_PICTURE_WAIT_MS = 2000;

declare global {
  /** Set by start.js: it has drawn the picture of the screen, or there is none. */
  var mainstayDrawn: Promise<void> | undefined;
}

/**
 * Starts loading the screen at this address. If it is fast, the first render shows it with its data, without a
 * skeleton.
 */
async function startScreen(queries: QueryClient, kept: KeptQueries): Promise<void> {
  const [{ startScreenAt }] = await Promise.all([loadSignedIn(), kept.openSession()]);
  const user = queries.getQueryData(sessionQuery.queryKey);
  if (!user) return;
  // If it fails, its screen loads it again and shows the error.
  const started = startScreenAt(location.pathname, queries, user)
    .catch(() => undefined)
    // What the page requested for the first render alone is outdated later.
    .finally(() => globalThis.mainstayResponses?.clear())
    // Rendering would keep the picture, which shows the same data, from being painted.
    .then(() => globalThis.mainstayDrawn);
  await Promise.race([started, wait(SCREEN_WAIT_MS)]);
  if (document.querySelector('#root > [inert]'))
    await Promise.race([started, wait(SCREEN_BELOW_PICTURE_WAIT_MS)]);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
const queries: QueryClient = createQueryClient({
  onUnauthorized: createUnauthorizedRule({
    userId: () => queries.getQueryData(sessionQuery.queryKey)?.id,
    erase: () => keptOf(queries).stop(),
  }),
});
await Promise.race([sendSignOut(), wait(SIGN_OUT_WAIT_MS)]);
await firstPicture(queries, keptOf(queries));
// From here on nothing but React draws.
document.getElementById('picture')?.remove();
// In slices, between which the page responds.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App queries={queries} />
    </StrictMode>,
  ),
);
