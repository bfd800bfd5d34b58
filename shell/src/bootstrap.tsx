import { createQueryClient } from '@mainstay/web-kit';
import { type QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
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

/** How long the first render waits until an earlier sign-out is sent. Until then it shows nothing but the sign-in page. */
const SIGN_OUT_WAIT_MS = 2000;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** How long the first render waits for the remote, whose files normally arrive with the shell's. */
const REMOTE_WAIT_MS = 300;

/** Starts loading the remote at this address. If it is fast, the first render shows its screen without a skeleton. */
async function startScreen(queries: QueryClient, kept: KeptQueries): Promise<void> {
  const [{ startRemoteAt }] = await Promise.all([loadSignedIn(), kept.openSession()]);
  const user = queries.getQueryData(sessionQuery.queryKey);
  if (!user) return;
  // If it fails, its screen loads it again and shows the error.
  const started = startRemoteAt(location.pathname, queries, user.role).catch(() => undefined);
  await Promise.race([started, wait(REMOTE_WAIT_MS)]);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
const queries: QueryClient = createQueryClient({
  onUnauthorized: createUnauthorizedRule(() => keptOf(queries).stop()),
});
await Promise.race([sendSignOut(), wait(SIGN_OUT_WAIT_MS)]);
await firstPicture(queries, keptOf(queries));
createRoot(root).render(
  <StrictMode>
    <App queries={queries} />
  </StrictMode>,
);
