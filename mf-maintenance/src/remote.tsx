import { defineRemote, type RemoteHost } from '@mainstay/remote-contract';
import { ToastContext } from '@mainstay/web-kit';
import { MaintenanceRoutes } from './routes.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <MaintenanceRoutes user={host.user} />
    </ToastContext>
  );
}

export default defineRemote({ name: 'maintenance', Screen });
