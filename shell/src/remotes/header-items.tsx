import { type RemoteModule } from '@mainstay/remote-contract';
import { Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Boundary } from '../parts/boundary.tsx';
import styles from './header-items.module.css';
import { useHost } from './host.ts';
import { RemoteFault } from './remote-fault.ts';
import { useRemotes } from './remotes-context.ts';

/** A remote's header item. Its width is reserved; if it fails to load or crashes, the space stays empty. */
function HeaderItem({ name }: { name: string }) {
  const { loader } = useRemotes();
  const host = useHost();
  const [shown, setShown] = useState<{ remote: RemoteModule; count: number } | null>(null);
  const loads = useSyncExternalStore(loader.loads.subscribe, loader.loads.read);
  const version = loads.get(name)?.version ?? null;

  // Loads again when another version runs: the remote's screen may have been retried.
  useEffect(() => {
    let isCurrent = true;
    const show = (remote: RemoteModule) => {
      if (!isCurrent) return;
      setShown((before) =>
        before?.remote === remote ? before : { remote, count: (before?.count ?? 0) + 1 },
      );
    };
    // The load itself records and reports the error.
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
        <Boundary key={shown.count} onCrash={crash}>
          <Suspense fallback={null}>
            <Item host={host} />
          </Suspense>
        </Boundary>
      ) : null}
    </div>
  );
}

export function HeaderItems() {
  const { screens } = useRemotes();
  return screens.headerItems.map((name) => <HeaderItem key={name} name={name} />);
}
