import { Arriving } from '../remotes/arriving.tsx';
import { type KnownScreens } from '../remotes/known-screens.ts';
import { RemoteFailure } from '../remotes/remote-failure.tsx';
import { RemoteFault } from '../remotes/remote-fault.ts';
import { strings } from '../strings.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** At an address of no screen that is known: only the registry can tell that there is none. */
export function UnknownAddress({ screens: { state, retry } }: { screens: KnownScreens }) {
  if (state === 'current') return <NotFoundPage />;
  if (state === 'pending') return <Arriving />;
  const again = () => {
    // The button that was pressed is about to go; whoever pressed it stays here.
    document.getElementById('content')?.focus({ preventScroll: true });
    retry();
  };
  return (
    <RemoteFailure title={strings.remotes.someScreen} error={new RemoteFault('registry')} onRetry={again} />
  );
}
