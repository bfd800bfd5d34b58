import { Placeholder, SkeletonCard } from '@mainstay/ui/base';
import { type RemoteHost, type RemoteModule } from '@mainstay/remote-contract';
import { useToast } from '@mainstay/web-kit';
import { Suspense, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RemoteBoundary } from './boundary.tsx';
import { RemoteFailure } from './remote-failure.tsx';
import { RemoteFault } from './remote-fault.ts';
import styles from './remote-page.module.css';
import { RemotesContext } from './remotes-context.ts';
import { strings } from '../strings.ts';

type Attempt =
  { state: 'loading' } | { state: 'ready'; remote: RemoteModule } | { state: 'failed'; error: unknown };

function Arriving({ title }: { title: string }) {
  return (
    <div aria-busy="true">
      <p className={styles['announcement']} role="status">
        {strings.remotes.loading(title)}
      </p>
      <div className={styles['header']}>
        <Placeholder width="220px" height="32px" />
        <Placeholder width="320px" height="16px" />
      </div>
      <div className={styles['grid']}>
        <SkeletonCard lines={2} badges={2} />
        <SkeletonCard lines={2} badges={2} />
        <SkeletonCard lines={2} badges={2} />
      </div>
    </div>
  );
}

/**
 * A remote's place on the page: loads it, gives it its host, and contains its failures. A failure is shown in
 * place; Retry asks the registry again and loads what is current, without a page reload.
 */
export function RemotePage({ name, title }: { name: string; title: string }) {
  const remotes = use(RemotesContext);
  if (!remotes) throw new Error('RemotePage needs a RemotesContext above it');
  const { loader, user, settings } = remotes;
  const toast = useToast();
  const host = useMemo<RemoteHost>(() => ({ user, settings, toast }), [user, settings, toast]);
  const [attempt, setAttempt] = useState<Attempt>({ state: 'loading' });
  const place = useRef<HTMLDivElement>(null);
  // Counts the tries: each one watches its own load and gets its own boundary.
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
    // The button that was pressed is about to go; whoever pressed it stays here.
    place.current?.focus();
    setAttempt({ state: 'loading' });
    setTries((before) => before + 1);
  };
  const crash = useCallback(
    (cause: unknown) => {
      const error = new RemoteFault('crashed', { cause });
      loader.loads.failed(name, error, 0);
      setAttempt({ state: 'failed', error });
    },
    [loader, name],
  );

  return (
    <div ref={place} className={styles['place']} tabIndex={-1}>
      <title>{strings.pageTitle(title)}</title>
      {attempt.state === 'loading' ? <Arriving title={title} /> : null}
      {attempt.state === 'failed' ? (
        <RemoteFailure title={title} error={attempt.error} onRetry={retry} />
      ) : null}
      {attempt.state === 'ready' ? (
        <RemoteBoundary key={tries} onCrash={crash}>
          <Suspense fallback={<Arriving title={title} />}>
            <attempt.remote.Screen host={host} />
          </Suspense>
        </RemoteBoundary>
      ) : null}
    </div>
  );
}
