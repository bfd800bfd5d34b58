import { type RemoteHost } from '@mainstay/remote-contract';
import { useNavigate } from '@mainstay/ui/router';
import { useToast } from '@mainstay/web-kit';
import { useEffect, useMemo, useRef } from 'react';
import { useRemotes } from './remotes-context.ts';

/** The host object for remotes. Its identity changes only with the user or the settings. */
export function useHost(): RemoteHost {
  const { user, settings, live } = useRemotes();
  const toast = useToast();
  // The router returns a new function at each address.
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  return useMemo(
    () => ({
      user,
      settings,
      toast,
      live,
      navigate: (path: string) => void latest.current(path),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    [user, settings, toast, live],
  );
}
