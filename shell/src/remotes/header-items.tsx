import { type RemoteModule } from '@mainstay/remote-contract';
import { Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { RemoteBoundary } from './boundary.tsx';
import styles from './header-items.module.css';
import { useHost } from './host.ts';
import { RemoteFault } from './remote-fault.ts';
import { useRemotes } from './remotes-context.ts';

/** A remote's item, in a place that is as wide without it; what does not load or crashes leaves the place empty. */
function HeaderItem({ name }: { name: string }) {
  const { loader } = useRemotes();
  const host = useHost();
  const [shown, setShown] = useState<{ remote: RemoteModule; count: number } | null>(null);
  const loads = useSyncExternalStore(loader.loads.subscribe, loader.loads.read);
  const version = loads.get(name)?.version ?? null;

  // Again when a version runs that did not before: the remote's own screen may have been retried.
  useEffect(() => {
    let isCurrent = true;
    const show = (remote: RemoteModule) => {
      if (!isCurrent) return;
      setShown((before) =>
        before?.remote === remote ? before : { remote, count: (before?.count ?? 0) + 1 },
      );
    };
    // Why it did not load is kept with the loads, and reported by them.
    loader.load(name).then(show, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [loader, name, version]);

  const crash = useCallback(
    (cause: unknown) => loader.loads.failed(name, new RemoteFault('crashed', { cause }), 0),
    [loader, name],
  );
  const Item = shown?.remote.HeaderItem;
  return (
    <div className={styles['item']}>
      {Item ? (
        <RemoteBoundary key={shown.count} onCrash={crash}>
          <Suspense fallback={null}>
            <Item host={host} />
          </Suspense>
        </RemoteBoundary>
      ) : null}
    </div>
  );
}

/** The items that remotes have in the header. */
export function HeaderItems() {
  const { screens } = useRemotes();
  return screens.headerItems.map((name) => <HeaderItem key={name} name={name} />);
}
