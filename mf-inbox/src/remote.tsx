import { defineRemote, type RemoteHost } from '@mainstay/remote-contract';
import { ToastContext } from '@mainstay/web-kit';
import declaration from './declaration.ts';
import { InboxScreen } from './inbox/inbox-screen.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <InboxScreen />
    </ToastContext>
  );
}

export default defineRemote(declaration, { screens: { '/inbox': Screen } });
