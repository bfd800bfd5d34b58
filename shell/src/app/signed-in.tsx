import { ThemeProvider } from '@mainstay/ui/base';
import { Navigate, Route, Routes } from '@mainstay/ui/router';
import { links } from '@mainstay/remote-contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { DashboardPage } from '../dashboard/dashboard-page.tsx';
import { federation } from '../remotes/federation.ts';
import { createRemoteLoader } from '../remotes/loader.ts';
import { createRemoteLoads, reportLoad } from '../remotes/loads.ts';
import { RemotePage } from '../remotes/remote-page.tsx';
import { RemotesContext } from '../remotes/remotes-context.ts';
import { VersionNotice } from '../remotes/version-notice.tsx';
import { type User } from '../session/session.queries.ts';
import { Frame } from './frame.tsx';
import { remotesOverview } from './navigation.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { settingsQuery } from './settings.ts';
import { useTheme } from './theme.ts';
import { strings } from '../strings.ts';

const OverviewPage = lazy(() => import('../remotes/overview-page.tsx'));

/** Everything behind the door: the frame, the shell's own screens and the remotes' places. */
export default function SignedIn({ user }: { user: User }) {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const [mode, toggleTheme] = useTheme();
  const [loader] = useState(() => createRemoteLoader({ federation, loads: createRemoteLoads(reportLoad) }));
  const remotes = useMemo(
    () => ({ loader, user, settings: { brandName: settings.brandName } }),
    [loader, user, settings.brandName],
  );

  return (
    <ThemeProvider mode={mode}>
      <RemotesContext value={remotes}>
        <Frame user={user} settings={settings} mode={mode} onToggleTheme={toggleTheme}>
          <Routes>
            <Route path={links.dashboard} element={<DashboardPage />} />
            <Route
              path={links.tickets}
              element={
                <RemotePage key="maintenance" name="maintenance" title={strings.screens.maintenance} />
              }
            />
            <Route
              path={links.locations}
              element={<RemotePage key="locations" name="locations" title={strings.screens.locations} />}
            />
            <Route
              path={links.managers}
              element={<RemotePage key="employees" name="employees" title={strings.screens.employees} />}
            />
            {user.role === 'admin' ? (
              <Route
                path={remotesOverview}
                element={
                  <Suspense fallback={null}>
                    <OverviewPage />
                  </Suspense>
                }
              />
            ) : null}
            <Route path="/auth" element={<Navigate to={links.dashboard} replace />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Frame>
        <VersionNotice />
      </RemotesContext>
    </ThemeProvider>
  );
}
