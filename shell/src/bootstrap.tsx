import { createQueryClient } from '@mainstay/web-kit';
import { type QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { settingsQuery } from './app/settings.ts';
import { loadSignedIn } from './app/signed-in-part.ts';
import { sessionQuery } from './session/session.queries.ts';
import { createUnauthorizedRule } from './session/unauthorized.ts';

/**
 * Waits for what the first picture is made of. Until then the page shows what it was served with; React would show its own
 * spinner for at least 300 ms instead (its limit on how fast fallbacks are replaced).
 */
async function firstPicture(queries: QueryClient): Promise<void> {
  if ('signedOut' in document.documentElement.dataset) return;
  // What fails here is requested again, and its failure shown, by the part that needs it.
  await Promise.allSettled([
    startScreen(queries),
    loadSignedIn(),
    queries.query(sessionQuery),
    queries.query(settingsQuery),
  ]);
}

/** How long the first picture waits for the remote: its files arrive beside the shell's, unless something is slow. */
const REMOTE_WAIT_MS = 300;

/** Starts to load the remote at this address. If it is there soon, the first picture has its screen and no skeleton. */
async function startScreen(queries: QueryClient): Promise<void> {
  const [{ startRemoteAt }, user] = await Promise.all([loadSignedIn(), queries.query(sessionQuery)]);
  if (!user) return;
  // A remote that fails is tried again, and its failure shown, in its place.
  const started = startRemoteAt(location.pathname, queries, user.role).catch(() => undefined);
  await Promise.race([started, new Promise((resolve) => setTimeout(resolve, REMOTE_WAIT_MS))]);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
const queries = createQueryClient({ onUnauthorized: createUnauthorizedRule() });
await firstPicture(queries);
createRoot(root).render(
  <StrictMode>
    <App queries={queries} />
  </StrictMode>,
);
