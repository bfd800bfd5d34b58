import { type RemoteHost } from '@mainstay/remote-contract';
import { useNavigate } from '@mainstay/ui/router';
import { useToast } from '@mainstay/web-kit';
import { useEffect, useMemo, useRef } from 'react';
import { useRemotes } from './remotes-context.ts';

/** What the shell hands to a remote. The same object for as long as user and settings are the same. */
export function useHost(): RemoteHost {
  const { user, settings, live } = useRemotes();
  const toast = useToast();
  // The router's function is another one at each address.
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  return useMemo(
    () => ({
      ...{ user, settings, toast, live },
      navigate: (path: string) => void latest.current(path),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    [user, settings, toast, live],
  );
}
