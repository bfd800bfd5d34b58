import { ScreenLoading } from '../remotes/screen-loading.tsx';
import { type KnownScreens } from '../remotes/known-screens.ts';
import { RemoteFailure } from '../remotes/remote-failure.tsx';
import { RemoteFault } from '../remotes/remote-fault.ts';
import { strings } from '../strings.ts';
import { NotFoundPage } from '../parts/not-found-page.tsx';

/** Shown at an address that no known screen has, until the registry confirms that there is none. */
export function UnknownAddress({ screens: { state, retry } }: { screens: KnownScreens }) {
  if (state === 'current') return <NotFoundPage />;
  if (state === 'pending') return <ScreenLoading />;
  const again = () => {
    // The focused button is about to be removed, so move the focus first.
    document.getElementById('content')?.focus({ preventScroll: true });
    retry();
  };
  return (
    <RemoteFailure title={strings.remotes.someScreen} error={new RemoteFault('registry')} onRetry={again} />
  );
}
