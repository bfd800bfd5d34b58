import { defineRemote, links, type RemoteHost } from '@mainstay/remote-contract';
import { ToastContext } from '@mainstay/web-kit';
import declaration from './declaration.ts';
import { MaintenanceRoutes } from './routes.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <MaintenanceRoutes user={host.user} />
    </ToastContext>
  );
}

export default defineRemote(declaration, { screens: { [links.tickets]: Screen } });
