import { ThemeProvider } from '@mainstay/ui/base';
import { Navigate, Route, Routes } from '@mainstay/ui/router';
import { links } from '@mainstay/remote-contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DashboardPage } from '../dashboard/dashboard-page.tsx';
import { federation } from '../remotes/federation.ts';
import { createRemoteLoader } from '../remotes/loader.ts';
import { RemotePage } from '../remotes/remote-page.tsx';
import { RemotesContext } from '../remotes/remotes-context.ts';
import { type User } from '../session/session.queries.ts';
import { Frame } from './frame.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { settingsQuery } from './settings.ts';
import { useTheme } from './theme.ts';

/** Everything behind the door: the frame, the shell's own screens and the remotes' places. */
export default function SignedIn({ user }: { user: User }) {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const [mode, toggleTheme] = useTheme();
  const [loader] = useState(() => createRemoteLoader({ federation }));
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
              element={<RemotePage key="maintenance" name="maintenance" title="Maintenance" />}
            />
            <Route
              path={links.locations}
              element={<RemotePage key="locations" name="locations" title="Locations" />}
            />
            <Route
              path={links.managers}
              element={<RemotePage key="employees" name="employees" title="Employees" />}
            />
            <Route path="/auth" element={<Navigate to={links.dashboard} replace />} />
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </Frame>
      </RemotesContext>
    </ThemeProvider>
  );
}
