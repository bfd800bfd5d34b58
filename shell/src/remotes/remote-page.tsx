import { Route, Routes } from '@mainstay/ui/router';
import { type RemoteHost, type RemoteModule } from '@mainstay/remote-contract';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Boundary } from '../parts/boundary.tsx';
import { NotFoundPage } from '../parts/not-found-page.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { useHost } from './host.ts';
import { type Place } from './places.ts';
import { RemoteFailure } from './remote-failure.tsx';
import { RemoteFault } from './remote-fault.ts';
import styles from './remote-page.module.css';
import { useRemotes } from './remotes-context.ts';
import { strings } from '../strings.ts';

type Attempt =
  { state: 'loading' } | { state: 'ready'; remote: RemoteModule } | { state: 'failed'; error: unknown };

/** The remote's routes at and below its place. */
function Screens({ remote, place, host }: { remote: RemoteModule; place: Place; host: RemoteHost }) {
  const { path, title } = place;
  if (!remote.screens[path]) {
    throw new RemoteFault('notAScreen', { cause: new Error(`no component for ${path}`) });
  }
  const addresses = Object.entries(remote.screens).filter(
    ([address]) => address === path || address.startsWith(`${path}/`),
  );
  return (
    <Routes>
      {addresses.map(([address, Component]) => (
        <Route
          key={address}
          path={address.slice(path.length + 1)}
          element={
            <>
              <title>{strings.pageTitle(title)}</title>
              <Component host={host} />
            </>
          }
        />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/**
 * Loads a remote, passes it its host and contains its failures. A failure is shown in place; Retry reads the registry
 * again and loads the current version without reloading the page.
 */
export function RemotePage({ place }: { place: Place }) {
  const { remote: name, title } = place;
  const { loader } = useRemotes();
  const host = useHost();
  const [attempt, setAttempt] = useState<Attempt>(() => {
    const remote = loader.loaded(name);
    return remote ? { state: 'ready', remote } : { state: 'loading' };
  });
  const element = useRef<HTMLDivElement>(null);
  // Counts the attempts: each one observes its own load and has its own error boundary.
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    const loading = tries === 0 ? loader.load(name) : loader.reload(name);
    loading.then(
      (remote) => isCurrent && setAttempt({ state: 'ready', remote }),
      (error: unknown) => isCurrent && setAttempt({ state: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [loader, name, tries]);

  const retry = () => {
    // The focused button is about to be removed, so move the focus first.
    element.current?.focus();
    setAttempt({ state: 'loading' });
    setTries((before) => before + 1);
  };
  const crash = useCallback(
    (cause: unknown) => {
      const error = cause instanceof RemoteFault ? cause : new RemoteFault('crashed', { cause });
      loader.loads.failed(name, error, 0);
      setAttempt({ state: 'failed', error });
    },
    [loader, name],
  );

  return (
    <div ref={element} className={styles['place']} tabIndex={-1}>
      {attempt.state === 'ready' ? null : <title>{strings.pageTitle(title)}</title>}
      {attempt.state === 'loading' ? <ScreenLoading title={title} /> : null}
      {attempt.state === 'failed' ? (
        <RemoteFailure title={title} error={attempt.error} onRetry={retry} />
      ) : null}
      {attempt.state === 'ready' ? (
        <Boundary key={tries} onCrash={crash}>
          <Suspense fallback={<ScreenLoading title={title} />}>
            <Screens remote={attempt.remote} place={place} host={host} />
          </Suspense>
        </Boundary>
      ) : null}
    </div>
  );
}
