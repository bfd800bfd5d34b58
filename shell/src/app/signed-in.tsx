import { ThemeProvider, late } from '@mainstay/ui/base';
import { Navigate, Route, Routes, useLocation } from '@mainstay/ui/router';
import { links } from '@mainstay/remote-contract';
import { whenIdle } from '@mainstay/web-kit';
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { startDashboard } from '../dashboard/dashboard.queries.ts';
import { DashboardPage } from '../dashboard/dashboard-page.tsx';
import { LiveUpdates } from '../live/live-updates.tsx';
import { useKnownScreens } from '../remotes/known-screens.ts';
import { createLiveHub } from '../remotes/live-hub.ts';
import { loaderOf, startRemoteAt } from '../remotes/page-loader.ts';
import { placeAt, remotesOverview } from '../remotes/places.ts';
import { RemoteFailure } from '../remotes/remote-failure.tsx';
import { RemoteFault } from '../remotes/remote-fault.ts';
import { RemotePage } from '../remotes/remote-page.tsx';
import { RemotesContext, useRemotes } from '../remotes/remotes-context.ts';
import { VersionNotice } from '../remotes/version-notice.tsx';
import { KeptNotice } from '../offline/kept-notice.tsx';
import { keptOf } from '../offline/kept-queries.ts';
import { setServiceWorker } from '../offline/service-worker.ts';
import { askedAddress, forgetAskedAddress } from '../session/asked-address.ts';
import { type CurrentUser } from '../session/session.queries.ts';
import { Frame } from './frame.tsx';
import { settingsQuery } from './settings.ts';
import { useTheme } from './theme.ts';
import { UnknownAddress } from './unknown-address.tsx';
import { strings } from '../strings.ts';

const lateParts = () => import(/* webpackChunkName: "screens" */ '../remotes/late-parts.ts');

const overview = late(async () =>
  (await import(/* webpackChunkName: "late-pressed" */ '../remotes/load-overview.ts')).loadOverview(),
);

const keys = late(() => import(/* webpackChunkName: "late-pressed" */ '../keys/keys.tsx'));

/** The overview of all remotes. */
function Overview() {
  const { part, failure, retry } = overview.usePart();
  if (part) return <part.default />;
  return failure ? (
    <RemoteFailure
      title={strings.remotes.someScreen}
      error={new RemoteFault('files', { cause: failure.error })}
      onRetry={retry}
    />
  ) : null;
}

/** Loads what is first pressed. Where that fails, what needs it loads it again, and says so. */
const fetchPressed = async () => (await lateParts()).loadForms();

/**
 * Loads the code and the first data of the screen at an address, so that its first render has both.
 * @throws RemoteFault
 */
export const startScreenAt = (
  pathname: string,
  queries: QueryClient,
  { role }: CurrentUser,
): Promise<unknown> =>
  pathname === links.dashboard ? startDashboard(queries) : startRemoteAt(pathname, queries, role);

/** Leads from the sign-in screen to the address that was asked for, else to the dashboard. */
function AfterSignIn() {
  const { user } = useRemotes();
  const [address] = useState(() => askedAddress(user.id) ?? links.dashboard);
  return <Navigate to={address} replace />;
}

/** The screen of a remote at this address, with the routes that the remote has for it. */
function ScreenOfRemote() {
  const { user, screens } = useRemotes();
  const { pathname } = useLocation();
  const place = placeAt(screens.places, pathname);
  if (!place) return <UnknownAddress screens={screens} />;
  // Other roles see nothing, and nothing is loaded (specification, sections 2 and 6).
  return place.roles.includes(user.role) ? <RemotePage key={place.remote} place={place} /> : null;
}

/** The signed-in app: frame, the shell's own screens and the screens of remotes. */
export default function SignedIn({ user }: { user: CurrentUser }) {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const [mode, toggleTheme] = useTheme();
  const queries = useQueryClient();
  const loader = loaderOf(queries);
  const [live] = useState(createLiveHub);
  const screens = useKnownScreens();
  const remotes = useMemo(
    () => ({ loader, user, settings: { brandName: settings.brandName }, live, screens }),
    [loader, user, settings.brandName, live, screens],
  );

  useEffect(() => forgetAskedAddress(), []);
  const [hasPressed, setHasPressed] = useState(false);
  const Keys = keys.useNeeded(hasPressed)?.default;
  useEffect(() => {
    const fetchAll = () => fetchPressed().then(() => setHasPressed(true));
    const cancel = whenIdle(fetchAll);
    // A key that was typed before is waiting (presses.js). If it fails, it is fetched when the page is idle.
    const fetchNow = () => void fetchAll().catch(() => undefined);
    if ('pressed' in document.documentElement.dataset) fetchNow();
    window.addEventListener('mainstay:key', fetchNow);
    return () => {
      cancel();
      window.removeEventListener('mainstay:key', fetchNow);
    };
  }, []);
  useEffect(() => {
    if (!settings.offline) void keptOf(queries).stop();
    void setServiceWorker(settings.offline);
  }, [queries, settings.offline]);

  return (
    <ThemeProvider>
      <RemotesContext value={remotes}>
        <Frame
          user={user}
          settings={settings}
          mode={mode}
          onToggleTheme={toggleTheme}
          notice={
            <>
              <LiveUpdates user={user} hub={live} />
              <KeptNotice />
            </>
          }
        >
          <Routes>
            <Route path={links.dashboard} element={<DashboardPage role={user.role} />} />
            {user.role === 'admin' ? <Route path={remotesOverview} element={<Overview />} /> : null}
            <Route path="/auth" element={<AfterSignIn />} />
            <Route path=":screen/*" element={<ScreenOfRemote />} />
          </Routes>
        </Frame>
        {Keys ? <Keys /> : null}
        <VersionNotice />
      </RemotesContext>
    </ThemeProvider>
  );
}
